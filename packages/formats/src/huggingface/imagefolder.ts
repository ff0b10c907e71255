/** `imagefolder` of Hugging Face: `metadata.jsonl` in the folder of each set, with the boxes of each image under `objects`. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readImagefolder } from "./read.ts"
import { writeImagefolder } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["bbox"],
  splits: true,
}

export const imagefolder: Format = {
  name: "imagefolder",
  title: "Hugging Face imagefolder",
  abilities,
  write: writeImagefolder,
  reader: readImagefolder,
}
