/** Tables of boxes as training scripts have them: a row for each box. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readBoxesCsv } from "./read.ts"
import { writeBoxesCsv } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["bbox"],
  emptySamples: false,
  splits: true,
}

export const boxesCsv: Format = {
  name: "boxes-csv",
  title: "CSV of boxes",
  abilities,
  write: writeBoxesCsv,
  reader: readBoxesCsv,
}
