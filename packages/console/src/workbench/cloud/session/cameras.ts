/** The images of a sample of point clouds, with the calibration of their cameras. */
import { addressesOf, loadableOf } from "../../model/document/addresses.ts"
import { isArray, isObject, type Json, type JsonObject, numberOf, objectsOf } from "../../model/json/value.ts"
import { type Camera, type Distortion, type Lens, placedIn } from "../model/camera.ts"
import type { Pose } from "../model/prepared.ts"
import { type Axes, axesOfQuaternion, times, type Vector } from "../model/vector.ts"

export interface CameraImage {
  readonly name: string
  readonly url: string
  /** All that the sample names, of which one is loaded. */
  readonly addresses: ReadonlyArray<string>
  /** The sensor whose images these are, where its objects are labeled in them. */
  readonly sensor?: string
  /** Undefined without a complete calibration: the image is shown, and nothing in it. */
  readonly camera: Camera | undefined
}

/** The images of each frame, in the order of the rows and columns that the sample gives them. */
export const cameraImages = (
  attributes: JsonObject,
  poses: ReadonlyArray<Pose | undefined>,
): ReadonlyArray<ReadonlyArray<CameraImage>> => {
  const frames = isArray(attributes.frames) ? attributes.frames : [attributes]
  return frames.map((frame, index) => (isObject(frame) ? imagesOf(frame.images, poses[index]) : []))
}

const imagesOf = (images: Json | undefined, pose: Pose | undefined): ReadonlyArray<CameraImage> => {
  const named = new Set<string>()
  return objectsOf(images)
    .toSorted((a, b) => finite(a.row) - finite(b.row) || finite(a.col) - finite(b.col))
    .flatMap((image, index) => {
      const addresses = addressesOf(image)
      const url = loadableOf(addresses)
      if (url === undefined) return []
      const number = String(index + 1)
      const given = typeof image.name === "string" && image.name !== "" ? image.name : number
      // Names are how cameras are recognized in the next frame.
      const name = named.has(given) ? `${given} (${number})` : given
      named.add(name)
      return [{ name, url, addresses, camera: cameraOf(image, pose) }]
    })
}

/** Zero for what is missing. */
const finite = (value: Json | undefined): number => {
  const number = numberOf(value)
  return Number.isFinite(number) ? number : 0
}

const cameraOf = (image: JsonObject, pose: Pose | undefined): Camera | undefined => {
  const { extrinsics } = image
  const lens = lensOf(image)
  if (lens === undefined || !isObject(extrinsics)) return undefined
  const position = vectorOf(extrinsics.translation)
  const axes = axesAt(extrinsics.rotation)
  if (position === undefined || axes === undefined) return undefined
  // In OpenGL a camera looks along its negative z, and its y points up.
  const seen: Axes =
    image.camera_convention === "OpenCV" ? axes : [axes[0], times(axes[1], -1), times(axes[2], -1)]
  const turned = pose && axesOfQuaternion(pose.heading)
  const sensor = pose && { position: pose.position, axes: turned ?? upright }
  return { lens, ...placedIn({ position, axes: seen }, sensor) }
}

const upright: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

const vectorOf = (value: Json | undefined): Vector | undefined => {
  if (!isObject(value)) return undefined
  const vector: Vector = [numberOf(value.x), numberOf(value.y), numberOf(value.z)]
  return vector.every(Number.isFinite) ? vector : undefined
}

const axesAt = (value: Json | undefined): Axes | undefined =>
  isObject(value)
    ? axesOfQuaternion([numberOf(value.qx), numberOf(value.qy), numberOf(value.qz), numberOf(value.qw)])
    : undefined

const lensOf = ({ distortion, intrinsics }: JsonObject): Lens | undefined => {
  const matrix = isObject(intrinsics) ? intrinsics.intrinsic_matrix : undefined
  if (!isArray(matrix)) return undefined
  const at = (row: number, column: number) => {
    const found = matrix[row]
    return isArray(found) ? numberOf(found[column]) : Number.NaN
  }
  const lens = {
    focal: [at(0, 0), at(1, 1)],
    skew: at(0, 1),
    center: [at(0, 2), at(1, 2)],
    distortion: distortionOf(distortion),
  } as const
  return [...lens.focal, lens.skew, ...lens.center].every(Number.isFinite) ? lens : undefined
}

const distortionOf = (value: Json | undefined): Distortion | undefined => {
  if (!isObject(value)) return undefined
  const { coefficients, model } = value
  const values = isObject(coefficients) ? coefficients : value
  const k = (name: string) => finite(values[name])
  if (model === "fisheye") return { model, k: [k("k1"), k("k2"), k("k3"), k("k4")] }
  if (model !== "brown-conrady") return undefined
  return {
    model,
    k: [k("k1"), k("k2"), k("k3"), k("k4"), k("k5"), k("k6")],
    p: [k("p1"), k("p2")],
  }
}
