/** The sizes of the pictures of an export: those that samples state, those that are known, and those that are measured. */
import { hashUrl, type MeasuredPictureOfSample } from "@annotary/core/effect"
import { measureStream } from "../files/imageSize.ts"
import type { WireSample } from "../model/fromWire.ts"
import type { Camera, Frame, Image, Scene, Size } from "../model/Scene.ts"
import { type MeasuredPicture, toMeasuredPicture } from "../pictures/measurePicture.ts"
import type { OpenUrl } from "./places.ts"

/**
 * The pictures that are remembered at least, beside all of the last sample: writers ask for sizes soon after they got the scene. Up to twice as many
 * are: the older half is forgotten at once, which costs less than an order of all.
 */
const leastRemembered = 10_000

interface Remembered {
  /** The ids of samples without a known size of this picture. */
  samples: Set<string> | undefined
  picture: MeasuredPicture | null
}

export class ExportSizes {
  readonly #open: OpenUrl
  readonly #onMeasured: (picture: MeasuredPictureOfSample) => void
  #newer = new Map<string, Remembered>()
  #older = new Map<string, Remembered>()

  readonly #measuresAll: boolean

  /** `measuresAll`: pictures are measured whose size the samples state. */
  constructor(
    open: OpenUrl,
    onMeasured: (picture: MeasuredPictureOfSample) => void = () => {},
    measuresAll = true,
  ) {
    this.#open = open
    this.#onMeasured = onMeasured
    this.#measuresAll = measuresAll
  }

  /** The scenes of a sample, whose pictures have the sizes that are known. A size that the sample states stays. */
  fill({ id, sizes }: WireSample, scenes: ReadonlyArray<Scene>): ReadonlyArray<Scene> {
    const stated =
      sizes === undefined || sizes.length === 0 ? null : new Map(sizes.map((size) => [size.url, size]))
    if (this.#newer.size >= leastRemembered) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    const findSize = (url: string): Size | null => {
      const size = stated?.get(hashUrl(url))
      const picture = size === undefined ? null : toMeasuredPicture(size)
      this.#storeMeasured(url, picture === null ? id : undefined, picture)
      return picture?.size ?? null
    }
    return scenes.map((scene) => fillScene(scene, findSize, this.#measuresAll))
  }

  /** Measures a picture whose size is not known; null when its file cannot be read or is not a picture. */
  async measure(url: string): Promise<MeasuredPicture | null> {
    const entry = this.#newer.get(url) ?? this.#older.get(url)
    if (entry?.picture != null) return entry.picture
    const content = await this.#open(url)
    const picture = content === null ? null : await measureStream(content)
    if (picture === null || entry === undefined) return picture
    entry.picture = picture
    for (const sample of entry.samples ?? []) this.#report(sample, url, picture)
    entry.samples = undefined
    return picture
  }

  /** The scene, whose cameras have sizes that are measured. */
  async measureCameras(scene: Scene): Promise<Scene> {
    const frames: Array<Frame> = []
    for (const frame of scene.frames) {
      const cameras: Array<Camera> = []
      for (const camera of frame.cameras) {
        const { size, url } = camera
        cameras.push(
          size === null && url !== null
            ? { ...camera, size: (await this.measure(url))?.size ?? null }
            : camera,
        )
      }
      frames.push({ ...frame, cameras })
    }
    return { ...scene, frames }
  }

  readonly sizeOf = async (image: Image): Promise<Size | null> =>
    image.size ?? (await this.measure(image.url))?.size ?? null

  #storeMeasured(url: string, sample: string | undefined, picture: MeasuredPicture | null): void {
    const entry = this.#newer.get(url) ?? this.#older.get(url) ?? { samples: undefined, picture }
    this.#newer.set(url, entry)
    entry.picture ??= picture
    if (sample === undefined) return
    // Another sample has the same picture, whose size is known.
    if (entry.picture !== null) this.#report(sample, url, entry.picture)
    else {
      entry.samples ??= new Set()
      entry.samples.add(sample)
    }
  }

  #report(sample: string, url: string, { orientation, size }: MeasuredPicture): void {
    const { height, width } = size
    this.#onMeasured({
      sample: sample as MeasuredPictureOfSample["sample"],
      url,
      width,
      height,
      orientation,
    })
  }
}

/** The scene itself where its pictures have sizes. */
const fillScene = (scene: Scene, sizeOf: (url: string) => Size | null, isAll: boolean): Scene => {
  let isSame = true
  const frames = scene.frames.map((frame) => {
    const image = frame.image && fillPicture(frame.image, sizeOf, isAll)
    const cameras = frame.cameras.map((camera) => fillPicture(camera, sizeOf, isAll))
    if (image === frame.image && cameras.every((camera, index) => camera === frame.cameras[index]))
      return frame
    isSame = false
    return { ...frame, image, cameras }
  })
  return isSame ? scene : { ...scene, frames }
}

const fillPicture = <Picture extends Image | Camera>(
  picture: Picture,
  sizeOf: (url: string) => Size | null,
  isAll: boolean,
): Picture => {
  if (picture.url === null || picture.url === "" || (picture.size !== null && !isAll)) return picture
  const size = sizeOf(picture.url)
  return size === null || picture.size !== null ? picture : { ...picture, size }
}
