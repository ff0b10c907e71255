/** Darwin JSON 2.0 of V7: a file per image. */
import { drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readDarwin } from "./read.ts"

export const darwin: Format = {
  name: "darwin",
  title: "Darwin (V7) JSON 2.0",
  abilities: {
    ...nothing,
    kinds: ["image-vector"],
    annotations: [...drawings],
    attributes: "typed",
    frameAttributes: "typed",
  },
  reader: readDarwin,
}
