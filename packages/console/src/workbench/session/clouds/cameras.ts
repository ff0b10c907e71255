/** The images of a sample of point clouds, with the calibration of their cameras. */
import type { Pose } from "../../clouds/prepared.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  toNumber,
  toObjects,
} from "../../editor/json/value.ts"
import { findLoadable, listAddresses } from "../../editor/label/addresses.ts"
import { type Camera, type Distortion, type Lens, placeCamera } from "../../geometry/space/camera.ts"
import { type Axes, fromQuaternion, scaleVector, type Vector } from "../../geometry/space/vector.ts"

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
export const listCameraImages = (
  attributes: JsonObject,
  poses: ReadonlyArray<Pose | undefined>,
): ReadonlyArray<ReadonlyArray<CameraImage>> => {
  const frames = isArray(attributes.frames) ? attributes.frames : [attributes]
  return frames.map((frame, index) => (isObject(frame) ? readImages(frame.images, poses[index]) : []))
}

const readImages = (images: Json | undefined, pose: Pose | undefined): ReadonlyArray<CameraImage> => {
  const named = new Set<string>()
  return toObjects(images)
    .toSorted((a, b) => readFinite(a.row) - readFinite(b.row) || readFinite(a.col) - readFinite(b.col))
    .flatMap((image, index) => {
      const addresses = listAddresses(image)
      const url = findLoadable(addresses)
      if (url === undefined) return []
      const number = String(index + 1)
      const imageName = typeof image.name === "string" && image.name !== "" ? image.name : number
      // Names are how cameras are recognized in the next frame.
      const name = named.has(imageName) ? `${imageName} (${number})` : imageName
      named.add(name)
      return [{ name, url, addresses, camera: readCamera(image, pose) }]
    })
}

/** Zero for what is missing. */
const readFinite = (value: Json | undefined): number => {
  const number = toNumber(value)
  return Number.isFinite(number) ? number : 0
}

const readCamera = (image: JsonObject, pose: Pose | undefined): Camera | undefined => {
  const { extrinsics } = image
  const lens = readLens(image)
  if (lens === undefined || !isObject(extrinsics)) return undefined
  const position = readVector(extrinsics.translation)
  const axes = readAxes(extrinsics.rotation)
  if (position === undefined || axes === undefined) return undefined
  // In OpenGL a camera looks along its negative z, and its y points up.
  const seen: Axes =
    image.camera_convention === "OpenCV"
      ? axes
      : [axes[0], scaleVector(axes[1], -1), scaleVector(axes[2], -1)]
  const turned = pose && fromQuaternion(pose.heading)
  const sensor = pose && { position: pose.position, axes: turned ?? upright }
  return { lens, ...placeCamera({ position, axes: seen }, sensor) }
}

const upright: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

const readVector = (value: Json | undefined): Vector | undefined => {
  if (!isObject(value)) return undefined
  const vector: Vector = [toNumber(value.x), toNumber(value.y), toNumber(value.z)]
  return vector.every(Number.isFinite) ? vector : undefined
}

const readAxes = (value: Json | undefined): Axes | undefined =>
  isObject(value)
    ? fromQuaternion([toNumber(value.qx), toNumber(value.qy), toNumber(value.qz), toNumber(value.qw)])
    : undefined

const readLens = ({ distortion, intrinsics }: JsonObject): Lens | undefined => {
  const matrix = isObject(intrinsics) ? intrinsics.intrinsic_matrix : undefined
  if (!isArray(matrix)) return undefined
  const readCell = (row: number, column: number) => {
    const matrixRow = matrix[row]
    return isArray(matrixRow) ? toNumber(matrixRow[column]) : Number.NaN
  }
  const lens = {
    focal: [readCell(0, 0), readCell(1, 1)],
    skew: readCell(0, 1),
    center: [readCell(0, 2), readCell(1, 2)],
    distortion: readDistortion(distortion),
  } as const
  return [...lens.focal, lens.skew, ...lens.center].every(Number.isFinite) ? lens : undefined
}

const readDistortion = (value: Json | undefined): Distortion | undefined => {
  if (!isObject(value)) return undefined
  const { coefficients, model } = value
  const values = isObject(coefficients) ? coefficients : value
  const readCoefficient = (name: string) => readFinite(values[name])
  if (model === "fisheye")
    return {
      model,
      k: [readCoefficient("k1"), readCoefficient("k2"), readCoefficient("k3"), readCoefficient("k4")],
    }
  if (model !== "brown-conrady") return undefined
  return {
    model,
    k: [
      readCoefficient("k1"),
      readCoefficient("k2"),
      readCoefficient("k3"),
      readCoefficient("k4"),
      readCoefficient("k5"),
      readCoefficient("k6"),
    ],
    p: [readCoefficient("p1"), readCoefficient("p2")],
  }
}
