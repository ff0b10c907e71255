/** Computes where places of the world are in the image of a camera. */
import { type Axes, addVectors, moveAlongAxes, subtractVectors, toAxes, type Vector } from "./vector.ts"

/** The distortion of the image by a lens, with the coefficients of OpenCV. */
export type Distortion =
  | { readonly model: "fisheye"; readonly k: readonly [number, number, number, number] }
  | {
      readonly model: "brown-conrady"
      /** k1 to k6: those from k4 on divide. */
      readonly k: readonly [number, number, number, number, number, number]
      readonly p: readonly [number, number]
    }

export interface Lens {
  readonly focal: readonly [number, number]
  readonly skew: number
  readonly center: readonly [number, number]
  readonly distortion: Distortion | undefined
}

export interface Camera {
  /** In coordinates of the world. */
  readonly position: Vector
  /** The directions to the right, to the bottom and ahead of the image, in coordinates of the world. */
  readonly axes: Axes
  readonly lens: Lens
}

/** The place of the camera in the world: its place in the frame of the sensor, and that of the sensor. */
export const placeCamera = (
  { axes, position }: Omit<Camera, "lens">,
  sensor: { readonly axes: Axes; readonly position: Vector } | undefined,
): Omit<Camera, "lens"> =>
  sensor === undefined
    ? { axes, position }
    : {
        position: addVectors(sensor.position, moveAlongAxes(sensor.axes, position)),
        axes: [
          moveAlongAxes(sensor.axes, axes[0]),
          moveAlongAxes(sensor.axes, axes[1]),
          moveAlongAxes(sensor.axes, axes[2]),
        ],
      }

/** Nearer than this nothing is projected, in meters. */
const nearest = 0.05

/** Pixels of the image from its upper left corner; undefined for what the camera cannot see. */
export type Projector = (place: Vector) => readonly [number, number] | undefined

export const makeProjector = ({ axes, lens, position }: Camera): Projector => {
  const { center, distortion, focal, skew } = lens
  const bent = makeBend(distortion)
  return (place) => {
    const [x, y, z] = toAxes(axes, subtractVectors(place, position))
    const at = bent(x, y, z)
    if (at === undefined) return undefined
    return [focal[0] * at[0] + skew * at[1] + center[0], focal[1] * at[1] + center[1]]
  }
}

/** Coordinates of the camera as a point of the plane at distance one, bent by the lens. */
type Bend = (x: number, y: number, z: number) => readonly [number, number] | undefined

const makeBend = (distortion: Distortion | undefined): Bend => {
  if (distortion === undefined) return (x, y, z) => (z < nearest ? undefined : [x / z, y / z])
  if (distortion.model === "fisheye") {
    const bendAngle = (angle: number) => angle * evaluateEvenPolynomial(distortion.k, angle)
    const widest = findTurningPoint(bendAngle, Math.PI)
    return (x, y, z) => {
      const across = Math.hypot(x, y)
      const angle = Math.atan2(across, z)
      if (angle > widest || across + Math.abs(z) < nearest) return undefined
      const scale = across < 1e-12 ? 0 : bendAngle(angle) / across
      return [x * scale, y * scale]
    }
  }
  const [k1, k2, k3, k4, k5, k6] = distortion.k
  const [p1, p2] = distortion.p
  const computeRadial = (r: number) =>
    evaluateEvenPolynomial([k1, k2, k3], r) / evaluateEvenPolynomial([k4, k5, k6], r)
  const widest = findTurningPoint((r) => r * computeRadial(r), 10)
  return (x, y, z) => {
    if (z < nearest) return undefined
    const [a, b] = [x / z, y / z]
    const r = Math.hypot(a, b)
    if (r > widest) return undefined
    const scale = computeRadial(r)
    return [
      a * scale + 2 * p1 * a * b + p2 * (r * r + 2 * a * a),
      b * scale + p1 * (r * r + 2 * b * b) + 2 * p2 * a * b,
    ]
  }
}

/** 1 + k1 r² + k2 r⁴ + … */
const evaluateEvenPolynomial = (k: ReadonlyArray<number>, r: number): number => {
  let sum = 1
  let power = 1
  for (const coefficient of k) {
    power *= r * r
    sum += coefficient * power
  }
  return sum
}

/** Finds where a function stops to grow: behind it, the polynomial of a lens would fold what is outside back into the image. */
const findTurningPoint = (bend: (r: number) => number, most: number): number => {
  const steps = 2000
  let before = 0
  for (let step = 1; step <= steps; step++) {
    const value = bend((step / steps) * most)
    if (!(value > before)) return ((step - 1) / steps) * most
    before = value
  }
  return most
}
