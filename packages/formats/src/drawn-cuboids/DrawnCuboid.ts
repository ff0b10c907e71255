/** Cuboids of tools that draw in point clouds, on their way to annotations. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { findCloudType } from "../model/cloudType.ts"
import { type Dataset, makeDataset } from "../model/Dataset.ts"
import { toHeading } from "../model/poses.ts"
import { fromEulerAngles, wrapAngle } from "../model/rotation.ts"
import type { Annotation, Attributes, Camera, Cloud, Cuboid, Vector } from "../model/Scene.ts"

export type Heading = Pick<Cuboid, "yaw" | "rotation">

/** A cuboid in the frame of the point cloud. */
export interface DrawnCuboid {
  readonly category: string
  /** The object over the frames of a sequence, by the key of the tool; null for one of this frame alone. */
  readonly track: string | null
  readonly isKeyframe?: boolean
  readonly position: Vector
  readonly dimensions: Vector
  readonly heading: Heading
  readonly attributes: Attributes
}

/** Describes what files of such tools have. */
export const cuboidAbilities: Abilities = {
  ...nothing,
  kinds: ["cuboid"],
  annotations: ["cuboid"],
  rotation: "quaternion",
}

/**
 * The heading of angles about x, then y, then z: each about the axes of the point cloud, or about those that the turns before it left. A turn
 * about z alone keeps its digits.
 */
export const findHeading = (axes: "fixed" | "turned", { x, y, z }: Vector): Heading => {
  if (x === 0 && y === 0) return { yaw: wrapAngle(z), rotation: null }
  return toHeading(axes === "fixed" ? fromEulerAngles("ZYX", [z, y, x]) : fromEulerAngles("XYZ", [x, y, z]))
}

/** Three numbers of an object, by the names of its members. */
export const readVector = (
  node: Node,
  [x, y, z]: readonly [string, string, string] = ["x", "y", "z"],
): Vector => ({
  x: node.at(x).number(),
  y: node.at(y).number(),
  z: node.at(z).number(),
})

/** A color such as `#ff0000`. Null for an empty text, and, counted, for anything else. */
export const readColor = (node: Node, losses: Losses): ReadonlyArray<number> | null => {
  const [, digits] = /^#([0-9a-f]{6})$/i.exec(String(node.value)) ?? []
  if (digits !== undefined)
    return [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16))
  if (node.value !== "") losses.add("category-colors", node.place)
  return null
}

/** Tools that draw in point clouds have `.bin` files of KITTI, and PCD files where a name has no ending. */
export const makeCloud = (url: string): Cloud => ({
  url,
  type: findCloudType(url, { bin: "kitti", other: "pcd" }),
})

/** A dataset whose categories are those of the cuboids in its files, in alphabetical order. */
export const collectCategories = async (
  name: string,
  taskType: string,
  paths: ReadonlyArray<string>,
  read: (path: string) => Promise<ReadonlyArray<DrawnCuboid>>,
): Promise<Dataset> => {
  const names = new Set<string>()
  for (const path of paths) for (const { category } of await read(path)) names.add(category)
  return makeDataset(name, taskType, [...names].sort())
}

/** Numbers the tracks of a sequence: keys that are numbers keep them, others get the numbers behind those. */
export class TrackNumbers {
  readonly #numbers = new Map<string, number>()
  #last: number

  constructor(keys: Iterable<string>) {
    const numbers = [...keys].filter(isNumber).map(Number)
    this.#last = numbers.reduce((a, b) => Math.max(a, b), 0)
  }

  find(key: string | null): number {
    if (key !== null && isNumber(key)) return Number(key)
    const number = key === null ? undefined : this.#numbers.get(key)
    if (number !== undefined) return number
    this.#last += 1
    if (key !== null) this.#numbers.set(key, this.#last)
    return this.#last
  }
}

const isNumber = (key: string): boolean => /^(0|[1-9]\d{0,14})$/.test(key)

/** Annotations of one frame, with ids from 1; `tracks` only in sequences. */
export const toAnnotations = (
  cuboids: ReadonlyArray<DrawnCuboid>,
  categoryOf: (name: string) => number,
  tracks?: TrackNumbers,
): ReadonlyArray<Annotation> =>
  cuboids.map(
    ({ attributes, category, dimensions, heading, isKeyframe = true, position, track }, index): Cuboid => ({
      type: "cuboid",
      id: index + 1,
      categoryId: categoryOf(category),
      trackId: tracks === undefined ? null : tracks.find(track),
      isKeyframe,
      attributes,
      isSynced: false,
      position,
      dimensions,
      ...heading,
    }),
  )

/** An image beside a point cloud of which nothing but the file is known. */
export const makeBareCamera = (name: string, url: string): Camera => ({
  name,
  url,
  size: null,
  intrinsics: null,
  extrinsics: null,
  convention: "OpenCV",
  distortion: null,
})
