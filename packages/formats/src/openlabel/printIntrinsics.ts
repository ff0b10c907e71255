/** Writes the intrinsics and distortion of a camera in the terms of OpenLABEL, and beside them what those terms leave out. */
import type { Camera, Size } from "../model/Scene.ts"

type Matrix = NonNullable<Camera["intrinsics"]>
type Distortion = Camera["distortion"]

export const printCamera = ({ convention, distortion, intrinsics, size }: Camera): object => {
  const lens = toFisheyeCoefficients(distortion)
  const pinhole = toPinholeCoefficients(distortion)
  const isPlain = intrinsics === null || hasFocalLengths(intrinsics)
  return {
    ...(lens === undefined
      ? { intrinsics_pinhole: printPinhole(intrinsics, pinhole, size) }
      : { intrinsics_fisheye: printFisheye(intrinsics, lens, size) }),
    ...(lens !== undefined && !isPlain && { intrinsic_matrix: intrinsics }),
    // The members keep what the lists of coefficients leave out, such as absent ones.
    ...(distortion !== null && { distortion }),
    camera_convention: convention,
  }
}

const printSize = (size: Size | null) =>
  size === null ? {} : { width_px: size.width, height_px: size.height }

const printPinhole = (
  intrinsics: Matrix | null,
  coefficients: ReadonlyArray<number> | undefined,
  size: Size | null,
) => ({
  ...(intrinsics !== null && { camera_matrix: intrinsics.flatMap((row) => [...row, 0]) }),
  ...(coefficients !== undefined && { distortion_coeffs: coefficients }),
  ...printSize(size),
})

/** The standard has null for what is unknown. */
const printFisheye = (intrinsics: Matrix | null, lens: ReadonlyArray<number>, size: Size | null) => ({
  focal_length_x: intrinsics?.[0]?.[0] ?? null,
  focal_length_y: intrinsics?.[1]?.[1] ?? null,
  center_x_px: intrinsics?.[0]?.[2] ?? null,
  center_y_px: intrinsics?.[1]?.[2] ?? null,
  lens_coeffs: lens,
  ...printSize(size),
})

/** Whether the matrix says two focal lengths and a center alone. */
const hasFocalLengths = ([first, second, last]: Matrix): boolean =>
  first?.[1] === 0 && second?.[0] === 0 && last?.[0] === 0 && last[1] === 0 && last[2] === 1

/** In the order of OpenCV. Undefined for other models than Brown and Conrady's. */
const toPinholeCoefficients = (distortion: Distortion): ReadonlyArray<number> | undefined => {
  const read = makeCoefficientReader(distortion)
  if (read("p1") === undefined) return undefined
  const values = ["k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"].map(read)
  while (values.length > 5 && values.at(-1) === undefined) values.pop()
  return values.map((value) => value ?? 0)
}

/** Undefined for other models than the fisheye of OpenCV. */
const toFisheyeCoefficients = (distortion: Distortion): ReadonlyArray<number> | undefined => {
  if (distortion?.model !== "fisheye") return undefined
  return ["k1", "k2", "k3", "k4"].map(makeCoefficientReader(distortion)).map((value) => value ?? 0)
}

const makeCoefficientReader =
  (distortion: Distortion) =>
  (name: string): number | undefined => {
    const coefficients = distortion?.coefficients
    if (typeof coefficients !== "object" || coefficients === null) return undefined
    const value: unknown = Reflect.get(coefficients, name)
    return typeof value === "number" ? value : undefined
  }
