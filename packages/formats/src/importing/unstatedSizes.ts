/** Sizes of pictures that neither their records nor the samples state: they are kept beside the samples. */
import type { SizeOfUrl } from "@annotary/core"
import type { Scene, Size } from "../model/Scene.ts"
import type { MeasuredPicture } from "../pictures/measurePicture.ts"
import type { Measure } from "../pictures/uprightScene.ts"

/** Pictures are measured while a scene is turned upright, and again for its record. */
const maxRemembered = 10_000

/** Measures each picture once, as long as it is remembered. */
export const cacheMeasured = (measure: Measure): Measure => {
  const remembered = new Map<string, Promise<MeasuredPicture | null>>()
  return (path) => {
    const cached = remembered.get(path)
    if (cached !== undefined) return cached
    const measured = measure(path)
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(path, measured)
    return measured
  }
}

/** The size of a file that was measured, for readers. */
export const toMeasuredSize = (picture: MeasuredPicture | null): Size | null =>
  picture && { width: picture.size.width, height: picture.size.height, isMeasured: true }

const isStated = (size: Size | null): boolean => size !== null && size.isMeasured !== true

export class UnstatedSizes {
  readonly #measure: Measure

  constructor(measure: Measure) {
    this.#measure = measure
  }

  /** The sizes of pictures in the scenes of a sample, by the URLs that they got. */
  async list(
    scenes: ReadonlyArray<Scene>,
    withUrls: ReadonlyArray<Scene>,
  ): Promise<ReadonlyArray<SizeOfUrl>> {
    const sizes = new Map<string, SizeOfUrl>()
    const add = async (path: string, url: string | null | undefined) => {
      const picture = url == null || sizes.has(url) ? null : await this.#measure(path)
      if (url == null || picture === null) return
      const { orientation, size } = picture
      sizes.set(url, { url, width: size.width, height: size.height, orientation })
    }
    for (const [index, { frames }] of scenes.entries())
      for (const [at, { cameras, image }] of frames.entries()) {
        const named = withUrls[index]?.frames[at]
        if (image !== null && !isStated(image.size)) await add(image.url, named?.image?.url)
        for (const [camera, { size, url }] of cameras.entries())
          if (!isStated(size) && url !== null) await add(url, named?.cameras[camera]?.url)
      }
    return [...sizes.values()]
  }
}
