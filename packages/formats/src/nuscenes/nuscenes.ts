/** nuScenes: thirteen tables, cuboids in the frame of the world. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { carriedBeside } from "../side/SideFile.ts"
import { readNuscenes } from "./read.ts"
import { writeNuscenes } from "./write.ts"

/** Ids, timestamps with all digits and names of frames are in `annotary.jsonl`, as nuScenes has no place for them. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["cuboid"],
  annotations: ["cuboid"],
  sequences: "kept",
  singles: false,
  tracks: true,
  attributes: "text",
  namedAttributes: ["interior_points", "radar_points"],
  ...carriedBeside,
  rotation: "quaternion",
  frameNames: true,
  egoPoses: true,
  cameras: true,
  splits: true,
}

export const nuscenes: Format = {
  name: "nuscenes",
  title: "nuScenes",
  abilities,
  write: writeNuscenes,
  reader: readNuscenes,
}
