/** SuperAnnotate, vector projects: a JSON file for each image. */
import { drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readSuperannotate } from "./read.ts"

export const superannotate: Format = {
  name: "superannotate",
  title: "SuperAnnotate",
  abilities: {
    ...nothing,
    kinds: ["image-vector"],
    annotations: [...drawings],
    exactShapes: ["rotated_box", "ellipse", "skeleton", "multipolygon"],
    jointNames: true,
    attributes: "typed",
    frameAttributes: "typed",
  },
  reader: readSuperannotate,
}
