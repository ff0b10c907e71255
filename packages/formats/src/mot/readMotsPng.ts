/** Reads MOTS as images: each folder in `instances` is a sequence, each image in it a frame. */
import { posix } from "node:path"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import { baseName, nameOfStem, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { splitOfFolder, stemOfFlat } from "../images/setPaths.ts"
import { readBitmap } from "../masks-png/grayPng.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Bitmap, Frame, Scene, Segment } from "../model/Scene.ts"
import { perCategory } from "./ObjectIds.ts"
import { motsCategories, namesIn } from "./sequences.ts"

const image = /^(?:(.*)\/)?instances\/([^/]+)\/(\d+)\.png$/

/** Regions that evaluation ignores. */
const ignored = 10_000

export const motsPngReader: Reader = {
  detect: async (source) => imagesIn(source)[0],
  read: async (source, context) => {
    const sequences = sequencesIn(source)
    if (sequences.length === 0) throw new FormatError(".", "has no file instances/NAME/000000.png.")
    const categories = new CategoryNumbers()
    const numbered: Array<NumberedSequence> = []
    for (const sequence of sequences) {
      const names = (await namesIn(source, `${sequence.root}instances/labels.txt`)) ?? motsCategories
      const ids = new Map([...names].map(([number, name]) => [number, categories.of(name)]))
      numbered.push({ ...sequence, categoryOf: (number) => ids.get(number) })
    }
    return {
      dataset: {
        name: "mots",
        description: "",
        taskType: "image-segmentation-sequence",
        categories: categories.categories,
        imageAttributes: [],
      },
      scenes: scenes(source, numbered, context),
    }
  },
}

/** Masks of instances beside those of classes are the format of PNG masks. */
const imagesIn = ({ has, paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => {
    const found = image.exec(path)
    return found !== null && !has(posix.join(found[1] ?? "", "classes.csv"))
  })

interface Sequence {
  /** The folder of `instances`, with a slash. */
  readonly root: string
  readonly name: string
  /** By the numbers of the frames. */
  readonly frames: Map<number, string>
}

interface NumberedSequence extends Sequence {
  readonly categoryOf: (number: number) => number | undefined
}

const sequencesIn = (source: Source): ReadonlyArray<Sequence> => {
  const found = new Map<string, Sequence>()
  for (const path of imagesIn(source)) {
    const [, folder, name = "", number] = image.exec(path) ?? []
    const root = folder === undefined ? "" : `${folder}/`
    const sequence = found.get(`${root}${name}`) ?? { root, name, frames: new Map() }
    found.set(`${root}${name}`, sequence)
    sequence.frames.set(Number(number), path)
  }
  return [...found.values()]
}

async function* scenes(
  source: Source,
  sequences: ReadonlyArray<NumberedSequence>,
  context: ReadContext,
): AsyncGenerator<Scene> {
  for (const sequence of sequences) {
    const { frames: paths, name, root } = sequence
    const last = [...paths.keys()].reduce((highest, frame) => Math.max(highest, frame), 0)
    const count = checkLimit(
      source.limits,
      "frames",
      last + 1,
      `${root}instances/${name}`,
      "the number of its frames",
    )
    const frames: Array<Frame> = []
    for (let index = 0; index < count; index++) {
      const path = paths.get(index)
      if (path === undefined) throw new FormatError(`${root}instances/${name}`, `has no frame ${index}.`)
      frames.push(await frameOf(source, sequence, path, context))
    }
    const split = splitOfFolder(posix.basename(root))
    yield {
      ...emptyScene,
      name: nameOfStem(stemOfFlat(name)),
      split,
      kind: "image-segmentation",
      isSequence: true,
      frames,
    }
  }
}

const frameOf = async (
  source: Source,
  { categoryOf, name, root }: NumberedSequence,
  path: string,
  { losses }: ReadContext,
): Promise<Frame> => {
  const { height, ids, width } = await readBitmap(source, path)
  const annotations: Array<Segment> = []
  const byValue = new Map<number, number>()
  for (const value of [...new Set(ids)].sort((a, b) => a - b)) {
    if (value === 0) continue
    const category = Math.floor(value / perCategory)
    const categoryId = categoryOf(category)
    if (categoryId === undefined && value === ignored) {
      losses.add("unknown", path)
      continue
    }
    if (categoryId === undefined)
      throw new FormatError(path, `has the object ${value}, whose category ${category} has no name.`)
    const id = annotations.length + 1
    byValue.set(value, id)
    annotations.push({ id, categoryId, trackId: value, isKeyframe: true, attributes: {}, type: "segment" })
  }
  const load = async (): Promise<Bitmap> => {
    const bitmap = await readBitmap(source, path)
    return { ...bitmap, ids: bitmap.ids.map((value) => byValue.get(value) ?? 0) }
  }
  const stem = `${root}image_02/${name}/${withoutEnding(baseName(path))}`
  const places = [".png", ".jpg"].map((ending) => `${stem}${ending}`)
  const url = places.find(source.has) ?? `${stem}.png`
  return {
    ...emptyFrame,
    image: { url, size: { width, height } },
    annotations,
    bitmap: { url: null, load },
  }
}
