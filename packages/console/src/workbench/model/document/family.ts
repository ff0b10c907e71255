/** The kinds of labels that the workbench edits, by task type. */
import type { Json, JsonObject } from "../json/value.ts"

export interface Family {
  /** Whether the label has frames. */
  readonly sequence: boolean
  /** Whether objects are areas of a bitmap instead of drawn shapes. */
  readonly bitmap: boolean
  /** Whether objects are cuboids in point clouds. */
  readonly cloud?: true
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
])

/** The family of a task type; undefined for one that the workbench cannot edit. */
export const familyOf = (taskType: string): Family | undefined => families.get(taskType)

/** The attributes of a label on which nothing is drawn yet. */
export const emptyLabel = ({ bitmap, cloud, sequence }: Family, frames: number): JsonObject => {
  const annotations: Json = []
  if (sequence)
    return {
      format_version: "0.2",
      frames: Array.from({ length: frames }, () => ({ annotations: [] })),
    }
  return bitmap
    ? { format_version: "0.1", annotations, segmentation_bitmap: { url: null } }
    : { format_version: cloud ? "0.2" : "0.1", annotations }
}

/** The label with at least as many frames as its sample has images, or the same label. */
export const withFrames = (label: JsonObject, frames: number): JsonObject => {
  const present = label.frames
  if (!Array.isArray(present) || present.length >= frames) return label
  const missing = Array.from({ length: frames - present.length }, (): JsonObject => ({ annotations: [] }))
  return { ...label, frames: [...present, ...missing] }
}
