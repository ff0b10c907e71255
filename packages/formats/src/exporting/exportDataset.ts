/** Writes a dataset as files of a format: from samples on the wire to a report of what was lost. */
import { carry } from "../carry/carry.ts"
import { type Loss, Losses } from "../carry/Losses.ts"
import type { Format } from "../Format.ts"
import { decodeBitmap } from "../files/bitmap.ts"
import { beginningOf, measureStream } from "../files/imageSize.ts"
import type { Target } from "../files/Target.ts"
import type { Dataset } from "../model/Dataset.ts"
import { scenesOf, type WireSample } from "../model/fromWire.ts"
import type { Image, Scene, Size } from "../model/Scene.ts"
import { toUprightScene } from "../pictures/uprightScene.ts"
import { type CategoryPlan, planCategories } from "./categories.ts"
import { type Coordinates, inCoordinates } from "./coordinates.ts"
import { countGaps, expandKeyframes, type Interpolation } from "./keyframes.ts"
import { type FileChoice, type OpenUrl, placesOf } from "./places.ts"
import { type SplitPlan, splitOf } from "./splits.ts"
import { openUpright } from "./uprightCopies.ts"

export interface ExportPlan {
  readonly format: Format
  readonly dataset: Dataset
  /** Names must be unique. */
  readonly samples: AsyncIterable<WireSample>
  readonly target: Target
  /** Opens images, point clouds and bitmaps. */
  readonly open: OpenUrl
  /** `leave` by default. */
  readonly files?: FileChoice
  /** Copies keep the EXIF orientation of pictures; without it their pixels are upright. */
  readonly keepOrientation?: boolean
  readonly categories?: CategoryPlan
  /** Fills the frames between keyframes; without it they stay as they are, and the gaps are counted. */
  readonly interpolation?: Interpolation
  readonly splits?: SplitPlan
  /** The frame of the sensor without it. */
  readonly coordinates?: Coordinates
}

export interface ExportReport {
  readonly samples: number
  readonly losses: ReadonlyArray<Loss>
}

export const exportDataset = async (plan: ExportPlan): Promise<ExportReport> => {
  const { format, open, target } = plan
  if (format.write === undefined) throw new Error(`${format.title} is only read, not written.`)
  const losses = new Losses()
  const categories = planCategories(plan.dataset, plan.categories ?? {})
  const progress = { samples: 0 }
  const scenes = scenesOfPlan(plan, losses, categories.scene, progress)
  const carried = carry(categories.dataset, scenes, format.abilities, losses)
  const openCopies = plan.keepOrientation === true ? open : openUpright(open, losses)
  const places = placesOf(plan.files ?? "leave", target, openCopies)
  await format.write(carried.scenes, {
    dataset: carried.dataset,
    target,
    losses,
    sizeOf: (image) => sizeOf(image, open),
    place: places.place,
  })
  await places.close()
  await target.settle()
  return { samples: progress.samples, losses: losses.list() }
}

async function* scenesOfPlan(
  { coordinates, dataset, files, interpolation, open, samples, splits }: ExportPlan,
  losses: Losses,
  withCategories: (scene: Scene) => Scene,
  progress: { samples: number },
): AsyncGenerator<Scene> {
  const context = { taskType: dataset.taskType, losses, bitmap: (url: string) => () => loadBitmap(url, open) }
  for await (const sample of samples) {
    progress.samples += 1
    const split = sample.split ?? (splits === undefined ? undefined : splitOf(sample.name, splits))
    for (const stated of scenesOf({ ...sample, ...(split !== undefined && { split }) }, context)) {
      // Samples may be older than the upright frame; copies show which frame theirs is.
      const scene =
        files === "copy" ? await toUprightScene(stated, (url) => measureUrl(url, open), losses) : stated
      if (interpolation === undefined) losses.add("gaps", scene.name, countGaps(scene))
      const whole = interpolation === undefined ? scene : expandKeyframes(scene, interpolation)
      yield withCategories(coordinates === undefined ? whole : inCoordinates(whole, coordinates, losses))
    }
  }
}

const loadBitmap = async (url: string, open: OpenUrl) => {
  const content = await open(url)
  if (content === null) throw new Error(`The bitmap ${url} cannot be read.`)
  return decodeBitmap(await beginningOf(content, Number.POSITIVE_INFINITY))
}

const measureUrl = async (url: string, open: OpenUrl) => {
  const content = await open(url)
  return content === null ? null : await measureStream(content)
}

const sizeOf = async (image: Image, open: OpenUrl): Promise<Size | null> =>
  image.size ?? (await measureUrl(image.url, open))?.size ?? null
