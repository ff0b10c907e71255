/** Compares the sizes that a sample states with those of its pictures. */
import { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { fromWireSample, type WireSample } from "../model/fromWire.ts"
import type { Scene, Size } from "../model/Scene.ts"
import type { MeasuredPicture } from "./measurePicture.ts"
import { isStoredSize } from "./uprightScene.ts"

/** A picture whose sample states another size, or that cannot be read. */
export interface PictureFault {
  /** `stored-frame`: the size before the EXIF orientation is applied. */
  readonly kind: "stored-frame" | "size" | "unreadable"
  /** Null outside of sequences. */
  readonly frame: number | null
  readonly sensor: string | null
  /** Empty where the attributes cannot be read. */
  readonly url: string
  readonly message: string
}

/** Measures a picture by its URL; null when it is not looked at, or is not a picture. */
type Measure = (url: string) => Promise<MeasuredPicture | null>

/** Pictures that are not looked at, and those without a stated size, have no fault. */
export async function* checkPictures(
  sample: Pick<WireSample, "name" | "attributes">,
  taskType: string,
  measure: Measure,
): AsyncGenerator<PictureFault> {
  const scenes = readScenes(sample, taskType)
  if (scenes instanceof FormatError) {
    const message = `The attributes of the sample cannot be read: ${scenes.reason.replace(/\.$/, "")}.`
    yield { kind: "unreadable", message, frame: null, sensor: null, url: "" }
    return
  }
  for (const { frames, isSequence, sensor } of scenes)
    for (const [index, { cameras, image }] of frames.entries())
      for (const { size, url } of [...(image === null ? [] : [image]), ...cameras]) {
        if (url === null || size === null) continue
        const fault = await findFaultIn(() => measure(url), size, url)
        if (fault !== null) yield { ...fault, frame: isSequence ? index : null, sensor, url }
      }
}

/** Stored attributes may be of any form; one sample must not end the check of the others. */
const readScenes = (
  sample: Pick<WireSample, "name" | "attributes">,
  taskType: string,
): ReadonlyArray<Scene> | FormatError => {
  try {
    const context = { taskType, losses: new Losses(), bitmap: () => refuseReading }
    return fromWireSample({ ...sample, metadata: {}, label: null }, context)
  } catch (cause) {
    if (cause instanceof FormatError) return cause
    throw cause
  }
}

const refuseReading = () => Promise.reject(new Error("A bitmap is not read."))

type Fault = Pick<PictureFault, "kind" | "message">

/** One file that fails while it is read must not end the check of the others. */
const findFaultIn = async (
  measure: () => Promise<MeasuredPicture | null>,
  stated: Size,
  url: string,
): Promise<Fault | null> => {
  try {
    return findFault(stated, await measure())
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `The picture ${url} cannot be read: ${reason.replace(/\.$/, "")}.`
    return { kind: "unreadable", message }
  }
}

const findFault = (stated: Size, picture: MeasuredPicture | null): Fault | null => {
  if (picture === null) return null
  const { orientation, size } = picture
  if (stated.width === size.width && stated.height === size.height) return null
  if (isStoredSize(stated, picture))
    return {
      kind: "stored-frame",
      message: `The picture is seen as ${formatSize(size)} (EXIF orientation ${orientation}), but the sample states ${formatSize(stated)}: its label may be in the frame of the file as stored.`,
    }
  return {
    kind: "size",
    message: `The picture is ${formatSize(size)}, but the sample states ${formatSize(stated)}.`,
  }
}

const formatSize = ({ height, width }: Size): string => `${width} × ${height}`
