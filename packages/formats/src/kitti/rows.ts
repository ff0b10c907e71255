/** Rows of label files: from the type of an object to its angle. Files of tracking have the frame and the track before them. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import type { Line } from "../files/lines.ts"
import type { Attributes, Cuboid, Drawing } from "../model/Scene.ts"
import { computeAlpha, fromCameraBox, projectBox, toCameraBox } from "./boxes.ts"
import type { Calibration } from "./calibration.ts"
import { nameOfWord, toKittiName } from "./words.ts"

/** In place of a number that is not known. */
const unknown = -1
const unknownBox = [unknown, unknown, unknown, unknown]

export interface RowContext {
  readonly calibration: Calibration
  readonly losses: Losses
  readonly place: string
  /** `truncated` is a part from 0 to 1; in tracking a level from 0 to 2. */
  readonly levels: boolean
}

/** The 15 columns of an object. All digits are written. */
export const printRow = (cuboid: Cuboid, category: string, context: RowContext): string => {
  const box = toCameraBox(cuboid, context.calibration.toCamera)
  const { dimensions, location, rotationY } = box
  const numbers = [
    parseRowNumber(cuboid.attributes, "truncated", context.levels ? isLevel(2) : isPart, context),
    parseRowNumber(cuboid.attributes, "occluded", isLevel(3), context),
    computeAlpha(box),
    ...(projectBox(cuboid, context.calibration) ?? unknownBox),
    dimensions.z,
    dimensions.y,
    dimensions.x,
    location.x,
    location.y,
    location.z,
    rotationY,
  ]
  return [toKittiName(category), ...numbers].join(" ")
}

const isPart = (value: number) => value >= 0 && value <= 1
const isLevel = (highest: number) => (value: number) =>
  Number.isInteger(value) && value >= 0 && value <= highest

const parseRowNumber = (
  attributes: Attributes,
  name: string,
  isRight: (value: number) => boolean,
  { losses, place }: RowContext,
): number => {
  const value = attributes[name]
  if (value === undefined) return unknown
  if (typeof value === "number" && isRight(value)) return value
  losses.add("attribute-value", place)
  return unknown
}

type Shape =
  | ({ readonly type: "cuboid"; readonly isSynced: false; readonly rotation: null } & Pick<
      Cuboid,
      "position" | "dimensions" | "yaw"
    >)
  | { readonly type: "bbox"; readonly points: Drawing["points"] }

export interface Row {
  readonly category: string
  readonly attributes: Attributes
  readonly shape: Shape
}

export interface RowReading extends Omit<RowContext, "place"> {
  /** Whether rows are boxes in the image. Otherwise they are cuboids. */
  readonly isFlat: boolean
}

/** Undefined, and counted, for regions that nobody labeled, and for boxes in an image among cuboids. */
export const parseRow = (
  columns: ReadonlyArray<string>,
  { number: lineNumber }: Line,
  path: string,
  { calibration, isFlat, losses, levels }: RowReading,
): Row | undefined => {
  const refuse = (reason: string): never => {
    throw new FormatError(path, `line ${lineNumber} ${reason}`)
  }
  const [type = "", ...texts] = columns
  if (texts.length < 14 || texts.length > 15) refuse(`has ${columns.length} columns in place of 15.`)
  const numbers = texts.map((text) => {
    const value = Number(text)
    return text !== "" && Number.isFinite(value)
      ? value
      : refuse(`has ${JSON.stringify(text)} in place of a number.`)
  })
  if (type === "DontCare") {
    losses.add("shapes", `${path}, line ${lineNumber}`)
    return undefined
  }
  const [
    truncated = 0,
    occluded = 0,
    ,
    left = 0,
    top = 0,
    right = 0,
    bottom = 0,
    height = 0,
    width = 0,
    length = 0,
    x = 0,
    y = 0,
    z = 0,
    angle = 0,
    score,
  ] = numbers
  const isEmpty = isFlat ? right <= left || bottom <= top : height <= 0 || width <= 0 || length <= 0
  if (isEmpty) {
    losses.add("shapes", `${path}, line ${lineNumber}`)
    return undefined
  }
  const attributes = {
    ...((levels ? isLevel(2) : isPart)(truncated) && { truncated }),
    ...(isLevel(3)(occluded) && { occluded }),
    // Results of detectors have it.
    ...(score !== undefined && { score }),
  }
  const category = nameOfWord(type)
  const points = [
    [left, top],
    [right, bottom],
  ]
  if (isFlat) return { category, attributes, shape: { type: "bbox", points } }
  const box = { location: { x, y, z }, dimensions: { x: length, y: width, z: height }, rotationY: angle }
  const cuboid = fromCameraBox(box, calibration.toCamera)
  return { category, attributes, shape: { type: "cuboid", isSynced: false, rotation: null, ...cuboid } }
}
