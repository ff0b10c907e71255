/** CVAT XML 1.1: one file "for images" of single samples; one file "for video" of each sequence, with tracks. */
import { type Abilities, drawings, nothing, trackedSequences } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readCvat } from "./read.ts"
import { writeCvat } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation"],
  annotations: [...drawings, "segment"],
  ...trackedSequences,
  exactShapes: ["rotated_box", "ellipse", "skeleton"],
  skeletons: true,
  attributes: "defined",
  shapeMasks: true,
  categoryColors: true,
  definitions: true,
  splits: true,
}

export const cvat: Format = {
  name: "cvat",
  title: "CVAT XML 1.1",
  abilities,
  write: writeCvat,
  reader: readCvat,
}
