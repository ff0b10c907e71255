/** The workbench of a sample with point clouds: of one sensor, or of several with cameras. */
import { useMemo } from "react"
import type { Family } from "../../model/document/family.ts"
import type { Sensor } from "../../model/document/sensors.ts"
import { hasSpaceShapes } from "../../model/editor/EditorState.ts"
import type { JsonObject } from "../../model/json/value.ts"
import { sensorsOf, unrecognized } from "../../session/sensors.ts"
import { cameraImages } from "../session/cameras.ts"
import { cloudFrames } from "../session/cloudFrames.ts"
import { sensorImages } from "../session/sensorImages.ts"
import { CloudWorkbench, type CloudWorkbenchProps } from "./CloudWorkbench.tsx"

interface SpaceWorkbenchProps
  extends Omit<CloudWorkbenchProps, "clouds" | "images" | "shapes" | "unrecognized"> {
  readonly family: Family
  /** The attributes of the sample. */
  readonly sample: JsonObject
}

export const SpaceWorkbench = ({ family, sample, ...props }: SpaceWorkbenchProps) => {
  const sources = useMemo(() => sourcesOf(family, sample), [family, sample])
  const shapes = family.shapes === true || sources.sensors.some(hasSpaceShapes)
  return (
    <CloudWorkbench
      {...props}
      clouds={sources.clouds}
      images={sources.images}
      shapes={shapes}
      unrecognized={family.sensors ? unrecognized(sample) : 0}
    />
  )
}

interface Sources extends Pick<CloudWorkbenchProps, "clouds" | "images"> {
  readonly sensors: ReadonlyArray<Sensor>
}

const sourcesOf = (family: Family, sample: JsonObject): Sources => {
  if (family.sensors) {
    const sensors = sensorsOf(sample)
    const clouds = sensors
      .filter(({ kind }) => kind === "cloud")
      .map(({ attributes, name }) => ({ name, frames: cloudFrames(attributes) }))
    return { clouds, images: sensorImages(sensors), sensors }
  }
  const frames = cloudFrames(sample)
  const images = cameraImages(
    sample,
    frames.map(({ pose }) => pose),
  )
  return { clouds: [{ name: "", frames }], images, sensors: [] }
}
