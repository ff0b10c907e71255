/** The kinds of labels that the workbench edits, by task type. */
import type { Json, JsonObject } from "../json/value.ts"

export interface Family {
  /** Whether the label has frames. */
  readonly sequence: boolean
  /** Whether objects are areas of a bitmap instead of drawn shapes. */
  readonly bitmap: boolean
  /** Whether the workbench shows point clouds. Objects are cuboids in them, or sets of their points. */
  readonly cloud?: true
  /** Whether objects are sets of points. */
  readonly points?: true
  /** Whether the label has several sensors, each with a separate label. */
  readonly sensors?: true
  /** Whether objects are shapes that are drawn in the cloud, beside cuboids. */
  readonly shapes?: true
}

const families: ReadonlyMap<string, Family> = new Map([
  ["vector", { sequence: false, bitmap: false }],
  ["bboxes", { sequence: false, bitmap: false }],
  ["keypoints", { sequence: false, bitmap: false }],
  ["image-vector-sequence", { sequence: true, bitmap: false }],
  ["segmentation-bitmap", { sequence: false, bitmap: true }],
  ["segmentation-bitmap-highres", { sequence: false, bitmap: true }],
  ["image-segmentation-sequence", { sequence: true, bitmap: true }],
  ["pointcloud-cuboid", { sequence: false, bitmap: false, cloud: true }],
  ["pointcloud-cuboid-sequence", { sequence: true, bitmap: false, cloud: true }],
  ["pointcloud-vector", { sequence: false, bitmap: false, cloud: true, shapes: true }],
  ["pointcloud-vector-sequence", { sequence: true, bitmap: false, cloud: true, shapes: true }],
  ["pointcloud-segmentation", { sequence: false, bitmap: false, cloud: true, points: true }],
  ["pointcloud-segmentation-sequence", { sequence: true, bitmap: false, cloud: true, points: true }],
  ["multisensor-sequence", { sequence: true, bitmap: false, sensors: true }],
])

/** The family of a task type; undefined for one that the workbench cannot edit. */
export const findFamily = (taskType: string): Family | undefined => families.get(taskType)

/** The attributes of a label on which nothing is drawn yet. */
export const makeEmptyLabel = ({ bitmap, cloud, points, sequence }: Family, frames: number): JsonObject => {
  const annotations: Json = []
  const empty: JsonObject = points ? { annotations, point_annotations: [] } : { annotations }
  if (sequence)
    return {
      format_version: "0.2",
      frames: Array.from({ length: frames }, () => ({ ...empty })),
    }
  return bitmap
    ? { format_version: "0.1", annotations, segmentation_bitmap: { url: null } }
    : { format_version: cloud ? "0.2" : "0.1", ...empty }
}

/** The label with at least as many frames as its sample has images, or the same label. */
export const withFrames = (label: JsonObject, frames: number): JsonObject => {
  const present = label.frames
  if (!Array.isArray(present) || present.length >= frames) return label
  const missing = Array.from({ length: frames - present.length }, (): JsonObject => ({ annotations: [] }))
  return { ...label, frames: [...present, ...missing] }
}
