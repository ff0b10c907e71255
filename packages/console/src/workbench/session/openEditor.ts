/** Opens the editor of a label as its dataset says. */
import { readConfiguration } from "../model/attributes/configuration.ts"
import { emptyLabel, type Family, familyOf, withFrames } from "../model/document/family.ts"
import { emptySensors, type Sensor } from "../model/document/sensors.ts"
import { Editor } from "../model/editor/Editor.ts"
import { opened } from "../model/editor/EditorState.ts"
import type { Setting } from "../model/editor/edit.ts"
import { isArray, isObject, type Json, type JsonObject } from "../model/json/value.ts"
import type { Tool } from "../model/tools/Gesture.ts"
import { timesOf } from "../model/tracks/timestamps.ts"
import { sensorsIn, sensorsOf } from "./sensors.ts"

/** The family of the labels of a dataset; undefined when the workbench cannot show them. */
export const familyOfDataset = (dataset: JsonObject): Family | undefined =>
  typeof dataset.task_type === "string" ? familyOf(dataset.task_type) : undefined

/** The label to edit: the stored one, or an empty one with a frame for each image. */
export const labelToEdit = (
  family: Family,
  sample: JsonObject,
  attributes: JsonObject | null,
): JsonObject => {
  // Sensors get the frames that they lack when they are edited.
  if (family.sensors) return attributes ?? emptySensors(sensorsOf(sample))
  const frames = isArray(sample.frames) ? sample.frames.length : 1
  return attributes === null ? emptyLabel(family, frames) : withFrames(attributes, frames)
}

/** An editor of a label of a dataset. */
export const openEditor = (
  dataset: JsonObject,
  sample: JsonObject,
  label: JsonObject,
  readOnly = false,
): Editor => {
  const family = familyOfDataset(dataset)
  const sensors = family?.sensors ? sensorsIn(sample, label) : []
  const { common, own } = readSettings(dataset, sample, sensors)
  const category = common.configuration.categories[0]?.id ?? 1
  // What is drawn without a sensor would go nowhere.
  const isFixed = family?.sensors === true && !sensors.some(({ edits }) => edits)
  return new Editor(opened(label, category, readOnly || isFixed, sensors), common, own)
}

/** Reads the settings of a dataset for the work on a sample: those of all sensors, and of each. */
export const readSettings = (dataset: JsonObject, sample: JsonObject, sensors: ReadonlyArray<Sensor>) => {
  const frames = new Map(sensorsOf(sample).map(({ attributes, name }) => [name, attributes.frames]))
  const settingOf = (frames: Json | undefined, isCloud: boolean) => settingFor(dataset, frames, isCloud)
  return {
    common: settingOf(sample.frames, familyOfDataset(dataset)?.cloud === true),
    own: new Map(
      sensors.map((sensor) => [sensor, settingOf(frames.get(sensor.name), sensor.kind === "cloud")] as const),
    ),
  }
}

const settingFor = (dataset: JsonObject, frames: Json | undefined, isCloud: boolean): Setting => ({
  configuration: readConfiguration(
    isObject(dataset.task_attributes) ? dataset.task_attributes : {},
    isCloud ? "3D" : "2D",
  ),
  tiltsCuboids: dataset.enable_3d_cuboid_rotation === true,
  restrictsLinks: dataset.enable_object_link_category_restrictions === true,
  tracks: {
    interpolates: dataset.enable_interpolation !== false,
    extrapolates: dataset.enable_extrapolation === true,
    times: dataset.use_timestamps_for_interpolation === true ? timesOf(frames) : undefined,
    sameDimensions: dataset.enable_same_dimensions_track_constraint === true,
    inSpace: isCloud,
  },
})

const boxesOnly: ReadonlySet<Tool> = new Set(["edit", "bbox"])
const pointsOnly: ReadonlySet<Tool> = new Set(["edit", "point"])
const painting: ReadonlySet<Tool> = new Set(["edit", "brush", "eraser", "fill", "area"])
const all: ReadonlySet<Tool> = new Set(["edit", "bbox", "polygon", "polyline", "point"])

/** The tools that a task type offers. */
export const toolsOf = (taskType: string): ReadonlySet<Tool> =>
  familyOf(taskType)?.bitmap === true
    ? painting
    : taskType === "bboxes"
      ? boxesOnly
      : taskType === "keypoints"
        ? pointsOnly
        : all
