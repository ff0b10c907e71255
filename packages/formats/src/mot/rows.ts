/** Rows of the files of MOT and MOTS as annotations. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit, checkPixels, type Limits, refuseAll } from "../files/limits.ts"
import { paint } from "../masks/bitmapRle.ts"
import type { Rle } from "../masks/rle.ts"
import { parseCounts } from "../masks/rleText.ts"
import type { Annotation, Attributes, Bitmap, Size } from "../model/Scene.ts"
import type { Sequence } from "./sequences.ts"

export interface Row {
  readonly frame: number
  readonly annotation: Annotation
  /** In MOTS. */
  readonly mask?: Rle
  /** Column 7 of a row without a category. */
  readonly confidence?: number
}

export interface RowPlace {
  readonly path: string
  readonly line: number
  readonly losses: Losses
  readonly sequence: Sequence
  readonly limits: Limits
}

const makeFail =
  ({ line, path }: RowPlace) =>
  (reason: string): never => {
    throw new FormatError(path, `line ${line} ${reason}`)
  }

/** The number of a frame, of an object and of a category. */
const readRowHead = (texts: ReadonlyArray<string>, place: RowPlace): readonly [number, number, number] => {
  const fail = makeFail(place)
  const { firstFrame, categoryOf } = place.sequence
  const [frame = Number.NaN, object = Number.NaN, category = Number.NaN] = texts.map((text) =>
    text.trim() === "" ? Number.NaN : Number(text),
  )
  const wrongFrame = `has the frame ${texts[0]}, which is not a whole number from ${firstFrame}.`
  // A file that counts from another number has all frames elsewhere.
  if (Number.isInteger(frame) && frame < firstFrame) return refuseAll({ fail }, wrongFrame)
  if (!Number.isInteger(frame)) fail(wrongFrame)
  checkLimit(place.limits, "frames", frame - firstFrame + 1, { fail }, "has a frame whose number")
  if (!(Number.isSafeInteger(object) && object >= 0))
    fail(`has the object ${texts[1]}, which is not a track ID.`)
  const categoryNumber = categoryOf(category) ?? fail(`has the category ${texts[2]}, which has no name.`)
  return [frame, object, categoryNumber]
}

/** Also rows of results, of 7 to 10 columns, whose category is the first one. */
export const parseMotRow = (text: string, place: RowPlace): Row => {
  const fail = makeFail(place)
  const cells = text.split(",")
  if (cells.length < 7 || cells.length > 10) fail("must have 9 columns.")
  const [frameText = "", trackText = "", ...others] = cells
  const [x = 0, y = 0, w = 0, h = 0, isUsed = 1, category = -1, visibility = 1] = others.map((cell) =>
    cell.trim() === "" ? Number.NaN : Number(cell),
  )
  if (![x, y, w, h, isUsed, visibility].every(Number.isFinite)) fail("has a column that is not a number.")
  const isResult = category === -1
  const [frame, trackId, categoryId] = readRowHead(
    [frameText, trackText, isResult ? "1" : (others[5] ?? "")],
    place,
  )
  const attributes: Attributes = isResult
    ? {}
    : { ...(isUsed === 0 && { ignored: true }), ...(visibility !== 1 && visibility >= 0 && { visibility }) }
  const points = [
    [x, y],
    [x + w, y + h],
  ]
  return {
    frame,
    annotation: { id: 0, categoryId, trackId, isKeyframe: true, attributes, type: "bbox", points },
    ...(isResult && { confidence: isUsed }),
  }
}

/** Regions that evaluation ignores. */
const ignoredCategory = 10

/** Undefined, and counted, for a region that is ignored. */
export const parseMotsRow = (text: string, place: RowPlace): Row | undefined => {
  const fail = makeFail(place)
  const cells = text.trim().split(/\s+/)
  if (cells.length !== 6) fail("must have 6 columns: frame, object, category, height, width, mask.")
  const [frameText = "", objectText = "", categoryText = "", heightText, widthText, counts = ""] = cells
  if (Number(categoryText) === ignoredCategory && place.sequence.categoryOf(ignoredCategory) === undefined) {
    place.losses.add("unknown", `${place.path} line ${place.line}`)
    return undefined
  }
  const [frame, trackId, categoryId] = readRowHead([frameText, objectText, categoryText], place)
  const [height, width] = [Number(heightText), Number(widthText)]
  const runs = parseCounts(counts) ?? fail("has no compressed mask.")
  const pixels = runs.reduce((sum, count) => sum + count, 0)
  if (!(Number.isInteger(height) && Number.isInteger(width) && pixels === height * width))
    fail(`has a mask of other than ${heightText} × ${widthText} pixels.`)
  checkPixels(place.limits, { width, height }, { fail }, "has a mask whose size")
  return {
    frame,
    annotation: { id: 0, categoryId, trackId, isKeyframe: true, attributes: {}, type: "segment" },
    mask: { width, height, counts: runs },
  }
}

export interface MotsSegment {
  readonly id: number
  readonly mask: Rle
  readonly frame: number
}

/** The evaluation of MOTS allows no overlap: pixels of two masks belong to the later one, which is counted. */
export const paintMotsBitmap = (
  segments: ReadonlyArray<MotsSegment>,
  { height, width }: Size,
  onOverlap: (frame: number, pixels: number) => void,
): Bitmap => {
  const bitmap = { width, height, ids: new Uint32Array(width * height) }
  for (const { frame, id, mask } of segments) {
    const pixels = paint(bitmap, mask, id)
    if (pixels > 0) onOverlap(frame, pixels)
  }
  return bitmap
}
