/** Label Studio: one list of tasks, and the labeling configuration that shows them. */
import { type Abilities, drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readLabelStudio } from "./read.ts"
import { writeLabelStudio } from "./write.ts"

/** The columns of a task are free, so the name, the set and the size of the image are columns; `meta` is free as well. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation"],
  annotations: [...drawings, "segment"],
  exactShapes: ["rotated_box", "ellipse", "skeleton"],
  jointNames: true,
  attributes: "defined",
  namedAttributes: ["score"],
  categoryColors: true,
  definitions: true,
  shapeMasks: true,
  frameAttributes: "text",
  metadata: true,
  links: true,
  ids: true,
  splits: true,
  statuses: true,
}

export const labelStudio: Format = {
  name: "label-studio",
  title: "Label Studio JSON",
  abilities,
  write: writeLabelStudio,
  reader: readLabelStudio,
}
