/** Opens the editor of a label as its dataset says. */
import type { PointDocument } from "../documents/points/PointDocument.ts"
import type { PackedFrame } from "../documents/points/pointIds.ts"
import { Editor } from "../editor/Editor.ts"
import { openState } from "../editor/EditorState.ts"
import type { Setting } from "../editor/edits/edit.ts"
import { isArray, isObject, type Json, type JsonObject } from "../editor/json/value.ts"
import { readConfiguration } from "../editor/label/attributes/configuration.ts"
import { type Family, findFamily, makeEmptyLabel, withFrames } from "../editor/label/family.ts"
import { makeEmptySensors, type Sensor } from "../editor/label/sensors.ts"
import { readTimes } from "../editor/label/tracks/interpolate.ts"
import type { Tool } from "../tools/tools.ts"
import { tools } from "../tools/tools.ts"
import { listSensors, readSensors } from "./sensors.ts"

/** The family of the labels of a dataset; undefined when the workbench cannot show them. */
export const findDatasetFamily = (dataset: JsonObject): Family | undefined =>
  typeof dataset.task_type === "string" ? findFamily(dataset.task_type) : undefined

/** The label to edit: the stored one, or an empty one with a frame for each image. */
export const labelToEdit = (
  family: Family,
  sample: JsonObject,
  attributes: JsonObject | null,
): JsonObject => {
  // Sensors get the frames that they lack when they are edited.
  if (family.sensors) return attributes ?? makeEmptySensors(readSensors(sample))
  const frames = isArray(sample.frames) ? sample.frames.length : 1
  return attributes === null ? makeEmptyLabel(family, frames) : withFrames(attributes, frames)
}

/** An editor of a label of a dataset. */
export const openEditor = (
  dataset: JsonObject,
  sample: JsonObject,
  label: JsonObject,
  readOnly = false,
): Editor => {
  const family = findDatasetFamily(dataset)
  const sensors = family?.sensors ? listSensors(sample, label) : []
  const { common, own } = readSettings(dataset, sample, sensors)
  const category = common.configuration.categories[0]?.id ?? 1
  // What is drawn without a sensor would go nowhere.
  const isFixed = family?.sensors === true && !sensors.some(({ edits }) => edits)
  return new Editor(openState(label, category, readOnly || isFixed, sensors), common, own)
}

/** Reads the settings of a dataset for the work on a sample: those of all sensors, and of each. */
export const readSettings = (dataset: JsonObject, sample: JsonObject, sensors: ReadonlyArray<Sensor>) => {
  const frames = new Map(readSensors(sample).map(({ attributes, name }) => [name, attributes.frames]))
  const makeSetting = (frames: Json | undefined, isCloud: boolean) =>
    makeDatasetSetting(dataset, frames, isCloud)
  return {
    common: makeSetting(sample.frames, findDatasetFamily(dataset)?.cloud === true),
    own: new Map(
      sensors.map(
        (sensor) => [sensor, makeSetting(frames.get(sensor.name), sensor.kind === "cloud")] as const,
      ),
    ),
  }
}

const makeDatasetSetting = (dataset: JsonObject, frames: Json | undefined, isCloud: boolean): Setting => ({
  configuration: readConfiguration(
    isObject(dataset.task_attributes) ? dataset.task_attributes : {},
    isCloud ? "3D" : "2D",
  ),
  tiltsCuboids: dataset.enable_3d_cuboid_rotation === true,
  restrictsLinks: dataset.enable_object_link_category_restrictions === true,
  tracks: {
    interpolates: dataset.enable_interpolation !== false,
    extrapolates: dataset.enable_extrapolation === true,
    times: dataset.use_timestamps_for_interpolation === true ? readTimes(frames) : undefined,
    sameDimensions: dataset.enable_same_dimensions_track_constraint === true,
    inSpace: isCloud,
  },
})

/** The tools that a task type offers. */
export const listTools = (type: string): ReadonlySet<Tool> => {
  const family = findFamily(type)
  return new Set(
    family === undefined ? [] : tools.flatMap(({ name, offers }) => (offers({ type, family }) ? [name] : [])),
  )
}

/** `drafts`: the ids of the frames that the label says were painted. */
export type OpenPoints = (editor: Editor, drafts?: ReadonlyArray<PackedFrame>) => PointDocument

export const loadPoints = async (): Promise<OpenPoints> => {
  const { PointDocument } = await import("../documents/points/PointDocument.ts")
  return (editor, drafts) => new PointDocument(editor, drafts)
}
