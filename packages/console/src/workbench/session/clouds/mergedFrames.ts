/** The point clouds of several sensors, by frame. */
import { areSame } from "../../editor/label/addresses.ts"
import type { CloudFrame, SensorFile } from "./cloudFrames.ts"

/** The point clouds of a sensor, by frame. */
export interface SensorFrames {
  readonly name: string
  readonly frames: ReadonlyArray<CloudFrame>
}

/**
 * The frames of several sensors as those of one. A frame that some of them lack has the clouds of the others. Sensors that label the same
 * cloud, one with cuboids and one with shapes, have it once.
 */
export const mergeFrames = (sensors: ReadonlyArray<SensorFrames>): ReadonlyArray<CloudFrame> => {
  const count = Math.max(0, ...sensors.map(({ frames }) => frames.length))
  return Array.from({ length: count }, (_, index) => {
    const files: Array<SensorFile> = []
    for (const { frames, name } of sensors) {
      const frame = frames[index]
      if (frame?.url === undefined || files.some((file) => isSameCloud(file, frame))) continue
      files.push({ ...frame, url: frame.url, sensor: name })
    }
    const [first] = files
    return first === undefined
      ? { url: undefined, type: "", pose: undefined }
      : { url: first.url, type: first.type, pose: first.pose, sensors: files }
  })
}

/** The other sensors that have the same clouds as a sensor, in all frames. */
export const listSharing = (
  sensors: ReadonlyArray<SensorFrames>,
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const shared = new Map<string, ReadonlyArray<string>>()
  for (const sensor of sensors) {
    const others = sensors.filter((other) => other !== sensor && hasSameClouds(sensor, other))
    if (others.length > 0)
      shared.set(
        sensor.name,
        others.map(({ name }) => name),
      )
  }
  return shared
}

const hasSameClouds = ({ frames }: SensorFrames, other: SensorFrames): boolean =>
  frames.length > 0 &&
  frames.length === other.frames.length &&
  frames.every((frame, index) => {
    const beside = other.frames[index]
    return beside !== undefined && isSameCloud(frame, beside)
  })

/** Whether two files give the same points at the same places. */
const isSameCloud = (a: CloudFrame, b: CloudFrame): boolean =>
  a.url !== undefined &&
  b.url !== undefined &&
  a.type === b.type &&
  JSON.stringify(a.pose) === JSON.stringify(b.pose) &&
  (a.url === b.url || areSame([a.url], [b.url]))
