/** Reads the intrinsics and distortions of cameras, by the names of the standard and by those of Vicomtech's VCD. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import type { Camera, Size } from "../model/Scene.ts"
import { toStatedSize } from "../model/statedSize.ts"

/** A camera gets these from the properties of its stream. */
export interface Reading {
  readonly losses: Losses
  /** Our writer notes beside the intrinsics what they cannot say. */
  readonly isOwn: boolean
}

type Intrinsics = Pick<Camera, "intrinsics" | "distortion">

const none: Intrinsics = { intrinsics: null, distortion: null }

/** The member by the first name that is there. */
const findMember = (node: Node, names: ReadonlyArray<string>): Node | undefined =>
  names.map((name) => node.at(name)).find(({ isPresent }) => isPresent)

/** The size that the properties of a stream say. */
export const readSize = (properties: Node): Size | null => {
  for (const model of listModels(properties)) {
    const [width, height] = [model.at("width_px"), model.at("height_px")]
    if (width.isPresent && height.isPresent)
      return toStatedSize({ width: width.whole(), height: height.whole() })
  }
  return null
}

const prefix = "intrinsics_"

const listModels = (properties: Node): ReadonlyArray<Node> =>
  properties.or([], (found) =>
    found
      .keys()
      .filter((key) => key.startsWith(prefix) && found.at(key).isPresent)
      .map((key) => found.at(key)),
  )

export const readIntrinsics = (properties: Node, reading: Reading): Intrinsics => {
  if (!properties.isPresent) return none
  const pinhole = properties.at(`${prefix}pinhole`)
  const fisheye = properties.at(`${prefix}fisheye`)
  const matrix = pinhole.isPresent
    ? readPinhole(pinhole, reading)
    : fisheye.isPresent
      ? readFisheye(fisheye, reading)
      : readOther(properties, reading)
  if (!reading.isOwn) return matrix
  const intrinsics = properties
    .at("intrinsic_matrix")
    .or(matrix.intrinsics, (rows) => rows.items().map((row) => row.numbers(3)))
  return { intrinsics, distortion: properties.at("distortion").or(matrix.distortion, (own) => own.object()) }
}

/** Cylindrical, orthographic and other models have no place in a sample. */
const readOther = (properties: Node, { losses }: Reading): Intrinsics => {
  for (const model of listModels(properties)) losses.add("intrinsics", model.place)
  return none
}

const readPinhole = (pinhole: Node, { isOwn, losses }: Reading): Intrinsics => {
  const matrix = findMember(pinhole, ["camera_matrix", "camera_matrix_3x4"])
  if (matrix === undefined && !isOwn) losses.add("intrinsics", pinhole.place)
  const coefficients = findMember(pinhole, ["distortion_coeffs", "distortion_coeffs_1xN"])
  return {
    intrinsics: matrix === undefined ? null : readMatrix(matrix, losses),
    distortion: coefficients === undefined ? null : readBrownConrady(coefficients, losses),
  }
}

/** Of 3 × 4, row by row; a matrix of 3 × 3 is that without the last column, which moves what is projected. */
const readMatrix = (matrix: Node, losses: Losses): Camera["intrinsics"] => {
  const numbers = matrix.numbers()
  if (numbers.length !== 9 && numbers.length !== 12) matrix.fail("must have 12 numbers.")
  const columns = numbers.length / 3
  const rows = [0, 1, 2].map((row) => numbers.slice(row * columns, (row + 1) * columns))
  if (rows.some((row) => (row[3] ?? 0) !== 0)) losses.add("intrinsics", matrix.place)
  return rows.map((row) => row.slice(0, 3))
}

/** In the order of OpenCV. */
const brownConradyNames = ["k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"]

/** The first five are always there. */
const fewestCoefficients = 5

const readBrownConrady = (node: Node, losses: Losses): Camera["distortion"] => {
  const values = node.numbers()
  // Thin prisms and tilts of the sensor.
  if (values.slice(brownConradyNames.length).some((value) => value !== 0))
    losses.add("distortion", node.place)
  if (values.every((value) => value === 0)) return null
  const count = Math.max(fewestCoefficients, Math.min(values.length, brownConradyNames.length))
  const names = brownConradyNames.slice(0, count)
  return {
    model: "brown-conrady",
    coefficients: Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0])),
  }
}

const readFisheye = (fisheye: Node, { losses }: Reading): Intrinsics => {
  const [fx, fy, cx, cy] = [
    ["focal_length_x"],
    ["focal_length_y"],
    ["center_x_px", "center_x"],
    ["center_y_px", "center_y"],
  ].map((names) => findMember(fisheye, names)?.number())
  const isComplete = fx !== undefined && fy !== undefined && cx !== undefined && cy !== undefined
  if (!isComplete) losses.add("intrinsics", fisheye.place)
  const intrinsics = isComplete
    ? [
        [fx, 0, cx],
        [0, fy, cy],
        [0, 0, 1],
      ]
    : null
  return { intrinsics, distortion: readLens(fisheye, losses) }
}

/** The model of OpenCV, or that of Kannala where its first coefficient is 1, which is the same one; others are counted. */
const readLens = (fisheye: Node, losses: Losses): Camera["distortion"] => {
  const lens = findMember(fisheye, ["lens_coeffs", "lens_coeffs_1xN", "lens_coeffs_1x4"])
  if (lens === undefined) return null
  const values = lens.numbers()
  const model = fisheye
    .at("model")
    .or(values.length === 5 ? "kannala" : "opencv_fisheye", (found) => found.text())
  const isKannala = model === "kannala" && values.length === 5 && values[0] === 1
  if (!isKannala && (model !== "opencv_fisheye" || values.length !== 4)) {
    losses.add("distortion", lens.place)
    return null
  }
  const [k1 = 0, k2 = 0, k3 = 0, k4 = 0] = values.slice(isKannala ? 1 : 0)
  return { model: "fisheye", coefficients: { k1, k2, k3, k4 } }
}
