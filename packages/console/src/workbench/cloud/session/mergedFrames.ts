/** The point clouds of several sensors, by frame. */
import type { CloudFrame, SensorFile } from "./cloudFrames.ts"

/** The frames of several sensors as those of one. A frame that some of them lack has the clouds of the others. */
export const mergedFrames = (
  sensors: ReadonlyArray<{ readonly name: string; readonly frames: ReadonlyArray<CloudFrame> }>,
): ReadonlyArray<CloudFrame> => {
  const count = Math.max(0, ...sensors.map(({ frames }) => frames.length))
  return Array.from({ length: count }, (_, index) => {
    const files = sensors.flatMap(({ frames, name }): ReadonlyArray<SensorFile> => {
      const frame = frames[index]
      return frame?.url === undefined ? [] : [{ ...frame, url: frame.url, sensor: name }]
    })
    const [first] = files
    return first === undefined
      ? { url: undefined, type: "", pose: undefined }
      : { url: first.url, type: first.type, pose: first.pose, sensors: files }
  })
}
