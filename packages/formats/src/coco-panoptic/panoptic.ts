/** COCO panoptic: a JSON file per set, and for each image a PNG image with the ids of its pixels. */
import { type Abilities, nothing, trackedSequences } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readPanoptic } from "./read.ts"
import { writePanoptic } from "./write.ts"

/** Beside what COCO keeps, the ids of annotations: they are those of the pixels. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-segmentation"],
  annotations: ["segment"],
  ...trackedSequences,
  attributes: "typed",
  frameAttributes: "typed",
  metadata: true,
  ids: true,
  categoryIds: true,
  categoryColors: true,
  timestamps: "exact",
  frameNames: true,
  splits: true,
}

export const cocoPanoptic: Format = {
  name: "coco-panoptic",
  title: "COCO panoptic",
  abilities,
  write: writePanoptic,
  reader: readPanoptic,
}
