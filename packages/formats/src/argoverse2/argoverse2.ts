/** Argoverse 2, the sensor dataset: Feather files in a folder per log. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { carriedBeside } from "../side/SideFile.ts"
import { readArgoverse2 } from "./read.ts"
import { writeArgoverse2 } from "./write.ts"

/** Names, ids and timestamps that are no whole numbers are in `annotary.jsonl`, as Argoverse has no place for them. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["cuboid"],
  annotations: ["cuboid"],
  sequences: "kept",
  singles: false,
  tracks: true,
  namedAttributes: ["interior_points"],
  ...carriedBeside,
  rotation: "quaternion",
  frameNames: true,
  egoPoses: true,
  cameras: true,
  splits: true,
}

export const argoverse2: Format = {
  name: "argoverse2",
  title: "Argoverse 2",
  abilities,
  write: writeArgoverse2,
  reader: readArgoverse2,
}
