/** The keypoints of categories: their names, and lines between them by their numbers from 1. */
import type { Node } from "../files/Node.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"
import { readFlipIndex, toFlipIndex } from "../model/exactShapes.ts"
import { readNumbers } from "./numbers.ts"

/** The fields of a category's record. COCO itself has neither mirrored keypoints nor sigmas. */
export const toSkeletonFields = (skeleton: SkeletonDefinition): Readonly<Record<string, unknown>> => {
  const numbers = new Map(skeleton.joints.map(({ name }, index) => [name, index + 1]))
  const sigmas = skeleton.joints.map(({ sigma }) => sigma ?? null)
  return {
    keypoints: skeleton.joints.map(({ name }) => name),
    skeleton: skeleton.edges.map((edge) => edge.map((name) => numbers.get(name) ?? 0)),
    ...(skeleton.flip.length > 0 && { flip_idx: toFlipIndex(skeleton) }),
    ...(sigmas.some((sigma) => sigma !== null) && { sigmas }),
  }
}

/** Names of keypoints that are their numbers, as our writer has them for points without names. */
export const areNumbers = (names: ReadonlyArray<string>): boolean =>
  names.every((name, index) => name === String(index + 1))

/** The names in a category's record, distinct and as many as its annotations have keypoints. */
export const readJointNames = (record: Node, count: number): ReadonlyArray<string> => {
  const { value } = record.at("keypoints")
  const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : []
  const names = new Set<string>()
  for (let index = 0; index < Math.max(count, values.length); index++) {
    let name = readName(values[index]) || String(index + 1)
    while (names.has(name)) name = `${name} ${index + 1}`
    names.add(name)
  }
  return [...names]
}

const readName = (value: unknown): string =>
  typeof value === "string" || Number.isFinite(value) ? String(value) : ""

/** Whether all items of a list are names, or numbers where they have to be. Nothing is, too. */
const areAll = (value: unknown, isSound: (item: unknown) => boolean): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.every(isSound))

/** Lines and pairs that name no keypoint are left out: `isWhole` is false then. */
export const readSkeletonDefinition = (
  record: Node,
  names: ReadonlyArray<string>,
): { readonly definition: SkeletonDefinition; readonly isWhole: boolean } => {
  const pairs = readPairs(record.at("skeleton"))
  // A keypoint 0 shows that the numbers begin there.
  const first = pairs.flat().includes(0) ? 0 : 1
  const edges = pairs.flatMap(([a, b]) => {
    const [from, to] = [names[a - first], names[b - first]]
    return from === undefined || to === undefined ? [] : [[from, to] as const]
  })
  const sigmas = record.at("sigmas").value
  const joints = names.map((name, index) => {
    const sigma: unknown = Array.isArray(sigmas) ? sigmas[index] : undefined
    return { name, ...(typeof sigma === "number" && Number.isFinite(sigma) && { sigma }) }
  })
  const permutation = readNumbers(record.at("flip_idx"))
  const flip = permutation && readFlipIndex(permutation, { joints })
  const { value } = record.at("skeleton")
  const isWhole =
    (Array.isArray(value) ? value.length === edges.length : value === undefined || value === null) &&
    (record.at("flip_idx").isPresent ? flip !== undefined : true) &&
    areAll(record.at("keypoints").value, (item) => readName(item) !== "") &&
    areAll(sigmas, (item) => item === null || Number.isFinite(item))
  return { definition: { joints, edges, flip: flip ?? [] }, isWhole }
}

const readPairs = (node: Node): ReadonlyArray<readonly [number, number]> =>
  (Array.isArray(node.value) ? node.items() : []).flatMap((pair) => {
    const numbers = readNumbers(pair, 2)
    return numbers === undefined ? [] : [[numbers[0] ?? 0, numbers[1] ?? 0] as const]
  })

/** The joints of both, and what connects them. */
export const mergeSkeletons = (a: SkeletonDefinition, b: SkeletonDefinition): SkeletonDefinition => {
  const names = new Set(a.joints.map(({ name }) => name))
  const added = b.joints.filter(({ name }) => !names.has(name))
  if (added.length === 0 && (a.edges.length > 0 || b.edges.length === 0)) return a
  const addedNames = new Set(added.map(({ name }) => name))
  const isNew = (pair: readonly [string, string]) =>
    a.edges.length === 0 || addedNames.has(pair[0]) || addedNames.has(pair[1])
  return {
    joints: [...a.joints, ...added],
    edges: [...a.edges, ...b.edges.filter(isNew)],
    flip: [...a.flip, ...b.flip.filter(([from, to]) => addedNames.has(from) || addedNames.has(to))],
  }
}
