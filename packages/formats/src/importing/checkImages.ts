/** Checks that images and cameras name a file: nothing else can have a URL. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { hasFileName } from "../files/paths.ts"
import type { Frame, Scene } from "../model/Scene.ts"

export class ImageChecker {
  readonly #losses: Losses
  #count = 0
  #first: FormatError | undefined

  constructor(losses: Losses) {
    this.#losses = losses
  }

  /**
   * A frame of a sequence whose record names no image has none, a camera whose record names none has no URL, and both are counted. Undefined,
   * and counted, for a sample without any image.
   */
  check(scene: Scene): Scene | undefined {
    const isNamed = ({ cameras, image }: Frame) =>
      (image === null || hasFileName(image.url)) &&
      cameras.every(({ url }) => url === null || hasFileName(url))
    const { frames, isSequence, name } = scene
    const isNameless = frames.some(({ image }) => image !== null && !hasFileName(image.url))
    if (isNameless && frames.every(({ image }) => image === null || !hasFileName(image.url))) {
      this.#first ??= new FormatError(".", `cannot be imported: ${JSON.stringify(name)} names no image.`)
      this.#losses.add("records", `${JSON.stringify(name)} names no image`)
      return undefined
    }
    this.#count += 1
    if (frames.every(isNamed)) return scene
    const findPlace = (index: number) =>
      isSequence ? `the frame ${index + 1} of ${JSON.stringify(name)}` : JSON.stringify(name)
    return { ...scene, frames: frames.map((frame, index) => this.#leaveOut(frame, findPlace(index))) }
  }

  /** Fails where records were left out and no other came. */
  checkAny(): void {
    if (this.#count === 0 && this.#first !== undefined) throw this.#first
  }

  #leaveOut(frame: Frame, place: string): Frame {
    const { cameras, image } = frame
    const isNameless = image !== null && !hasFileName(image.url)
    if (isNameless) this.#losses.add("images", place)
    return {
      ...frame,
      image: isNameless ? null : image,
      cameras: cameras.map((camera) => {
        if (camera.url === null || hasFileName(camera.url)) return camera
        this.#losses.add("images", `${camera.name ?? "a camera"} of ${place}`)
        return { ...camera, url: null }
      }),
    }
  }
}
