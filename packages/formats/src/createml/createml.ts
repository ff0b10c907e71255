/** Boxes of Create ML: a list of images, each with its boxes by their centers, in pixels. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readCreateml } from "./read.ts"
import { writeCreateml } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["bbox"],
  splits: true,
}

export const createml: Format = {
  name: "createml",
  title: "Create ML",
  abilities,
  write: writeCreateml,
  reader: readCreateml,
}
