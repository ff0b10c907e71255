/**
 * Brings the shapes and bitmaps of a scene into the upright frame of their pictures. A record that states the size as stored has its shapes
 * in that frame, and they are turned. One that states the upright size, or no size, has them upright; and so has one whose two sizes are
 * equal, which cannot be known otherwise.
 */
import { mapShape } from "@annotary/core/check"
import type { Losses } from "../carry/Losses.ts"
import { draw } from "../model/exactShapes.ts"
import type { Annotation, BitmapFile, Camera, Frame, Scene, Size } from "../model/Scene.ts"
import type { MeasuredPicture } from "./measurePicture.ts"
import { turnBitmap, turnPoint } from "./turn.ts"
import { turnCamera } from "./turnCamera.ts"

/** Measures the picture of an image or camera; null when its file cannot be read. */
export type Measure = (url: string) => Promise<MeasuredPicture | null>

/** Counts pictures whose orientation is not 1. */
export const toUprightScene = async (scene: Scene, measure: Measure, losses: Losses): Promise<Scene> => {
  const frames: Array<Frame> = []
  let isChanged = false
  for (const [index, frame] of scene.frames.entries()) {
    const count = (url: string) =>
      losses.add(
        "orientation",
        scene.isSequence ? `${scene.name}, frame ${index}: ${url}` : `${scene.name}: ${url}`,
      )
    const cameras = await toUprightCameras(frame.cameras, measure, count, losses)
    const own = cameras === frame.cameras ? frame : { ...frame, cameras }
    const upright = await toUprightFrame(own, measure, count)
    isChanged ||= upright !== frame
    frames.push(upright)
  }
  return isChanged ? { ...scene, frames } : scene
}

/** A camera that states the size as stored has its calibration in that frame. One that cannot be turned loses its intrinsics, counted. */
const toUprightCameras = async (
  cameras: Frame["cameras"],
  measure: Measure,
  count: (url: string) => void,
  losses: Losses,
): Promise<Frame["cameras"]> => {
  const upright: Array<Camera> = []
  for (const camera of cameras) {
    const picture = camera.url === null ? null : await measure(camera.url)
    if (camera.url === null || picture === null || picture.orientation === 1) {
      upright.push(camera)
      continue
    }
    count(camera.url)
    const isStored = isStoredSize(camera.size, picture)
    const turned = isStored ? turnCamera(camera, picture) : camera
    if (turned === null)
      losses.add("intrinsics", `${camera.url}: a picture that is mirrored, or pixels with skew`)
    upright.push(turned ?? { ...camera, size: picture.size, intrinsics: null, distortion: null })
  }
  return upright.every((camera, at) => camera === cameras[at]) ? cameras : upright
}

const toUprightFrame = async (
  frame: Frame,
  measure: Measure,
  count: (url: string) => void,
): Promise<Frame> => {
  const { image } = frame
  const picture = image && (await measure(image.url))
  if (image === null || picture === null || picture.orientation === 1) return frame
  count(image.url)
  const bitmap = frame.bitmap && toUprightBitmap(frame.bitmap, picture)
  if (!isStoredSize(image.size, picture))
    return {
      ...frame,
      image: { ...image, size: image.size ?? { ...picture.size, isMeasured: true } },
      bitmap,
    }
  return {
    ...frame,
    image: { ...image, size: picture.size },
    annotations: frame.annotations.map((annotation) => turnAnnotation(annotation, picture)),
    bitmap,
  }
}

const isEqual = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

/** Whether a stated size is that of the stored picture and not of the upright one. */
export const isStoredSize = (size: Size | null, { size: upright, stored }: MeasuredPicture): boolean =>
  size !== null && isEqual(size, stored) && !isEqual(stored, upright)

/** A mask of the stored size is turned, whatever its record states. */
const toUprightBitmap = ({ load, url }: BitmapFile, picture: MeasuredPicture): BitmapFile => ({
  url,
  load: async () => {
    const bitmap = await load()
    return isStoredSize(bitmap, picture) ? turnBitmap(picture.orientation, bitmap) : bitmap
  },
})

const turnAnnotation = (annotation: Annotation, { orientation, stored }: MeasuredPicture): Annotation => {
  if (!("points" in annotation)) return annotation
  const turn = (x: number, y: number) => turnPoint(orientation, stored, x, y)
  const { shape } = annotation
  if (shape !== undefined) return { ...annotation, ...draw(mapShape(shape, ([x, y]) => turn(x, y))) }
  const points = annotation.points.map(([x = 0, y = 0]) => turn(x, y))
  return { ...annotation, points: annotation.type === "bbox" ? turnCorners(points) : points }
}

/** The corners of a box, the smaller one first. */
const turnCorners = (
  points: ReadonlyArray<readonly [number, number]>,
): ReadonlyArray<readonly [number, number]> => {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ]
}
