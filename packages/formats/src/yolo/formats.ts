/** The formats of Ultralytics YOLO. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { makeYoloReader } from "./read.ts"
import { makeYoloWriter } from "./write.ts"

/** Its check of labels removes rows that are equal. */
const abilities: Abilities = { ...nothing, kinds: ["image-vector"], duplicates: false, splits: true }

export const yoloDetect: Format = {
  name: "yolo-detect",
  title: "YOLO boxes",
  abilities: { ...abilities, annotations: ["bbox"] },
  write: makeYoloWriter("detect"),
  reader: makeYoloReader("detect"),
}

export const yoloSegment: Format = {
  name: "yolo-segment",
  title: "YOLO polygons",
  abilities: { ...abilities, annotations: ["polygon"] },
  write: makeYoloWriter("segment"),
  reader: makeYoloReader("segment"),
}

export const yoloObb: Format = {
  name: "yolo-obb",
  title: "YOLO oriented boxes",
  abilities: { ...abilities, annotations: ["polygon"], polygonCorners: 4, exactShapes: ["rotated_box"] },
  write: makeYoloWriter("obb"),
  reader: makeYoloReader("obb"),
}

export const yoloPose: Format = {
  name: "yolo-pose",
  title: "YOLO keypoints",
  abilities: {
    ...abilities,
    annotations: ["bbox", "point"],
    exactShapes: ["skeleton"],
    skeletonBoxes: true,
    skeletons: true,
    pointsInSkeletons: false,
  },
  write: makeYoloWriter("pose"),
  reader: makeYoloReader("pose"),
}
