/** Cityscapes: one JSON file of polygons per image. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readCityscapes } from "./read.ts"
import { writeCityscapes } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["polygon"],
  splits: true,
}

export const cityscapes: Format = {
  name: "cityscapes",
  title: "Cityscapes",
  abilities,
  write: writeCityscapes,
  reader: readCityscapes,
}
