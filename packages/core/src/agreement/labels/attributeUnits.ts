/** Agreement of attributes: the values that people gave the same object, or the same image. */
import type { CompiledAttribute, CompiledConfiguration } from "../../warnings/rules/Compiled.ts"
import { readAttributeValue } from "../../warnings/rules/readAttributeValue.ts"
import { computeDifference, computeUnitDisagreement, findMostFrequent } from "../figures/disagreement.ts"
import { readImageValue } from "./attributeValues.ts"
import type { ComparableLabel, ComparableObject } from "./ComparableObject.ts"
import type { ObjectGroup } from "./groupObjects.ts"

/** Sums over units, from which α and shares of many samples are computed. A unit has the values of at least two people. */
export interface AttributeAgreement {
  /** Null for an attribute of the image. */
  readonly category: number | null
  readonly name: string
  /** Numbers are on a scale, all other values are equal or not. */
  readonly level: "nominal" | "interval"
  readonly units: number
  /** Units whose values are all equal. */
  readonly equal: number
  /** The observed disagreement of α. */
  readonly observed: number
  /** The number of times that each value was given. A value that is not filled in is the empty text. */
  readonly counts: ReadonlyArray<readonly [value: string | number, count: number]>
  /**
   * Of numbers: the pairs of unequal values within units, the lower one first, each with the sum of 1 / (values of the unit − 1). Absent where the sample
   * has more than 1000 of all attributes.
   */
  readonly pairs?: ReadonlyArray<readonly [low: number, high: number, weight: number]>
}

/** The values of one unit, by person; undefined for people who have no such object. */
export type UnitVisit = (values: ReadonlyArray<string | number | undefined>) => void

/** The most pairs of a sample, which are stored with its comparison in about 30 characters each. */
const maxPairs = 1000

interface Collected {
  readonly attribute: AttributeAgreement
  readonly counts: Map<string | number, number>
  /** Null when there are too many. */
  pairs: Map<string, readonly [low: number, high: number, weight: number]> | null
  units: number
  equal: number
  observed: number
}

/** The values of objects that are collected in one step, which costs more than a value. */
const valuesAtOnce = 100

/** Yields after some values of objects, and after each frame. */
export function* collectAttributesInSteps(
  labels: ReadonlyArray<ComparableLabel>,
  groups: ReadonlyArray<ObjectGroup>,
  { categories, imageAttributes }: CompiledConfiguration,
  visit: UnitVisit,
): Generator<void, ReadonlyArray<AttributeAgreement>> {
  const collected = new Map<CompiledAttribute, Collected>()
  let work = 0
  const add = (category: number | null, attribute: CompiledAttribute, values: Parameters<UnitVisit>[0]) => {
    const filled = values.includes(undefined) ? values.filter((value) => value !== undefined) : values
    if (filled.length < 2) return
    visit(values)
    addUnit(getCollected(collected, category, attribute), filled as ReadonlyArray<string | number>)
  }
  for (const group of groups) {
    const members = group.map((index, person) =>
      index === null ? undefined : labels[person]?.objects[index],
    )
    const category = findCommonCategory(members)
    const attributes = categories.get(category)?.attributes ?? []
    if (attributes.length === 0) continue
    const frames = listFrames(members)
    for (const attribute of attributes)
      for (const frame of frames) {
        work += 1
        add(
          category,
          attribute,
          members.map((member) => readMemberValue(attribute, member, category, frame)),
        )
      }
    if (work < valuesAtOnce) continue
    work = 0
    yield
  }
  if (imageAttributes.length > 0)
    for (const key of new Set(labels.flatMap(({ scenes }) => [...scenes.keys()]))) {
      const scenes = labels.map(({ scenes }) => scenes.get(key))
      for (const attribute of imageAttributes)
        add(
          null,
          attribute,
          scenes.map((scene) => readImageValue(attribute, scene)),
        )
      yield
    }
  let pairs = 0
  return Array.from(collected.values(), (attribute) => {
    const added = attribute.pairs?.size ?? 0
    const isStored = pairs + added <= maxPairs
    if (isStored) pairs += added
    return toAgreement(attribute, isStored ? attribute.pairs : null)
  })
}

/** Written out, because a spread gives each object a separate hidden class. */
const toAgreement = (
  { attribute, counts, equal, observed, units }: Collected,
  pairs: Collected["pairs"],
): AttributeAgreement => {
  const { category, level, name } = attribute
  return level === "nominal" || pairs === null
    ? { category, name, level, units, equal, observed, counts: [...counts] }
    : { category, name, level, units, equal, observed, counts: [...counts], pairs: [...pairs.values()] }
}

const getCollected = (
  collected: Map<CompiledAttribute, Collected>,
  category: number | null,
  key: CompiledAttribute,
): Collected => {
  const before = collected.get(key)
  if (before !== undefined) return before
  const { inputType, name } = key
  const level = inputType === "number" ? "interval" : "nominal"
  const attribute = { category, name, level, units: 0, equal: 0, observed: 0, counts: [] } as const
  const fresh: Collected = { attribute, counts: new Map(), pairs: new Map(), units: 0, equal: 0, observed: 0 }
  collected.set(key, fresh)
  return fresh
}

const addUnit = (into: Collected, values: ReadonlyArray<string | number>): void => {
  into.units += 1
  if (values.every((value) => value === values[0])) into.equal += 1
  // A number that is missing is no point on the scale.
  const used =
    into.attribute.level === "nominal" ? values : values.filter((value) => typeof value === "number")
  if (used.length < 2) return
  for (const value of used) into.counts.set(value, (into.counts.get(value) ?? 0) + 1)
  into.observed += computeUnitDisagreement(used, computeDifference)
  if (into.attribute.level !== "interval" || into.pairs === null) return
  addPairs(into.pairs, used.map(Number))
  if (into.pairs.size > maxPairs) into.pairs = null
}

const addPairs = (pairs: NonNullable<Collected["pairs"]>, numbers: ReadonlyArray<number>): void => {
  for (const [index, a] of numbers.entries())
    for (const b of numbers.slice(0, index)) {
      if (a === b) continue
      const [low, high] = a < b ? [a, b] : [b, a]
      const key = `${low} ${high}`
      const before = pairs.get(key)?.[2] ?? 0
      pairs.set(key, [low, high, before + 1 / (numbers.length - 1)])
    }
}

type Members = ReadonlyArray<ComparableObject | undefined>

const findCommonCategory = (members: Members): number => {
  const first = members.find((member) => member !== undefined)?.category ?? 0
  if (members.every((member) => member === undefined || member.category === first)) return first
  return findMostFrequent(members.flatMap((member) => member?.category ?? [])) ?? 0
}

const stillFrames = [0]

const listFrames = (members: Members): Iterable<number> => {
  if (
    members.every(
      (member) => member === undefined || (member.instances.size === 1 && member.instances.has(0)),
    )
  )
    return stillFrames
  const frames = new Set<number>()
  for (const member of members)
    if (member !== undefined) for (const frame of member.instances.keys()) frames.add(frame)
  return frames
}

const readMemberValue = (
  attribute: CompiledAttribute,
  member: ComparableObject | undefined,
  category: number,
  frame: number,
): string | number | undefined => {
  const annotation = member?.instances.get(frame)?.annotation
  return member && annotation?.categoryId === category
    ? readAttributeValue(attribute, member.kind, annotation.attributes)
    : undefined
}
