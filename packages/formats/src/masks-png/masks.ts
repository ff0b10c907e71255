/** Masks as PNG images: the category of each pixel, and its instance. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readMasks } from "./read.ts"
import { writeMasks } from "./write.ts"

/** Categories are counted from 1, because 0 is a pixel without one. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-segmentation"],
  annotations: ["segment"],
  ids: true,
  categoryColors: true,
  splits: true,
}

export const masks: Format = {
  name: "masks",
  title: "PNG masks",
  abilities,
  write: writeMasks,
  reader: readMasks,
}
