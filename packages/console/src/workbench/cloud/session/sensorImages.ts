/** The images of a multi-sensor sample: those of its cameras, and those that its point clouds name for calibration alone. */

import { imageUrls } from "../../session/images.ts"
import type { SampleSensor } from "../../session/sensors.ts"
import { type CameraImage, cameraImages } from "./cameras.ts"
import { cloudFrames } from "./cloudFrames.ts"

/** By frame, the cameras first. The calibration of a camera is that of the image with its name, or with its address, at a point cloud. */
export const sensorImages = (
  sensors: ReadonlyArray<SampleSensor>,
): ReadonlyArray<ReadonlyArray<CameraImage>> => {
  const calibrated = sensors
    .filter(({ kind }) => kind === "cloud")
    .map(({ attributes }) =>
      cameraImages(
        attributes,
        cloudFrames(attributes).map(({ pose }) => pose),
      ),
    )
  const cameras = sensors
    .filter(({ kind }) => kind === "image")
    .map(({ attributes, name }) => ({ name, urls: imageUrls(attributes) }))
  const count = Math.max(0, ...sensors.map(({ frames }) => frames))
  return Array.from({ length: count }, (_, frame) => {
    const named = calibrated.flatMap((images) => images[frame] ?? [])
    const own = cameras.flatMap(({ name, urls }): ReadonlyArray<CameraImage> => {
      const url = urls[frame]
      if (url === undefined) return []
      const found =
        named.find((image) => image.name === name) ?? named.find((image) => isSame(image.url, url))
      return [{ name, url, sensor: name, camera: found?.camera }]
    })
    return named.reduce((all, image) => {
      const isKnown = all.some(({ name, url }) => name === image.name || isSame(url, image.url))
      return isKnown ? all : [...all, image]
    }, own)
  })
}

/** Whether two addresses are of one file: signatures differ. */
const isSame = (a: string, b: string): boolean => withoutQuery(a) === withoutQuery(b)

const withoutQuery = (url: string): string => url.split("?", 1)[0] ?? url
