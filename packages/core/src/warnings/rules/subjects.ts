/** The parts of a scene that have attributes, with the attributes of their configuration. */
import { type Annotation, type Attributes, type Link, listTracks, type Scene } from "../read/Scene.ts"
import type { CompiledAttribute, CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"

export interface Subject {
  /** The beginning of a sentence: "Object 3", "The link from 3 to 4", "The image". */
  readonly name: string
  readonly annotationIds: ReadonlyArray<number>
  readonly trackIds: ReadonlyArray<number>
  readonly values: Attributes
  /** The part as sent. */
  readonly source: object
}

type Visit = (subject: Subject, attribute: CompiledAttribute, value: unknown) => void

/** Visits each applicable attribute, including those that are not filled in. The name is computed only when needed. */
export const visitAttributes = (
  { annotations, imageAttributes, kind, links }: Scene,
  { categories, imageAttributes: ofImage }: CompiledConfiguration,
  ends: ReadonlyMap<number, Annotation>,
  report: Report,
  visit: Visit,
): void => {
  const visitAll = (attributes: ReadonlyArray<CompiledAttribute>, subject: Subject) => {
    if (!report.spend(work.attribute * attributes.length)) return
    for (const attribute of attributes) {
      if (isApplicable(attribute, kind))
        visit(subject, attribute, getOwnValue(subject.values, attribute.name))
    }
  }
  if (ofImage.length > 0) visitAll(ofImage, makeImageSubject(imageAttributes))
  for (const annotation of annotations) {
    const attributes = categories.get(annotation.categoryId)?.attributes ?? []
    if (attributes.length > 0) visitAll(attributes, new AnnotationSubject(annotation))
  }
  for (const link of links) {
    const from = ends.get(link.fromId)
    const attributes = from === undefined ? [] : (categories.get(from.categoryId)?.linkAttributes ?? [])
    if (attributes.length > 0) visitAll(attributes, new LinkSubject(link))
  }
}

/** Whether the attribute applies. In labels of a single sensor, all do. */
export const isApplicable = ({ sensors }: Pick<CompiledAttribute, "sensors">, kind: Scene["kind"]): boolean =>
  kind === null || sensors === "all" || sensors === kind

/** An own property of the object: names such as `constructor` exist in every object. */
export const getOwnValue = (values: Attributes, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Whether a value is filled in: not absent, blank or an empty list. */
export const isFilledIn = (value: unknown): boolean => {
  if (value === undefined || value === null) return false
  if (typeof value === "string") return value.trim() !== ""
  return !Array.isArray(value) || value.length > 0
}

const makeImageSubject = (values: Attributes): Subject => ({
  name: "The image",
  annotationIds: [],
  trackIds: [],
  values,
  source: values,
})

/** Classes, because an object literal with a getter has a hidden class for each object, which only a full collection frees. */
class AnnotationSubject implements Subject {
  constructor(private readonly annotation: Annotation) {}

  get name(): string {
    return `Object ${this.annotation.id}`
  }
  get annotationIds(): ReadonlyArray<number> {
    return [this.annotation.id]
  }
  get trackIds(): ReadonlyArray<number> {
    return listTracks(this.annotation)
  }
  get values(): Attributes {
    return this.annotation.attributes
  }
  get source(): object {
    return this.annotation.source
  }
}

class LinkSubject implements Subject {
  constructor(private readonly link: Link) {}

  get name(): string {
    return `The link from ${this.link.fromId} to ${this.link.toId}`
  }
  get annotationIds(): ReadonlyArray<number> {
    return [this.link.fromId, this.link.toId]
  }
  get trackIds(): ReadonlyArray<number> {
    return []
  }
  get values(): Attributes {
    return this.link.attributes
  }
  get source(): object {
    return this.link.source
  }
}
