/** Reads files of a format as records on the wire, ready to be saved. */
import { type Loss, Losses } from "../carry/Losses.ts"
import type { Format, ReadDataset, ReadProgress } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { measureBytes, measureFile } from "../files/imageSize.ts"
import { mapInSlices } from "../files/inSlices.ts"
import { checkLimit, checkPixels, type Limits } from "../files/limits.ts"
import type { Source } from "../files/Source.ts"
import { type WatchedSource, watchSource } from "../files/WatchedSource.ts"
import { isUrl } from "../images/imageFinder.ts"
import type { Category, Dataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { recordOf, type WireRecord } from "../model/toWire.ts"
import { endRunsBeforeGaps } from "../model/trackRuns.ts"
import { encodeIds } from "../pictures/encodeIds.ts"
import { type Measure, toUprightScene } from "../pictures/uprightScene.ts"
import { type EmptyChoice, withEmpty } from "./emptyScenes.ts"
import { leaveOutOdd } from "./leaveOutOdd.ts"
import { makePlacer, type SaveFile } from "./makePlacer.ts"
import { checkCategoryNames, matchCategories } from "./matchCategories.ts"
import { Naming } from "./Naming.ts"
import { collectNames, nameScenes } from "./named.ts"
import { withSizesOfImages } from "./sizes.ts"
import { rememberMeasured, toMeasuredSize, UnstatedSizes } from "./unstatedSizes.ts"

export interface ImportPlan {
  readonly format: Format
  readonly source: Source
  /** The categories of the dataset that takes the samples; annotations get their ids, by name. Without it they keep their own. */
  readonly categories?: ReadonlyArray<Category>
  /** Images and point clouds are there, by their paths among the files. Without it they are saved. */
  readonly baseUrl?: string
  /**
   * What becomes of a sample without annotations in a format that has no statuses: a `label` without annotations by default, which says
   * that somebody looked and there is nothing, or an `unlabeled` sample.
   */
  readonly empty?: EmptyChoice
  /** Fails after the last record when anything was left out or changed. */
  readonly strict?: boolean
  /**
   * For files that are read twice, first to check them: the first reading collects the names of samples, which the second one gives. Without it
   * the names are collected before the records are read.
   */
  readonly naming?: Naming
  /** Notified while large files are read. */
  readonly onProgress?: (progress: ReadProgress) => void
  /** Saves a file and returns its URL: images and point clouds of the files, and bitmaps. */
  readonly save: SaveFile
}

export interface Import {
  readonly dataset: Dataset
  /** In the order of the files. Fails with a `FormatError` where a file is wrong. */
  readonly records: AsyncIterable<WireRecord>
  /** Complete after the last record. */
  readonly losses: () => ReadonlyArray<Loss>
  /**
   * Checks all files before anything of them is saved; `save` gets the files that the records will save, and reads none. Absent
   * where only the records themselves, read once more, show every fault.
   */
  readonly check?: (save: ImportPlan["save"]) => Promise<void>
  /** Frees what the records are read from: call it when they are not needed any more. */
  readonly close: () => Promise<void>
}

export const importDataset = async (plan: ImportPlan): Promise<Import> => {
  const { categories, empty = "label", format, naming, onProgress, save, strict = false } = plan
  const source = watchSource(plan.source)
  const { reader } = format
  if (reader === undefined) throw new Error(`${format.title} is only written, not read.`)
  const losses = new Losses()
  const sizeOf = async (path: string) => toMeasuredSize(await measureFile(source, path))
  const context = { limits: source.limits, losses, sizeOf, ...(onProgress && { onProgress }) }
  const read = await reader.read(source, context)
  const { close, dataset, embedded, isUnlabeled, outline, scenes } = read
  const matched = await orClose(() => {
    checkCategoryNames(dataset)
    return categories === undefined ? (scene: Scene) => scene : matchCategories(dataset, categories)
  }, close)
  const measure = rememberMeasured(async (path) => {
    const inside = embedded?.get(path)
    return inside === undefined ? await measureFile(source, path) : await measureBytes(await inside())
  })
  const recordsWith = (found: AsyncIterable<Scene>, saving: ImportPlan["save"]) => {
    const sizes = new UnstatedSizes(measure)
    const made = records(found, matched, makePlacer({ ...plan, source }, read, saving), {
      save: saving,
      sizes,
    })
    return isUnlabeled ? withoutLabels(made) : made
  }
  const collect = async (): Promise<Naming> => {
    if (outline !== undefined) return await collectNames(outline())
    const again = await reader.read(source, { limits: source.limits, losses: new Losses(), sizeOf })
    try {
      return await collectNames(again.scenes)
    } finally {
      await again.close?.()
    }
  }
  const named = async function* (found: AsyncIterable<Scene>, counted: Losses, given?: Naming) {
    for await (const scene of nameScenes(found, given ?? (await collect()), counted))
      yield leaveOutOdd(await withSizesOfImages(scene, source, counted), counted)
  }
  const whole = withRuns(
    uprightScenes(named(withinLimits(scenes, source.limits), losses, naming), measure, losses),
    format,
  )
  const resolved = isUnlabeled ? whole : withEmpty(whole, format.abilities.statuses ? null : empty, losses)
  const complete = withUnread(recordsWith(resolved, save), source, losses)
  return {
    dataset,
    records: strict ? withoutLosses(complete, losses) : complete,
    losses: () => losses.list(),
    // What is lost is known when everything is read.
    ...(outline &&
      !strict && {
        check: async (saving) => {
          const counted = new Losses()
          const checked = named(outline(), counted, naming ?? new Naming())
          for await (const _ of recordsWith(uprightScenes(checked, measure, counted), saving));
        },
      }),
    close: async () => close?.(),
  }
}

/** The result, or the failure after what the reader has opened is closed. */
const orClose = async <A>(make: () => A, close: ReadDataset["close"]): Promise<A> => {
  try {
    return make()
  } catch (cause) {
    await close?.()
    throw cause
  }
}

/** Files without marks of keyframes have an object in every frame in which it is: nothing may fill the gaps between them. */
async function* withRuns(scenes: AsyncIterable<Scene>, { abilities }: Format): AsyncGenerator<Scene> {
  for await (const scene of scenes) {
    const isMarked = scene.marksKeyframes ?? abilities.keyframes
    yield isMarked ? scene : endRunsBeforeGaps(scene)
  }
}

/** Counts the files that nobody read, when all records are. */
async function* withUnread(
  read: AsyncIterable<WireRecord>,
  source: WatchedSource,
  losses: Losses,
): AsyncGenerator<WireRecord> {
  yield* read
  for (const path of source.listUnread()) losses.add("unread", path)
}

async function* withoutLosses(
  records: AsyncIterable<WireRecord>,
  losses: Losses,
): AsyncGenerator<WireRecord> {
  yield* records
  const found = losses.list().filter(({ kind }) => !notes.has(kind))
  if (found.length === 0) return
  const text = found.map(
    ({ count, examples, meaning }) => `${count} ${meaning} (${examples.slice(0, 3).join("; ")})`,
  )
  throw new FormatError(".", `cannot be imported completely: ${text.join("; ")}.`)
}

/** An empty label, a picture that is turned upright and a longer name are nothing that was lost. */
const notes: ReadonlySet<string> = new Set(["empty-labels", "orientation", "sets-in-names"])

async function* uprightScenes(
  scenes: AsyncIterable<Scene>,
  measure: Measure,
  losses: Losses,
): AsyncGenerator<Scene> {
  for await (const scene of scenes) yield await toUprightScene(scene, measure, losses)
}

/** Readers check what they read before they make it; this is for those that are not of this package. */
async function* withinLimits(scenes: AsyncIterable<Scene>, limits: Limits): AsyncGenerator<Scene> {
  for await (const scene of scenes) {
    const { frames, name } = scene
    const sample = `the sample ${JSON.stringify(name)}`
    checkLimit(limits, "frames", frames.length, ".", `the number of frames of ${sample}`)
    const objects = frames.reduce((sum, { annotations }) => sum + annotations.length, 0)
    checkLimit(limits, "objects", objects, ".", `the number of objects of ${sample}`)
    for (const { bitmap, image } of frames)
      if (bitmap !== null && image?.size)
        checkPixels(limits, image.size, ".", `the size of the mask of ${sample}`)
    yield scene
  }
}

async function* withoutLabels(read: AsyncIterable<WireRecord>): AsyncGenerator<WireRecord> {
  for await (const record of read) yield { ...record, label: null }
}

async function* records(
  scenes: AsyncIterable<Scene>,
  matched: (scene: Scene) => Scene,
  placed: (path: string) => Promise<string>,
  { save, sizes }: { readonly save: ImportPlan["save"]; readonly sizes: UnstatedSizes },
): AsyncGenerator<WireRecord> {
  const names = new Set<string>()
  for await (const sensors of bySample(scenes)) {
    const name = sensors[0]?.name ?? ""
    if (names.has(name)) throw new FormatError(".", `has the sample ${JSON.stringify(name)} twice.`)
    names.add(name)
    const found: Array<Scene> = []
    for (const scene of sensors) found.push(await withUrls(matched(scene), placed))
    const record = await recordOf(found, async (bitmap, frame) => {
      const content = encodeIds(await bitmap.load())
      return save({ kind: "bitmap", path: `${name}/${frame}.png`, content })
    })
    const measured = await sizes.list(sensors, found)
    yield measured.length === 0 ? record : { ...record, sizes: measured }
  }
}

/** The scenes of one sample follow each other. */
async function* bySample(scenes: AsyncIterable<Scene>): AsyncGenerator<ReadonlyArray<Scene>> {
  let found: Array<Scene> = []
  for await (const scene of scenes) {
    const first = found[0]
    if (first !== undefined && (first.name !== scene.name || scene.sensor === null)) {
      yield found
      found = []
    }
    found.push(scene)
  }
  if (found.length > 0) yield found
}

/** URLs stay; anything else is a path among the files. */
const withUrls = async (scene: Scene, placed: (path: string) => Promise<string>): Promise<Scene> => {
  const urlOf = async (url: string): Promise<string> => (isUrl(url) ? url : await placed(url))
  const frames = await mapInSlices(scene.frames, async (frame) => ({
    ...frame,
    image: frame.image && { ...frame.image, url: await urlOf(frame.image.url) },
    cloud: frame.cloud && { ...frame.cloud, url: await urlOf(frame.cloud.url) },
    cameras: await mapInSlices(frame.cameras, async (camera) => ({
      ...camera,
      url: camera.url === null ? null : await urlOf(camera.url),
    })),
  }))
  return { ...scene, frames }
}
