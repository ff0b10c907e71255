/** The answers of two labels about the same objects and the same images: categories, and attributes of the configuration. */
import type { CompiledAttribute, CompiledConfiguration } from "../../warnings/rules/Compiled.ts"
import { notFilledIn, readAttributeValue } from "../../warnings/rules/readAttributeValue.ts"
import { readImageValue } from "./attributeValues.ts"
import type { ComparableLabel, ComparableObject, Instance } from "./ComparableObject.ts"

type Values = ReadonlyArray<string | number>

/** An object in one frame. */
type Annotation = Instance["annotation"]

/**
 * Compares the answers about two objects of one category, and keeps the values that it has read: where objects overlap, each is compared with
 * many.
 */
export class AnswerComparison {
  readonly #values = new Map<Annotation, Values>()

  constructor(readonly categories: CompiledConfiguration["categories"]) {}

  /**
   * The share of equal answers over the frames in which both objects are. In each, the category is an answer. In frames where both have their category,
   * each attribute that is filled in on one side at least is another one.
   */
  computeShare(a: ComparableObject, b: ComparableObject): number {
    const { category } = a
    const attributes = this.categories.get(category)?.attributes
    // Objects of one frame have their category there.
    if (!attributes?.length && a.instances.size === 1 && b.instances.size === 1) return 1
    let [equal, total] = [0, 0]
    for (const [frame, { annotation: first }] of a.instances) {
      const second = b.instances.get(frame)?.annotation
      if (second === undefined) continue
      total += 1
      if (first.categoryId !== second.categoryId) continue
      equal += 1
      if (first.categoryId !== category || !attributes?.length) continue
      const values = this.#readValues(attributes, first, a.kind)
      const others = this.#readValues(attributes, second, b.kind)
      for (let index = 0; index < values.length; index++) {
        if (values[index] === others[index]) {
          if (values[index] === notFilledIn) continue
          equal += 1
        }
        total += 1
      }
    }
    return total === 0 ? 1 : equal / total
  }

  /** Attributes of other sensors are not filled in. */
  #readValues(
    attributes: ReadonlyArray<CompiledAttribute>,
    annotation: Annotation,
    kind: ComparableObject["kind"],
  ): Values {
    const before = this.#values.get(annotation)
    if (before !== undefined) return before
    const fresh = attributes.map(
      (attribute) => readAttributeValue(attribute, kind, annotation.attributes) ?? notFilledIn,
    )
    this.#values.set(annotation, fresh)
    return fresh
  }
}

/** The attributes of images that are filled in on one side at least, and how far they are equal. */
export interface ImageAnswers {
  /** The number of attributes, of each sensor by itself. */
  readonly total: number
  /** The sum of the shares of frames in which they are equal. */
  readonly equal: number
}

/**
 * An attribute of a sensor counts once, whatever the number of its frames, as a track does. Frames in which neither label fills it in are left
 * out; a label that lacks a frame does not fill it in.
 */
export const compareImageAnswers = (
  a: ComparableLabel,
  b: ComparableLabel,
  { imageAttributes }: CompiledConfiguration,
): ImageAnswers => {
  const shares = new Map<string, { equal: number; total: number }>()
  for (const key of new Set([...a.scenes.keys(), ...b.scenes.keys()])) {
    const [sceneA, sceneB] = [a.scenes.get(key), b.scenes.get(key)]
    for (const [index, attribute] of imageAttributes.entries()) {
      const value = readImageValue(attribute, sceneA) ?? notFilledIn
      const other = readImageValue(attribute, sceneB) ?? notFilledIn
      if (value === notFilledIn && other === notFilledIn) continue
      const name = `${index} ${(sceneA ?? sceneB)?.sensor}`
      const share = shares.get(name) ?? { equal: 0, total: 0 }
      shares.set(name, share)
      share.total += 1
      if (value === other) share.equal += 1
    }
  }
  let sum = 0
  for (const { equal, total } of shares.values()) sum += equal / total
  return { total: shares.size, equal: sum }
}
