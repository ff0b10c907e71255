/** Says what is labeled with a sensor, by which two sensors of one point cloud differ. */
import type { Sensor } from "../../../model/document/sensors.ts"

export type SensorType = "cuboids" | "shapes" | "points" | "boxes" | "areas" | "unknown"

const types: ReadonlyMap<string, SensorType> = new Map([
  ["pointcloud-cuboid-sequence", "cuboids"],
  ["pointcloud-vector-sequence", "shapes"],
  ["pointcloud-segmentation-sequence", "points"],
  ["image-vector-sequence", "boxes"],
  ["image-segmentation-sequence", "areas"],
])

export const toSensorType = ({ taskType }: Sensor): SensorType => types.get(taskType) ?? "unknown"

/** The paths of icons of 24 by 24. */
export const icons: { readonly [Type in SensorType]: string } = {
  cuboids: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  shapes: "M12 3l8 6-3 10H7L4 9z",
  points: "M5 6h.01M12 4h.01M19 7h.01M8 12h.01M15 11h.01M5 18h.01M12 19h.01M19 16h.01",
  boxes: "M3 7h4l2-3h6l2 3h4v12H3zM12 9a4 4 0 100 8 4 4 0 000-8z",
  areas: "M3 5h18v14H3zM3 15l6-5 5 4 3-3 4 4",
  unknown: "M12 17h.01M9 9a3 3 0 114 3c-1 .5-1 1-1 2M12 3a9 9 0 100 18 9 9 0 000-18z",
}
