/**
 * Reads MOTS as images: each folder in `instances` is a sequence, each image in it a frame, as in KITTI. Images in `instances` itself, beside
 * those in `images`, are one sequence, as in CVAT.
 */
import { posix } from "node:path"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "../files/limits.ts"
import { compareNaturally, getBaseName, nameOfStem, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { splitOfFolder, unflattenStem } from "../images/setPaths.ts"
import { detectMapillary } from "../mapillary/detect.ts"
import { collectIds } from "../masks/collectIds.ts"
import { readBitmap } from "../masks-png/grayPng.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Bitmap, Frame, Scene, Segment } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { perCategory } from "./ObjectIds.ts"
import { motsCategories, readNames } from "./sequences.ts"

const kittiMask = /^(?:(.*)\/)?instances\/([^/]+)\/(\d+)\.png$/
const cvatMask = /^(?:(.*)\/)?instances\/([^/]+)\.png$/
const cvatImage = /^(?:(.*)\/)?images\/([^/]+)\.[^./]+$/

/** Regions that evaluation ignores. */
const ignored = 10_000

export const motsPngReader: Reader = {
  detect: async (source) => {
    const masks = listKittiMasks(source)[0] ?? listCvatRoots(source)[0]?.masks[0]
    // Mapillary Vistas has such folders, too.
    return masks === undefined || (await detectMapillary(source)) !== undefined ? undefined : masks
  },
  read: async (source, context) => {
    const sequences = [...findKittiSequences(source), ...listCvatRoots(source).map(makeCvatSequence(source))]
    if (sequences.length === 0)
      throw new FormatError(
        ".",
        "has no file instances/NAME/000000.png, and none in instances beside images.",
      )
    const categories = new CategoryNumbers()
    const numbered: Array<NumberedSequence> = []
    for (const sequence of sequences) {
      const names = (await readNames(source, `${sequence.root}instances/labels.txt`)) ?? motsCategories
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
const listKittiMasks = ({ has, paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => {
    const match = kittiMask.exec(path)
    return match !== null && !has(posix.join(match[1] ?? "", "classes.csv"))
  })

interface CvatRoot {
  /** The folder of `instances` and `images`, with a slash. */
  readonly root: string
  readonly masks: ReadonlyArray<string>
}

/** Folders with `instances/labels.txt`, which CVAT and Datumaro write, and no masks of classes. */
const listCvatRoots = ({ has, paths }: Source): ReadonlyArray<CvatRoot> =>
  paths.flatMap((path) => {
    if (!/(^|\/)instances\/labels\.txt$/.test(path)) return []
    const root = path.slice(0, -"instances/labels.txt".length)
    const masks = paths.filter((own) => own.startsWith(root) && cvatMask.exec(own)?.[1] === toFolder(root))
    return masks.length === 0 || has(`${root}classes.csv`) ? [] : [{ root, masks }]
  })

const toFolder = (root: string): string | undefined => (root === "" ? undefined : root.slice(0, -1))

interface FramePaths {
  /** Undefined for a frame without objects. */
  readonly mask: string | undefined
  readonly image: string
}

interface Sequence {
  /** The folder of `instances`, with a slash. */
  readonly root: string
  readonly name: string
  readonly frames: ReadonlyArray<FramePaths>
}

interface NumberedSequence extends Sequence {
  readonly categoryOf: (number: number) => number | undefined
}

const findKittiSequences = (source: Source): ReadonlyArray<Sequence> => {
  const sequences = new Map<string, { root: string; folder: string; masks: Map<number, string> }>()
  for (const path of listKittiMasks(source)) {
    const [, parent, folder = "", number] = kittiMask.exec(path) ?? []
    const root = parent === undefined ? "" : `${parent}/`
    const sequence = sequences.get(`${root}${folder}`) ?? { root, folder, masks: new Map() }
    sequences.set(`${root}${folder}`, sequence)
    sequence.masks.set(Number(number), path)
  }
  return [...sequences.values()].map(({ folder, masks, root }) => {
    const place = `${root}instances/${folder}`
    const last = [...masks.keys()].reduce((highest, frame) => Math.max(highest, frame), 0)
    const count = checkLimit(source.limits, "frames", last + 1, place, "the number of its frames")
    const frames = Array.from({ length: count }, (_, index) => {
      const mask = masks.get(index)
      if (mask === undefined) throw new FormatError(place, `has no frame ${index}.`)
      const stem = `${root}image_02/${folder}/${stripEnding(getBaseName(mask))}`
      const image = [".png", ".jpg"].map((ending) => `${stem}${ending}`).find(source.has) ?? `${stem}.png`
      return { mask, image }
    })
    return { root, name: nameOfStem(unflattenStem(folder)), frames }
  })
}

/** Frames are those with an image or a mask, in the order of their names; the sequence has the name of its set. */
const makeCvatSequence =
  (source: Source) =>
  ({ masks, root }: CvatRoot): Sequence => {
    const masksByStem = new Map(masks.map((path) => [stripEnding(getBaseName(path)), path]))
    const images = new Map(
      source.paths.flatMap((path) =>
        cvatImage.exec(path)?.[1] === toFolder(root) ? [[stripEnding(getBaseName(path)), path] as const] : [],
      ),
    )
    const stems = [...new Set([...masksByStem.keys(), ...images.keys()])].sort(compareNaturally)
    return {
      root,
      name: posix.basename(root) || "sequence",
      frames: stems.map((stem) => ({
        mask: masksByStem.get(stem),
        image: images.get(stem) ?? `${root}images/${stem}.jpg`,
      })),
    }
  }

async function* scenes(
  source: Source,
  sequences: ReadonlyArray<NumberedSequence>,
  context: ReadContext,
): AsyncGenerator<Scene> {
  for (const sequence of sequences) {
    const { name, root } = sequence
    checkLimit(
      source.limits,
      "frames",
      sequence.frames.length,
      `${root}instances`,
      "the number of its frames",
    )
    const frames: Array<Frame> = []
    for (const paths of sequence.frames) frames.push(await readFrame(source, sequence, paths, context))
    // A list of the sequences of a set has the name of its folder.
    const isListed = root !== "" && source.has(`${root.slice(0, -1)}.seqmap`)
    const split = isListed ? toSet(posix.basename(root)) : splitOfFolder(posix.basename(root))
    yield { ...emptyScene, name, split, kind: "image-segmentation", isSequence: true, frames }
  }
}

const readFrame = async (
  source: Source,
  sequence: NumberedSequence,
  { image, mask }: FramePaths,
  context: ReadContext,
): Promise<Frame> => {
  if (mask !== undefined) return await readMask(source, sequence, mask, image, context)
  return { ...emptyFrame, image: { url: image, size: await context.sizeOf(image) } }
}

const readMask = async (
  source: Source,
  { categoryOf }: NumberedSequence,
  path: string,
  url: string,
  { losses }: ReadContext,
): Promise<Frame> => {
  const { height, ids, width } = await readBitmap(source, path)
  const annotations: Array<Segment> = []
  const byValue = new Map<number, number>()
  for (const value of [...collectIds(ids)].sort((a, b) => a - b)) {
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
  return {
    ...emptyFrame,
    image: { url, size: { width, height } },
    annotations,
    bitmap: { url: null, load },
  }
}
