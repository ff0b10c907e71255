/** Reads sequences one by one: the rows of a sequence are in memory. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import { linesOf } from "../files/lines.ts"
import type { Source } from "../files/Source.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Frame, Kind, Scene, Size } from "../model/Scene.ts"
import { taskTypeOf } from "../model/toWire.ts"
import { findPrediction, markConfidence } from "./confidences.ts"
import { type MotsSegment, motRow, motsBitmap, motsRow, type Row } from "./rows.ts"
import { motsCategories, readSequences, type Sequence, truthPaths } from "./sequences.ts"

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

export const motReader: Reader = readerOf("image-vector", motCategories, (text) => text.includes(","))
export const motsReader: Reader = readerOf(
  "image-segmentation",
  motsCategories,
  (text) => !text.includes(","),
)

function readerOf(kind: Kind, usual: ReadonlyMap<number, string>, isRow: (text: string) => boolean): Reader {
  return {
    detect: async (source) => {
      const paths = truthPaths(source)
      for (const path of paths)
        for await (const { text } of linesOf(source, path)) return isRow(text) ? path : undefined
      return paths[0]
    },
    read: async (source, context) => {
      const paths = truthPaths(source)
      if (paths.length === 0) throw new FormatError(".", "has no file NAME/gt/gt.txt.")
      const { categories, sequences } = await readSequences(source, paths, usual)
      return {
        dataset: {
          name: kind === "image-vector" ? "mot" : "mots",
          description: "",
          taskType: taskTypeOf(kind, true),
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
  for (const sequence of sequences) {
    const rows = new Map<number, Array<Row>>()
    const images = findImages(source, sequence)
    // Without its length a sequence has as many frames as images, also behind the last object.
    let count = checkLimit(
      source.limits,
      "frames",
      sequence.length > 0 ? sequence.length : countFrames(images),
      sequence.path,
      "the number of frames of its images",
    )
    const tracks = new Map<number, Set<number | null>>()
    let objects = 0
    // The rows of a sequence are in memory together.
    checkLimit(
      source.limits,
      "bytes",
      await source.size(sequence.path),
      sequence.path,
      "the size of the file",
    )
    for await (const { number, text } of linesOf(source, sequence.path)) {
      const place = {
        path: sequence.path,
        line: number,
        losses: context.losses,
        limits: source.limits,
        sequence,
      }
      const row = kind === "image-vector" ? motRow(text, place) : motsRow(text, place)
      if (row === undefined) continue
      const index = row.frame - sequence.firstFrame
      if (sequence.length > 0 && index >= sequence.length)
        throw new FormatError(
          sequence.path,
          `line ${number} has a frame behind the last one, ${sequence.length}.`,
        )
      count = Math.max(count, index + 1)
      objects += 1
      checkLimit(source.limits, "objects", objects, sequence.path, "the number of its rows")
      const known = rows.get(index) ?? []
      const knownTracks = tracks.get(index) ?? new Set()
      tracks.set(index, knownTracks)
      if (knownTracks.has(row.annotation.trackId))
        throw new FormatError(
          sequence.path,
          `line ${number} has the object ${row.annotation.trackId} twice in the frame ${row.frame}.`,
        )
      knownTracks.add(row.annotation.trackId)
      known.push(row)
      rows.set(index, known)
    }
    const frames: Array<Frame> = []
    const prediction = findPrediction([...rows.values()].flat())
    for (let index = 0; index < count; index++) {
      const own = (rows.get(index) ?? []).map((row) => markConfidence(row, prediction !== undefined))
      frames.push(await frameOf(images.get(index), sequence, index, own, kind, context))
    }
    const { name, split } = sequence
    yield { ...emptyScene, ...prediction, name, split, kind, isSequence: true, frames }
  }
}

/** The images of a sequence by their frame, from 0. Their numbers count as rows do, or from 0 in names such as `frame_000000`. */
const findImages = ({ paths }: Source, { firstFrame, images }: Sequence): ReadonlyMap<number, string> => {
  const found = paths.flatMap((path) => {
    const number = path.startsWith(`${images.folder}/`) ? /(\d+)\.[^./]+$/.exec(path)?.[1] : undefined
    return number === undefined ? [] : [[Number(number), path] as const]
  })
  const first = found.some(([number]) => number < firstFrame) ? 0 : firstFrame
  return new Map(found.map(([number, path]) => [number - first, path]))
}

const countFrames = (images: ReadonlyMap<number, string>): number =>
  [...images.keys()].reduce((count, index) => Math.max(count, index + 1), 0)

const frameOf = async (
  image: string | undefined,
  sequence: Sequence,
  index: number,
  rows: ReadonlyArray<Row>,
  kind: Kind,
  { sizeOf }: ReadContext,
): Promise<Frame> => {
  const { digits, ending, folder } = sequence.images
  const number = String(index + sequence.firstFrame).padStart(digits, "0")
  const url = image ?? `${folder}/${number}${ending}`
  const masks = rows.flatMap(({ mask }) => (mask === undefined ? [] : [mask]))
  const size = masks[0] ?? sequence.size ?? (await sizeOf(url))
  if (size === null) throw new FormatError(url, "is missing, and seqinfo.ini has no size.")
  const annotations = rows.map(({ annotation }, i): Annotation => ({ ...annotation, id: i + 1 }))
  return {
    ...emptyFrame,
    image: { url, size: { width: size.width, height: size.height } },
    annotations,
    bitmap: kind === "image-vector" ? null : bitmapOf(rows, size, sequence.path),
  }
}

const bitmapOf = (rows: ReadonlyArray<Row>, size: Size, path: string): Frame["bitmap"] => {
  const segments = rows.flatMap(
    ({ frame, mask }, index): ReadonlyArray<MotsSegment> =>
      mask === undefined ? [] : [{ id: index + 1, mask, frame }],
  )
  return { url: null, load: async () => motsBitmap(segments, size, path) }
}
