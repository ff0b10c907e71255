/** The task types by the data that they are for. A task type decides the structure of labels. */
import type { Wire } from "../../api/client.ts"

export type TaskType = Wire<"Dataset">["task_type"]

export const taskTypes = {
  images: [
    "bboxes",
    "vector",
    "keypoints",
    "image-vector-sequence",
    "segmentation-bitmap",
    "segmentation-bitmap-highres",
    "image-segmentation-sequence",
  ],
  pointclouds: [
    "pointcloud-cuboid",
    "pointcloud-cuboid-sequence",
    "pointcloud-vector",
    "pointcloud-vector-sequence",
    "pointcloud-segmentation",
    "pointcloud-segmentation-sequence",
  ],
  sensors: ["multisensor-sequence"],
} as const satisfies { readonly [Kind in string]: ReadonlyArray<TaskType> }

export type DataKind = keyof typeof taskTypes

export const dataKinds: ReadonlyArray<DataKind> = ["images", "pointclouds", "sensors"]

/** The kind of data of a task type. */
export const toDataKind = (type: TaskType): DataKind =>
  dataKinds.find((kind) => taskTypes[kind].some((one) => one === type)) ?? "images"
