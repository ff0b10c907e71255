/** Supervisely, projects of images: datasets with a file of annotations for each image. */
import { type Abilities, drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readSupervisely } from "./read.ts"
import { writeSupervisely } from "./write.ts"

/** A class has nodes, so that a skeleton has them in the order of its class. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation"],
  annotations: [...drawings, "segment"],
  singlePoints: true,
  exactShapes: ["rotated_box", "skeleton", "multipolygon"],
  skeletons: true,
  attributes: "defined",
  losesUnchecked: true,
  shapeMasks: true,
  frameAttributes: "defined",
  categoryColors: true,
  definitions: true,
  splits: true,
}

export const supervisely: Format = {
  name: "supervisely",
  title: "Supervisely",
  abilities,
  write: writeSupervisely,
  reader: readSupervisely,
}
