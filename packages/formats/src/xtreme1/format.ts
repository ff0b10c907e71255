/** Xtreme1: a file of data and one of results for each image or point cloud. */
import type { Format } from "../Format.ts"
import { xtreme1Abilities } from "./abilities.ts"
import { readXtreme1 } from "./read.ts"

export const xtreme1: Format = {
  name: "xtreme1",
  title: "Xtreme1",
  abilities: xtreme1Abilities,
  reader: readXtreme1,
}
