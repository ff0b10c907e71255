/** VIA, the VGG Image Annotator: projects, and exported annotations as JSON or as tables. */
import { type Abilities, drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readVia } from "./read.ts"
import { writeVia } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: [...drawings],
  singlePoints: true,
  exactShapes: ["ellipse"],
  attributes: "typed",
  frameAttributes: "typed",
  splits: true,
}

export const via: Format = {
  name: "via",
  title: "VGG Image Annotator",
  abilities,
  write: writeVia,
  reader: readVia,
}
