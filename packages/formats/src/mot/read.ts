/** Reads sequences one by one: the rows of a sequence are in memory. */
import type { Losses } from "../carry/Losses.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import { readLines } from "../files/lines.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { setOnce } from "../files/setOnce.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Frame, Kind, Scene, Size } from "../model/Scene.ts"
import { toTaskType } from "../model/toWire.ts"
import { findPrediction, markConfidence } from "./confidences.ts"
import {
  type MotsSegment,
  paintMotsBitmap,
  parseMotRow,
  parseMotsRow,
  type Row,
  type RowPlace,
} from "./rows.ts"
import { listTruthPaths, motsCategories, readSequences, type Sequence } from "./sequences.ts"

/** The categories of MOTChallenge where no file names others. */
const motCategories = new Map(
  [
    "pedestrian",
    "person on vehicle",
    "car",
    "bicycle",
    "motorbike",
    "non motorized vehicle",
    "static person",
    "distractor",
    "occluder",
    "occluder on the ground",
    "occluder full",
    "reflection",
    "crowd",
  ].map((name, index) => [index + 1, name]),
)

export const motReader: Reader = makeReader("image-vector", motCategories, (text) => text.includes(","))
export const motsReader: Reader = makeReader(
  "image-segmentation",
  motsCategories,
  (text) => !text.includes(","),
)

function makeReader(
  kind: Kind,
  usual: ReadonlyMap<number, string>,
  isRow: (text: string) => boolean,
): Reader {
  return {
    detect: async (source) => {
      const paths = listTruthPaths(source)
      for (const path of paths)
        for await (const { text } of readLines(source, path)) return isRow(text) ? path : undefined
      return paths[0]
    },
    read: async (source, context) => {
      const paths = listTruthPaths(source)
      if (paths.length === 0) throw new FormatError(".", "has no file NAME/gt/gt.txt.")
      const { categories, sequences } = await readSequences(source, paths, usual)
      return {
        dataset: {
          name: kind === "image-vector" ? "mot" : "mots",
          description: "",
          taskType: toTaskType(kind, true),
          categories: categories.categories,
          imageAttributes: [],
        },
        scenes: scenes(source, sequences, kind, context),
      }
    },
  }
}

async function* scenes(
  source: Source,
  sequences: ReadonlyArray<Sequence>,
  kind: Kind,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const parts = new PartReader(context.losses, "rows")
  for (const sequence of sequences) {
    const images = findImages(source, sequence)
    // Without its length a sequence has as many frames as images, also behind the last object.
    const frameCount = checkLimit(
      source.limits,
      "frames",
      sequence.length > 0 ? sequence.length : countFrames(images),
      sequence.path,
      "the number of frames of its images",
    )
    const rows = await readRows(source, sequence, kind, context, parts)
    const count = [...rows.keys()].reduce((most, index) => Math.max(most, index + 1), frameCount)
    const frames: Array<Frame> = []
    const prediction = findPrediction([...rows.values()].flat())
    for (let index = 0; index < count; index++) {
      const own = (rows.get(index) ?? []).map((row) => markConfidence(row, prediction !== undefined))
      frames.push(await readFrame(images.get(index), sequence, index, own, kind, context))
    }
    const { name, split } = sequence
    yield { ...emptyScene, ...prediction, name, split, kind, isSequence: true, frames }
  }
  parts.checkAny()
}

/** The rows of each frame, from 0. They are in memory together. Those that cannot be read are counted. */
const readRows = async (
  source: Source,
  sequence: Sequence,
  kind: Kind,
  { losses }: ReadContext,
  parts: PartReader,
): Promise<ReadonlyMap<number, ReadonlyArray<Row>>> => {
  const { limits } = source
  const { path } = sequence
  checkLimit(limits, "bytes", await source.size(path), path, "the size of the file")
  const frames = new Map<number, FrameRows>()
  let objects = 0
  for await (const { number, text } of readLines(source, path))
    parts.read(() => {
      const place = { path, line: number, losses, limits, sequence }
      const row = kind === "image-vector" ? parseMotRow(text, place) : parseMotsRow(text, place)
      if (row === undefined) return
      objects += 1
      checkLimit(limits, "objects", objects, path, "the number of its rows")
      const index = row.frame - sequence.firstFrame
      const frame: FrameRows = frames.get(index) ?? {
        rows: [],
        tracks: new Set<number | null>(),
        maskSize: null,
      }
      checkRow(row, frame, place)
      frame.maskSize ??= row.mask ?? null
      frame.tracks.add(row.annotation.trackId)
      frame.rows.push(row)
      frames.set(index, frame)
    })
  return new Map([...frames].map(([index, { rows }]) => [index, rows]))
}

interface FrameRows {
  readonly rows: Array<Row>
  readonly tracks: Set<number | null>
  /** Of the first mask. */
  maskSize: Size | null
}

/** Fails for a row behind the last frame, for an object that is twice in its frame, and for a mask of another size than the first one. */
const checkRow = (row: Row, { maskSize, tracks }: FrameRows, { line, path, sequence }: RowPlace): void => {
  const { annotation, frame, mask } = row
  const fail = (reason: string): never => {
    throw new FormatError(path, `line ${line} ${reason}`)
  }
  if (sequence.length > 0 && frame - sequence.firstFrame >= sequence.length)
    fail(`has a frame behind the last one, ${sequence.length}.`)
  if (tracks.has(annotation.trackId))
    fail(`has the object ${annotation.trackId} twice in the frame ${frame}.`)
  if (
    mask !== undefined &&
    maskSize !== null &&
    (mask.width !== maskSize.width || mask.height !== maskSize.height)
  )
    fail(`has a mask of another size than others in the frame ${frame}.`)
}

/** The images of a sequence by their frame, from 0. Their numbers count as rows do, or from 0 in names such as `frame_000000`. */
const findImages = ({ paths }: Source, { firstFrame, images }: Sequence): ReadonlyMap<number, string> => {
  const numberedPaths = paths.flatMap((path) => {
    const number = path.startsWith(`${images.folder}/`) ? /(\d+)\.[^./]+$/.exec(path)?.[1] : undefined
    return number === undefined ? [] : [[Number(number), path] as const]
  })
  const first = numberedPaths.some(([number]) => number < firstFrame) ? 0 : firstFrame
  const byFrame = new Map<number, string>()
  for (const [number, path] of numberedPaths) setOnce(byFrame, number - first, path)
  return byFrame
}

const countFrames = (images: ReadonlyMap<number, string>): number =>
  [...images.keys()].reduce((count, index) => Math.max(count, index + 1), 0)

const readFrame = async (
  image: string | undefined,
  sequence: Sequence,
  index: number,
  rows: ReadonlyArray<Row>,
  kind: Kind,
  { losses, sizeOf }: ReadContext,
): Promise<Frame> => {
  const { digits, ending, folder } = sequence.images
  const number = String(index + sequence.firstFrame).padStart(digits, "0")
  const url = image ?? `${folder}/${number}${ending}`
  const masks = rows.flatMap(({ mask }) => (mask === undefined ? [] : [mask]))
  const stated = masks[0] ?? sequence.size
  const size = stated ?? (await sizeOf(url))
  if (size === null) throw new FormatError(url, "is missing, and seqinfo.ini has no size.")
  const annotations = rows.map(({ annotation }, i): Annotation => ({ ...annotation, id: i + 1 }))
  return {
    ...emptyFrame,
    // A mask has more than its size.
    image: { url, size: stated === null ? size : { width: size.width, height: size.height } },
    annotations,
    bitmap: kind === "image-vector" ? null : paintRows(rows, size, sequence.path, losses),
  }
}

const paintRows = (rows: ReadonlyArray<Row>, size: Size, path: string, losses: Losses): Frame["bitmap"] => {
  const segments = rows.flatMap(
    ({ frame, mask }, index): ReadonlyArray<MotsSegment> =>
      mask === undefined ? [] : [{ id: index + 1, mask, frame }],
  )
  let isCounted = false
  const count = (frame: number, pixels: number) => {
    if (!isCounted) losses.add("overlapping-masks", `${path} in the frame ${frame}`, pixels)
  }
  return {
    url: null,
    load: async () => {
      const bitmap = paintMotsBitmap(segments, size, count)
      isCounted = true
      return bitmap
    },
  }
}
