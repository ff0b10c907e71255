/** BDD100K, in the JSON of Scalabel: a list of images with labels. */
import { drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readBdd100k } from "./read.ts"

export const bdd100k: Format = {
  name: "bdd100k",
  title: "BDD100K, Scalabel",
  abilities: {
    ...nothing,
    kinds: ["image-vector"],
    annotations: [...drawings],
    attributes: "typed",
    frameAttributes: "typed",
    splits: true,
  },
  reader: readBdd100k,
}
