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
import { toWireRecord, type WireRecord } from "../model/toWire.ts"
import { endRunsBeforeGaps } from "../model/trackRuns.ts"
import { encodeIds } from "../pictures/encodeIds.ts"
import { type Measure, toUprightScene } from "../pictures/uprightScene.ts"
import { checkClouds } from "./checkClouds.ts"
import { ImageChecker } from "./checkImages.ts"
import { type EmptyChoice, withEmpty } from "./emptyScenes.ts"
import { leaveOutOdd } from "./leaveOutOdd.ts"
import { makePlacer, type SaveFile } from "./makePlacer.ts"
import { checkCategoryNames, matchCategories } from "./matchCategories.ts"
import { Naming } from "./Naming.ts"
import { collectNames, nameScenes } from "./named.ts"
import { withSizesOfImages } from "./sizes.ts"
import { cacheMeasured, toMeasuredSize, UnstatedSizes } from "./unstatedSizes.ts"

export interface ImportPlan {
  readonly format: Format
  readonly source: Source
  /** The categories of the dataset that takes the samples; annotations get their ids, by name. Without it they keep their own. */
  readonly categories?: ReadonlyArray<Category>
  /** Images and point clouds are there, by their paths among the files. Without it they are saved. */
  readonly baseUrl?: string
  /**
   * Decides what becomes of a sample without annotations in a format that has no statuses: a `label` without annotations by default, which says
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
  const measureSource = async (path: string) => toMeasuredSize(await measureFile(source, path))
  const context = { limits: source.limits, losses, sizeOf: measureSource, ...(onProgress && { onProgress }) }
  const read = await reader.read(source, context)
  const { close, dataset, embedded, isUnlabeled, outline, scenes } = read
  const matched = await runOrClose(() => {
    checkCategoryNames(dataset)
    return categories === undefined ? (scene: Scene) => scene : matchCategories(dataset, categories)
  }, close)
  const measure = cacheMeasured(async (path) => {
    const inside = embedded?.get(path)
    return inside === undefined ? await measureFile(source, path) : await measureBytes(await inside())
  })
  const makeRecordReader = (found: AsyncIterable<Scene>, saving: ImportPlan["save"]) => {
    const sizes = new UnstatedSizes(measure)
    const made = readRecords(found, matched, makePlacer({ ...plan, source }, read, saving), {
      save: saving,
      sizes,
      losses,
    })
    return isUnlabeled ? stripLabels(made) : made
  }
  const collect = async (): Promise<Naming> => {
    if (outline !== undefined) return await collectNames(outline())
    const again = await reader.read(source, {
      limits: source.limits,
      losses: new Losses(),
      sizeOf: measureSource,
    })
    try {
      return await collectNames(again.scenes)
    } finally {
      await again.close?.()
    }
  }
  const applyNaming = async function* (found: AsyncIterable<Scene>, counted: Losses, given?: Naming) {
    const images = new ImageChecker(counted)
    for await (const scene of nameScenes(found, given ?? (await collect()), counted)) {
      const named = images.check(scene)
      if (named === undefined) continue
      const checked = checkClouds(named, plan.baseUrl !== undefined || read.lacksClouds === true, counted)
      yield leaveOutOdd(await withSizesOfImages(checked, source, counted), counted)
    }
    images.checkAny()
  }
  const whole = withRuns(
    uprightScenes(applyNaming(checkScenes(scenes, source.limits), losses, naming), measure, losses),
    format,
  )
  const resolved = isUnlabeled ? whole : withEmpty(whole, format.abilities.statuses ? null : empty, losses)
  const complete = withUnread(makeRecordReader(resolved, save), source, losses)
  return {
    dataset,
    records: strict ? reportLosses(complete, losses) : complete,
    losses: () => losses.list(),
    // What is lost is known when everything is read.
    ...(outline &&
      !strict && {
        check: async (saving) => {
          const counted = new Losses()
          const checked = applyNaming(outline(), counted, naming ?? new Naming())
          for await (const _ of makeRecordReader(uprightScenes(checked, measure, counted), saving));
        },
      }),
    close: async () => close?.(),
  }
}

/** The result, or the failure after what the reader has opened is closed. */
const runOrClose = async <A>(make: () => A, close: ReadDataset["close"]): Promise<A> => {
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

async function* reportLosses(records: AsyncIterable<WireRecord>, losses: Losses): AsyncGenerator<WireRecord> {
  yield* records
  const counted = losses.list().filter(({ kind }) => !notes.has(kind))
  if (counted.length === 0) return
  const text = counted.map(
    ({ count, examples, meaning }) => `${count} ${meaning} (${examples.slice(0, 3).join("; ")})`,
  )
  throw new FormatError(".", `cannot be imported completely: ${text.join("; ")}.`)
}

/** An empty label, a picture that is turned upright, and another or longer name are nothing that was lost. */
const notes: ReadonlySet<string> = new Set(["empty-labels", "orientation", "renamed-fields", "sets-in-names"])

async function* uprightScenes(
  scenes: AsyncIterable<Scene>,
  measure: Measure,
  losses: Losses,
): AsyncGenerator<Scene> {
  for await (const scene of scenes) yield await toUprightScene(scene, measure, losses)
}

/** Readers check what they read before they make it; this is for those that are not of this package. */
async function* checkScenes(scenes: AsyncIterable<Scene>, limits: Limits): AsyncGenerator<Scene> {
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

async function* stripLabels(read: AsyncIterable<WireRecord>): AsyncGenerator<WireRecord> {
  for await (const record of read) yield { ...record, label: null }
}

async function* readRecords(
  scenes: AsyncIterable<Scene>,
  matched: (scene: Scene) => Scene,
  placed: (path: string) => Promise<string>,
  {
    losses,
    save,
    sizes,
  }: Pick<ImportPlan, "save"> & { readonly sizes: UnstatedSizes; readonly losses: Losses },
): AsyncGenerator<WireRecord> {
  const names = new Set<string>()
  for await (const sensors of groupScenesBySample(scenes)) {
    const name = sensors[0]?.name ?? ""
    if (names.has(name)) throw new FormatError(".", `has the sample ${JSON.stringify(name)} twice.`)
    names.add(name)
    const held: Array<Scene> = []
    for (const scene of sensors) held.push(await withUrls(matched(scene), placed))
    const saveBitmap: Parameters<typeof toWireRecord>[1] = async (bitmap, frame) => {
      const content = encodeIds(await bitmap.load())
      return save({ kind: "bitmap", path: `${name}/${frame}.png`, content })
    }
    const record = await toWireRecord(held, saveBitmap, () => losses.add("track-ids", name))
    const measured = await sizes.list(sensors, held)
    yield measured.length === 0 ? record : { ...record, sizes: measured }
  }
}

/** The scenes of one sample follow each other. */
async function* groupScenesBySample(scenes: AsyncIterable<Scene>): AsyncGenerator<ReadonlyArray<Scene>> {
  let group: Array<Scene> = []
  for await (const scene of scenes) {
    const first = group[0]
    if (first !== undefined && (first.name !== scene.name || scene.sensor === null)) {
      yield group
      group = []
    }
    group.push(scene)
  }
  if (group.length > 0) yield group
}

/** URLs stay; anything else is a path among the files. */
const withUrls = async (scene: Scene, placed: (path: string) => Promise<string>): Promise<Scene> => {
  const resolveUrl = async (url: string): Promise<string> => (isUrl(url) ? url : await placed(url))
  const frames = await mapInSlices(scene.frames, async (frame) => ({
    ...frame,
    image: frame.image && { ...frame.image, url: await resolveUrl(frame.image.url) },
    cloud: frame.cloud && { ...frame.cloud, url: await resolveUrl(frame.cloud.url) },
    cameras: await mapInSlices(frame.cameras, async (camera) => ({
      ...camera,
      url: camera.url === null ? null : await resolveUrl(camera.url),
    })),
  }))
  return { ...scene, frames }
}
