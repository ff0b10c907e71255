/** The objects of a dataset, each with the place by which it is the same one after any format: its sample, frame and cell. */
import { isShapeOfContract, readExactShape } from "@annotary/core/check"
import { decodeBitmap } from "../../src/files/bitmap.ts"
import type { ExactShape } from "../../src/model/exactShapes.ts"
import type { Content } from "./content.ts"

/** Samples differ in the width of their images, and objects in the cell of the grid that they are in. */
export const cell = { image: 40, cloud: 10 }

export interface FoundObject {
  /** The sample, frame and cell. */
  readonly place: string
  /** The sample and cell: the same for all annotations of an object over the frames. */
  readonly track: string
  readonly frame: number
  readonly category: string
  readonly type: string
  readonly points: ReadonlyArray<ReadonlyArray<number>>
  readonly shape: ExactShape | undefined
  /** Of a bitmap: the numbers of its pixels. */
  readonly pixels: ReadonlyArray<number> | undefined
  readonly cuboid: Cuboid | undefined
  readonly annotation: { readonly [key: string]: unknown }
}

export interface Cuboid {
  readonly position: readonly [number, number, number]
  readonly dimensions: readonly [number, number, number]
  readonly yaw: number
  readonly rotation: ReadonlyArray<number> | undefined
}

export interface FoundSample {
  readonly key: string
  readonly name: string
  readonly metadata: { readonly [key: string]: unknown }
  readonly frames: ReadonlyArray<FoundFrame>
}

export interface FoundFrame {
  readonly name: unknown
  readonly timestamp: unknown
  readonly attributes: unknown
  readonly size: ReadonlyArray<unknown>
  readonly objects: ReadonlyArray<FoundObject>
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a record, whose parts the comparison checks.
type Json = any

export const findSamples = ({ dataset, files, records }: Content): ReadonlyArray<FoundSample> => {
  const names = new Map(dataset.categories.map(({ id, name }) => [id, name]))
  return records.map(({ attributes, label, metadata, name }) => {
    const given: Json = attributes
    const labels: Json = label
    const isSequence = given.frames !== undefined
    const frames: ReadonlyArray<Json> = isSequence ? given.frames : [given]
    const key = frames[0]?.image === undefined ? name : String(frames[0].image.width)
    return {
      key,
      name,
      metadata,
      frames: frames.map((frame, index) => {
        const own = (isSequence ? labels?.frames?.[index] : labels) ?? {}
        const bitmap = own.segmentation_bitmap && files.get(own.segmentation_bitmap.url)
        const found = { key, index, names, pixels: bitmap && groupPixels(decodeBitmap(bitmap)) }
        return {
          name: frame.name,
          timestamp: frame.timestamp === undefined ? undefined : String(frame.timestamp),
          attributes: own.image_attributes ?? {},
          size: [frame.image?.width, frame.image?.height],
          objects: (own.annotations ?? []).map((one: Json) => findObject(one, found)),
        }
      }),
    }
  })
}

interface Surroundings {
  readonly key: string
  readonly index: number
  readonly names: ReadonlyMap<number, string>
  readonly pixels: GroupedPixels | undefined
}

const findObject = (one: Json, { index, key, names, pixels }: Surroundings): FoundObject => {
  const own = pixels?.points.get(one.id)
  const cuboid = one.dimensions === undefined ? undefined : findCuboid(one)
  const at = cuboid ? findCloudCell(cuboid) : findImageCell(own ?? one.points ?? [])
  const exact = one.shape === undefined ? undefined : readExactShape(one.shape)
  const track = `${key}/${at}`
  return {
    place: `${key}/${index}/${at}`,
    track,
    frame: index,
    category: names.get(one.category_id) ?? `? ${one.category_id}`,
    type: one.type ?? "segment",
    points: one.points ?? [],
    shape:
      exact === undefined || "problem" in exact || !isShapeOfContract(one.shape, one) ? undefined : exact,
    pixels: own && pixels ? own.map(([x = 0, y = 0]) => y * pixels.width + x) : undefined,
    cuboid,
    annotation: one,
  }
}

interface GroupedPixels {
  readonly width: number
  readonly points: ReadonlyMap<number, ReadonlyArray<ReadonlyArray<number>>>
}

const groupPixels = ({ ids, width }: ReturnType<typeof decodeBitmap>): GroupedPixels => {
  const points = new Map<number, Array<ReadonlyArray<number>>>()
  ids.forEach((id, at) => {
    if (id === 0) return
    const own = points.get(id) ?? []
    points.set(id, own)
    own.push([at % width, Math.floor(at / width)])
  })
  return { width, points }
}

/** By the middle of the bounds, which no format moves out of the cell. */
const findImageCell = (points: ReadonlyArray<ReadonlyArray<number>>): string =>
  [0, 1]
    .map((axis) => {
      const values = points.map((point) => point[axis] ?? 0)
      return Math.floor((Math.min(...values) + Math.max(...values)) / 2 / cell.image)
    })
    .join(",")

const findCloudCell = ({ position: [x, y] }: Cuboid): string =>
  [x, y].map((value) => Math.round(value / cell.cloud) + 0).join(",")

const findCuboid = ({ dimensions, position, rotation, yaw }: Json): Cuboid => ({
  position: [position.x, position.y, position.z],
  dimensions: [dimensions.x, dimensions.y, dimensions.z],
  yaw,
  rotation: rotation == null ? undefined : [rotation.qx, rotation.qy, rotation.qz, rotation.qw],
})
