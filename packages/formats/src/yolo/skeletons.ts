/** The keypoints of classes as skeletons of categories. */
import type { Losses } from "../carry/Losses.ts"
import type { Dataset, SkeletonDefinition } from "../model/Dataset.ts"
import { readFlipIndex, toFlipIndex } from "../model/exactShapes.ts"
import type { Keypoints, YoloConfig } from "./YoloConfig.ts"

/**
 * The skeleton of a class. Keypoints without names get their numbers as names; undefined where the configuration says that they have no
 * identity, by a list without names.
 */
export const readSkeleton = (
  { keypoints, path }: Pick<YoloConfig, "keypoints" | "path">,
  number: number,
  losses?: Losses,
): SkeletonDefinition | undefined => {
  if (keypoints === null) return undefined
  const names = findNames(keypoints, number)
  if (names.length === 0) return undefined
  const joints = names.map((name) => ({ name }))
  const all = Array.from({ length: keypoints.count }, (_, index) => ({ name: names[index] ?? ` ${index}` }))
  const flip = keypoints.flip === null ? [] : readFlipIndex(keypoints.flip, { joints: all })
  if (flip === undefined) losses?.add("unknown", `${path}: flip_idx`)
  const own = new Set(names)
  return { joints, edges: [], flip: (flip ?? []).filter(([a, b]) => own.has(a) && own.has(b)) }
}

/** Those of the class, of the only class that has names, or numbers. */
const findNames = ({ count, names }: Keypoints, number: number): ReadonlyArray<string> => {
  const own = names.get(number) ?? (names.size === 1 ? [...names.values()][0] : undefined)
  return own ?? Array.from({ length: count }, (_, index) => String(index))
}

/** Reads what `data.yaml` says of keypoints. A flip index is that of all classes: null where theirs differ, or none has pairs. */
export const printSkeletons = (
  skeletons: ReadonlyArray<SkeletonDefinition | undefined>,
  count: number,
): { readonly flip: ReadonlyArray<number> | null; readonly names: ReadonlyArray<ReadonlyArray<string>> } => {
  const names = skeletons.map((skeleton) => skeleton?.joints.map(({ name }) => name) ?? [])
  const own = skeletons.flatMap((skeleton) => (skeleton === undefined ? [] : [skeleton]))
  const flips = own.map((skeleton) => padFlip(toFlipIndex(skeleton), count))
  const [first] = flips
  const isShared = first !== undefined && flips.every((flip) => flip.join() === first.join())
  const hasPairs = own.some(({ flip }) => flip.length > 0)
  return { names, flip: isShared && hasPairs ? first : null }
}

const padFlip = (flip: ReadonlyArray<number>, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => flip[index] ?? index)

/** Counts what of the skeletons has no place: edges, sigmas, and pairs that differ between classes. */
export const countSkeletons = ({ categories }: Dataset, losses: Losses): void => {
  const skeletons = categories.map(({ skeleton }) => skeleton)
  const { flip } = printSkeletons(skeletons, Math.max(0, ...skeletons.map((own) => own?.joints.length ?? 0)))
  for (const { name, skeleton } of categories)
    if (
      skeleton !== undefined &&
      (skeleton.edges.length > 0 ||
        skeleton.joints.some(({ sigma }) => sigma !== undefined) ||
        (skeleton.flip.length > 0 && flip === null))
    )
      losses.add("skeleton-parts", name)
}
