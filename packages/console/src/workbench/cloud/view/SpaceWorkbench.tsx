/** The workbench of a sample with point clouds: of one sensor, or of several with cameras. */
import { useMemo } from "react"
import type { Family } from "../../model/document/family.ts"
import type { Sensor } from "../../model/document/sensors.ts"
import { hasSpaceShapes } from "../../model/editor/EditorState.ts"
import type { JsonObject } from "../../model/json/value.ts"
import { countUnrecognized, readSensors } from "../../session/sensors.ts"
import { listCameraImages } from "../session/cameras.ts"
import { listCloudFrames } from "../session/cloudFrames.ts"
import { listSensorImages } from "../session/sensorImages.ts"
import { CloudWorkbench, type CloudWorkbenchProps } from "./CloudWorkbench.tsx"

interface SpaceWorkbenchProps
  extends Omit<CloudWorkbenchProps, "clouds" | "images" | "shapes" | "unrecognized"> {
  readonly family: Family
  /** The attributes of the sample. */
  readonly sample: JsonObject
}

export const SpaceWorkbench = ({ family, sample, ...props }: SpaceWorkbenchProps) => {
  const sources = useMemo(() => makeSources(family, sample), [family, sample])
  const shapes = family.shapes === true || sources.sensors.some(hasSpaceShapes)
  return (
    <CloudWorkbench
      {...props}
      clouds={sources.clouds}
      images={sources.images}
      shapes={shapes}
      unrecognized={family.sensors ? countUnrecognized(sample) : 0}
    />
  )
}

interface Sources extends Pick<CloudWorkbenchProps, "clouds" | "images"> {
  readonly sensors: ReadonlyArray<Sensor>
}

const makeSources = (family: Family, sample: JsonObject): Sources => {
  if (family.sensors) {
    const sensors = readSensors(sample)
    const clouds = sensors
      .filter(({ kind }) => kind === "cloud")
      .map(({ attributes, name }) => ({ name, frames: listCloudFrames(attributes) }))
    return { clouds, images: listSensorImages(sensors), sensors }
  }
  const frames = listCloudFrames(sample)
  const images = listCameraImages(
    sample,
    frames.map(({ pose }) => pose),
  )
  return { clouds: [{ name: "", frames }], images, sensors: [] }
}
