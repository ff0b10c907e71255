/** Pascal VOC: one XML file per image, with boxes. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { makeVocReader } from "./read.ts"
import { writeVoc } from "./write.ts"

/** Attributes as Datumaro and CVAT have them; colors in `labelmap.txt`. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["bbox"],
  attributes: "text",
  categoryColors: true,
  splits: true,
}

export const voc: Format = {
  name: "voc",
  title: "Pascal VOC",
  abilities,
  write: writeVoc,
  reader: makeVocReader(),
}
