/** Labelme: one JSON file per image, beside it. */
import { type Abilities, drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readLabelme } from "./read.ts"
import { writeLabelme } from "./write.ts"

/**
 * Truth values are flags, the attributes `group_id` and `description` are fields of shapes. Labelme keeps fields that it does not know, so
 * other attributes have one.
 */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation"],
  annotations: [...drawings, "segment"],
  exactShapes: ["rotated_box", "skeleton"],
  jointNames: true,
  skeletonBoxes: true,
  attributes: "typed",
  shapeMasks: true,
  frameAttributes: "typed",
}

export const labelme: Format = {
  name: "labelme",
  title: "Labelme",
  abilities,
  write: writeLabelme,
  reader: readLabelme,
}
