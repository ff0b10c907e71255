/** Datumaro JSON: one file per set, with an item per image or point cloud. */
import { type Abilities, drawings, nothing, trackedSequences } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readDatumaro } from "./read.ts"
import { writeDatumaro } from "./write.ts"

/** Infos of the dataset and attributes of items are free: what Datumaro has no place for is there, under `annotary`. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation", "cuboid"],
  annotations: [...drawings, "segment", "cuboid"],
  ...trackedSequences,
  exactShapes: ["rotated_box", "ellipse", "skeleton"],
  skeletons: true,
  shapeMasks: true,
  attributes: "typed",
  frameAttributes: "typed",
  metadata: true,
  ids: true,
  categoryIds: true,
  categoryColors: true,
  definitions: true,
  timestamps: "exact",
  rotation: "quaternion",
  frameNames: true,
  splits: true,
}

export const datumaro: Format = {
  name: "datumaro",
  title: "Datumaro",
  abilities,
  write: writeDatumaro,
  reader: readDatumaro,
}
