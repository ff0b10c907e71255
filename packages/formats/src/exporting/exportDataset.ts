/** Writes a dataset as files of a format: from samples on the wire to a report of what was lost. */
import type { MeasuredPictureOfSample } from "@annotary/core"
import { carry } from "../carry/carry.ts"
import { type Loss, Losses } from "../carry/Losses.ts"
import { logTarget } from "../croissant/logTarget.ts"
import { printCroissant } from "../croissant/printCroissant.ts"
import { RecordTables } from "../croissant/RecordTables.ts"
import type { Format } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { decodeBitmap } from "../files/bitmap.ts"
import { readBeginning } from "../files/imageSize.ts"
import { checkLimit, defaultLimits, type Limits } from "../files/limits.ts"
import { type Target, writeFile } from "../files/Target.ts"
import type { Dataset } from "../model/Dataset.ts"
import { fromWireSample, type WireContext, type WireSample } from "../model/fromWire.ts"
import type { Scene } from "../model/Scene.ts"
import { setOfMetadata } from "../model/sets.ts"
import { toUprightScene } from "../pictures/uprightScene.ts"
import { type CategoryPlan, planCategories } from "./categories.ts"
import { type Coordinates, convertCoordinates } from "./coordinates.ts"
import { ExportNames } from "./ExportNames.ts"
import { ExportSizes } from "./ExportSizes.ts"
import { withFileNames } from "./fileNames.ts"
import { countGaps, expandKeyframes, type Interpolation } from "./keyframes.ts"
import { type FileChoice, makePlaces, type OpenUrl } from "./places.ts"
import { chooseSplit, type SplitPlan } from "./splits.ts"
import { openUpright } from "./uprightCopies.ts"
import { WrittenSamples } from "./WrittenSamples.ts"

export interface ExportPlan {
  readonly format: Format
  readonly dataset: Dataset
  /** Names must be unique. */
  readonly samples: AsyncIterable<WireSample>
  readonly target: Target
  /** Opens images, point clouds and bitmaps. */
  readonly open: OpenUrl
  /** Called with each size that was measured because nobody knew it. */
  readonly onMeasured?: (picture: MeasuredPictureOfSample) => void
  /** `leave` by default. */
  readonly files?: FileChoice
  /** Copies keep the EXIF orientation of pictures; without it their pixels are upright. */
  readonly keepOrientation?: boolean
  /** Whether texts in CSV files are guarded for spreadsheets. */
  readonly isSpreadsheet?: boolean
  /** Whether `croissant.json` describes the files, with two tables of samples and objects. */
  readonly croissant?: boolean
  /** The Merkle root of the release that the samples come from, hex, which `croissant.json` names. */
  readonly releaseRoot?: string
  readonly categories?: CategoryPlan
  /** Fills the frames between keyframes; without it they stay as they are, and the gaps are counted. */
  readonly interpolation?: Interpolation
  /** In place of the sets that `metadata.split` names. */
  readonly splits?: SplitPlan
  /** The frame of the sensor without it. */
  readonly coordinates?: Coordinates
  /** Sizes that samples state and bitmaps have are checked against them. */
  readonly limits?: Limits
}

export interface ExportReport {
  /** Samples of which at least a part, such as one frame or one sensor, was written. */
  readonly samples: number
  /** Samples of which the format, or the missing size of their image, kept all out; the losses say why. */
  readonly samplesLeftOut: number
  readonly losses: ReadonlyArray<Loss>
}

export const exportDataset = async (plan: ExportPlan): Promise<ExportReport> => {
  const { format, limits = defaultLimits, open } = plan
  if (format.write === undefined) throw new Error(`${format.title} is only read, not written.`)
  const losses = new Losses()
  const categories = planCategories(plan.dataset, plan.categories ?? {})
  const samples = new WrittenSamples(losses)
  const sizes = new ExportSizes(open, plan.onMeasured, plan.files === "copy")
  const scenes = readPlannedScenes(plan, { losses, sizes }, categories.scene, () => samples.begin())
  const carried = carry(categories.dataset, scenes, format.abilities, losses)
  const openCopies = plan.keepOrientation === true ? open : openUpright(open, losses, limits)
  const logged = plan.croissant === true ? logTarget(plan.target) : undefined
  const target = logged?.target ?? plan.target
  const tables = logged && (await RecordTables.open(carried.dataset, target))
  const described = tables?.pass(carried.scenes, () => samples.written) ?? carried.scenes
  const places = makePlaces(plan.files ?? "leave", target, openCopies)
  await format.write(samples.pass(described), {
    dataset: carried.dataset,
    target,
    losses,
    limits,
    isSpreadsheet: plan.isSpreadsheet === true,
    sizeOf: sizes.sizeOf,
    place: places.place,
  })
  await places.close()
  await tables?.close()
  if (logged !== undefined)
    await writeFile(
      plan.target,
      "croissant.json",
      printCroissant(carried.dataset, format.title, logged.files, plan.releaseRoot),
    )
  await target.settle()
  return { samples: samples.written, samplesLeftOut: samples.leftOut, losses: losses.list() }
}

async function* readPlannedScenes(
  {
    coordinates,
    dataset,
    files,
    format,
    interpolation,
    limits = defaultLimits,
    open,
    samples,
    splits,
  }: ExportPlan,
  { losses, sizes }: { readonly losses: Losses; readonly sizes: ExportSizes },
  withCategories: (scene: Scene) => Scene,
  onSample: () => void,
): AsyncGenerator<Scene> {
  const context = {
    taskType: dataset.taskType,
    losses,
    bitmap: (url: string) => () => loadBitmap(url, open, limits),
  }
  const names = new ExportNames()
  for await (const sample of samples) {
    onSample()
    for (const sized of sizes.fill(sample, readScenes(withSet(sample, splits, losses), context))) {
      const stated = format.abilities.cameras === true ? await sizes.measureCameras(sized) : sized
      // Samples may be older than the upright frame; copies show which frame theirs is.
      const upright =
        files === "copy" ? await toUprightScene(stated, (url) => sizes.measure(url), losses) : stated
      const scene = withFileNames(upright, names)
      if (interpolation === undefined) losses.add("gaps", scene.name, countGaps(scene))
      const whole = interpolation === undefined ? scene : expandKeyframes(scene, interpolation)
      if (canWriteMasks(format) && (await hasLargeMasks(whole, sizes, limits))) {
        losses.add("large-masks", scene.name)
        continue
      }
      yield withCategories(coordinates === undefined ? whole : convertCoordinates(whole, coordinates, losses))
    }
  }
}

/** Stored attributes may be of any form; one sample must not end the export of the others. */
const readScenes = (sample: WireSample, context: WireContext): ReadonlyArray<Scene> => {
  try {
    return fromWireSample(sample, context)
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause
    context.losses.add("malformed-samples", cause.message.replace(/\.$/, ""))
    return []
  }
}

/** The plan decides the set, or else the metadata, which never contradicts it in the export. */
const withSet = (sample: WireSample, splits: SplitPlan | undefined, losses: Losses): WireSample => {
  const { metadata, name } = sample
  const named = metadata.split === undefined ? null : setOfMetadata(metadata.split)
  const split = sample.split ?? (splits === undefined ? named : chooseSplit(name, splits))
  if (split === undefined) losses.add("splits", name)
  if (split == null) return sample
  const isOther = Object.hasOwn(metadata, "split") && named !== undefined && named !== split
  return { ...sample, split, ...(isOther && { metadata: { ...metadata, split } }) }
}

/** Tables, which are only written, have segments without their pixels. */
const canWriteMasks = ({ abilities, reader }: Format): boolean =>
  abilities.annotations.includes("segment") && reader !== undefined

/** Whether bitmaps of the scene would have more pixels than the limit: a size that a sample states is a claim. */
const hasLargeMasks = async (
  { frames, kind }: Scene,
  { sizeOf }: Pick<ExportSizes, "sizeOf">,
  limits: Limits,
): Promise<boolean> => {
  if (kind !== "image-segmentation") return false
  for (const { image } of frames) {
    const size = image && (await sizeOf(image))
    if (size != null && size.width * size.height > limits.pixels) return true
  }
  return false
}

const loadBitmap = async (url: string, open: OpenUrl, limits: Limits) => {
  const content = await open(url)
  if (content === null) throw new Error(`The bitmap ${url} cannot be read.`)
  const bytes = await readBeginning(content, limits.bytes + 1)
  checkLimit(limits, "bytes", bytes.length, url, "the size of the bitmap")
  return decodeBitmap(bytes, limits.pixels)
}
