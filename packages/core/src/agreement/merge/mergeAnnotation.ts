/** Merges the annotations that people made of one object in one scene. */
import { readAnnotation } from "../../warnings/read/readAnnotation.ts"
import type { ComparableScene, Instance } from "../labels/ComparableObject.ts"
import { compareScenes, type SceneContext } from "../labels/compareScenes.ts"
import { readInstance } from "../labels/readShape.ts"
import { computeMeanShape, findShapeType, type ShapeMembers } from "./computeMeanShape.ts"
import { findMajority, roundSum, tolerance, type Vote } from "./findMajority.ts"
import type { MergedGeometry } from "./LabelMerge.ts"
import { readSpans, setMembers } from "./labelText.ts"
import { mergeAttributes } from "./mergeAttributes.ts"
import type { TraceBudget } from "./traceMajority.ts"

export interface MergeMember {
  readonly instance: Instance
  /** The text of the annotation. */
  readonly text: string
  readonly weight: number
  /** The place of its label among all. */
  readonly place: number
}

export interface MergedAnnotation {
  /** The text of the member that resembles the others most, with everything that was merged. */
  readonly text: string
  readonly category: number
  readonly geometry: MergedGeometry
  readonly isDisputed: boolean
}

export interface MergeContext extends Pick<SceneContext, "getSigma" | "options"> {
  readonly threshold: number
  readonly kind: ComparableScene["kind"]
  /** The similarity of objects by their pixels or points. */
  readonly measureElements: (a: number, b: number, first: Instance, second: Instance) => number
  /** That of all annotations of the label. */
  readonly budget: TraceBudget
}

/** Members are in an order in which the first one decides ties. */
export const mergeAnnotation = (
  all: ReadonlyArray<MergeMember>,
  context: MergeContext,
): MergedAnnotation | null => {
  const getSimilarity = compareAll(all, context)
  const members = sortMembers(all, getSimilarity)
  const category = findMajority(toVotes(members), ({ instance }) => instance.annotation.categoryId)?.value
    .instance.annotation.categoryId
  const type = findMajority(toVotes(members), ({ instance }) => findShapeType(instance))?.value
  if (category === undefined || type === undefined) return null
  const ofCategory = members.filter(({ instance }) => instance.annotation.categoryId === category)
  const ofType = members.filter(({ instance }) => findShapeType(instance) === findShapeType(type.instance))
  const base = ofType.find((member) => ofCategory.includes(member)) ?? ofType[0]
  if (base === undefined) return null
  const shape = mergeShapes([base, ...ofType.filter((member) => member !== base)], getSimilarity, context)
  const changes = new Map<string, string | null>()
  if (base.instance.annotation.categoryId !== category) changes.set("category_id", String(category))
  const attributes = mergeAttributes(
    ofCategory.map(({ instance, text, weight }) => ({
      values: instance.annotation.attributes,
      text: readMember(text, "attributes"),
      weight,
    })),
  )
  const [voter] = ofCategory
  const next = attributes ?? (voter === undefined ? undefined : readMember(voter.text, "attributes"))
  if (next !== undefined || base !== voter) changes.set("attributes", next ?? null)
  for (const [key, value] of Object.entries(shape.members ?? {}))
    changes.set(key, writeValue(base.text, key, value))
  return {
    text: setMembers(base.text, changes),
    category,
    geometry: ofType.length < members.length && shape.geometry === "same" ? "member" : shape.geometry,
    isDisputed: ofCategory.length < members.length,
  }
}

const toVotes = (members: ReadonlyArray<MergeMember>): ReadonlyArray<Vote<MergeMember>> =>
  members.map((member) => ({ value: member, weight: member.weight }))

const readMember = (text: string, key: string): string | undefined => {
  const span = readSpans(text, 0).get(key)
  return span === undefined ? undefined : text.slice(...span)
}

/** The text of a value, with the digits of the numbers that it does not change. */
const writeValue = (text: string, key: string, value: unknown): string => {
  const before = readMember(text, key)
  if (typeof value !== "object" || value === null || Array.isArray(value) || before?.startsWith("{") !== true)
    return JSON.stringify(value)
  return setMembers(
    before,
    new Map(Object.entries(value).map(([name, part]) => [name, JSON.stringify(part)])),
  )
}

/** The one that resembles the others most comes first, by weight; others follow in their order. */
const sortMembers = (
  members: ReadonlyArray<MergeMember>,
  getSimilarity: GetSimilarity,
): ReadonlyArray<MergeMember> => {
  const sums = members.map((member) =>
    members.reduce(
      (sum, other) =>
        other === member ? sum : sum + other.weight * getSimilarity(member.instance, other.instance),
      0,
    ),
  )
  const order = [...members.keys()].toSorted(
    (a, b) => roundSum(sums[b] ?? 0) - roundSum(sums[a] ?? 0) || a - b,
  )
  return order.flatMap((index) => members[index] ?? [])
}

interface MergedShape {
  readonly geometry: MergedGeometry
  /** Null where the text of the first member stays. */
  readonly members: ShapeMembers | null
}

/**
 * The mean of the members that resemble the first one. It is taken where it resembles each of them at least as much as two of them resemble each
 * other; otherwise, as where headings or sides are exchanged, the shape of the first member is.
 */
const mergeShapes = (
  all: ReadonlyArray<MergeMember>,
  getSimilarity: GetSimilarity,
  context: MergeContext,
): MergedShape => {
  const [first] = all
  if (first === undefined || all.every((member) => hasSameShape(member, first)))
    return { geometry: "same", members: null }
  const used = all.filter(
    (member) => member === first || getSimilarity(first.instance, member.instance) >= context.threshold,
  )
  const instances = used.map(({ instance }) => instance)
  if (used.length === 1) return { geometry: "member", members: null }
  const members = computeMeanShape(
    used.map(({ instance, weight }) => ({ value: instance, weight })),
    context.budget,
  )
  const mean = members && readAnnotation({ ...first.instance.annotation.source, ...members })
  if (mean === null || "message" in mean) return { geometry: "member", members: null }
  const least = Math.min(
    ...instances.flatMap((a, index) => instances.slice(index + 1).map((b) => getSimilarity(a, b))),
  )
  const toMean = compareTo(readInstance(mean), instances, context)
  const isBetween = instances.every((instance) => (toMean.get(instance) ?? 0) >= least - tolerance)
  return isBetween ? { geometry: "mean", members } : { geometry: "member", members: null }
}

const shapeKeys = ["type", "points", "shape", "position", "dimensions", "yaw", "rotation"] as const

const hasSameShape = (a: MergeMember, b: MergeMember): boolean =>
  shapeKeys.every((key) => toShapeText(a, key) === toShapeText(b, key))

const toShapeText = ({ instance }: MergeMember, key: (typeof shapeKeys)[number]): string | undefined => {
  const source: { readonly [name: string]: unknown } = { ...instance.annotation.source }
  return JSON.stringify(source[key])
}

type GetSimilarity = (a: Instance, b: Instance) => number

/** The similarities of all pairs, each measured once. */
const compareAll = (members: ReadonlyArray<MergeMember>, context: MergeContext): GetSimilarity => {
  const similarities = new Map<Instance, Map<Instance, number>>()
  for (const [index, { instance, place }] of members.entries()) {
    const others = members.slice(index + 1)
    similarities.set(
      instance,
      instance.shape.kind === "ids"
        ? new Map(
            others.map((other) => [
              other.instance,
              context.measureElements(place, other.place, instance, other.instance),
            ]),
          )
        : compareTo(
            instance,
            others.map((other) => other.instance),
            context,
          ),
    )
  }
  return (a, b) => similarities.get(a)?.get(b) ?? similarities.get(b)?.get(a) ?? 0
}

/** The similarities of an instance with others; those without one have none. */
const compareTo = (
  instance: Instance,
  others: ReadonlyArray<Instance>,
  { getSigma, kind, options }: MergeContext,
): Map<Instance, number> => {
  const makeScene = (instances: ReadonlyArray<Instance>): ComparableScene => ({
    sensor: null,
    frame: 0,
    kind,
    imageAttributes: {},
    instances: instances.map((one, object) => ({ object, instance: one })),
    pointAnnotations: null,
  })
  const similarities = new Map<Instance, number>()
  if (others.length === 0) return similarities
  const context = { overlaps: null, getSigma, options }
  compareScenes(makeScene([instance]), makeScene(others), context, (_, b, similarity) => {
    const other = others[b]
    if (other !== undefined) similarities.set(other, similarity)
  })
  return similarities
}
