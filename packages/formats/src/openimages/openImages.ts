/** Open Images, versions 4 to 7: tables of boxes in shares of the image. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { booleanColumns } from "./columns.ts"
import { readOpenImages } from "./read.ts"
import { writeOpenImages } from "./write.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["bbox"],
  namedAttributes: ["Source", "score", ...booleanColumns],
  splits: true,
}

export const openImages: Format = {
  name: "openimages",
  title: "Open Images",
  abilities,
  write: writeOpenImages,
  reader: readOpenImages,
}
