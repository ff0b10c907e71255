/** The images of a multi-sensor sample: those of its cameras, and those that its point clouds name for calibration alone. */
import { areSame, findLoadable } from "../../editor/label/addresses.ts"
import { listImageAddresses } from "../images.ts"
import type { SampleSensor } from "../sensors.ts"
import { type CameraImage, listCameraImages } from "./cameras.ts"
import { listCloudFrames } from "./cloudFrames.ts"

/** By frame, the cameras first. The calibration of a camera is that of the image with its name, or with its address, at a point cloud. */
export const listSensorImages = (
  sensors: ReadonlyArray<SampleSensor>,
): ReadonlyArray<ReadonlyArray<CameraImage>> => {
  const calibrated = sensors
    .filter(({ kind }) => kind === "cloud")
    .map(({ attributes }) =>
      listCameraImages(
        attributes,
        listCloudFrames(attributes).map(({ pose }) => pose),
      ),
    )
  const cameras = sensors
    .filter(({ kind }) => kind === "image")
    .map(({ attributes, name }) => ({ name, frames: listImageAddresses(attributes) }))
  const count = Math.max(0, ...sensors.map(({ frames }) => frames))
  return Array.from({ length: count }, (_, frame) => {
    const named = calibrated.flatMap((images) => images[frame] ?? [])
    const own = cameras.flatMap(({ frames, name }): ReadonlyArray<CameraImage> => {
      const addresses = frames[frame] ?? []
      const url = findLoadable(addresses)
      if (url === undefined) return []
      const image =
        named.find((image) => image.name === name) ??
        named.find((image) => areSame(image.addresses, addresses))
      return [{ name, url, addresses, sensor: name, camera: image?.camera }]
    })
    const all = [...own]
    for (const image of named) {
      const isKnown = all.some(
        ({ addresses, name }) => name === image.name || areSame(addresses, image.addresses),
      )
      if (!isKnown) all.push(image)
    }
    return all
  })
}
