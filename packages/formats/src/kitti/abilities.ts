/** Both KITTI formats carry this. Names, ids and timestamps are in `annotary.jsonl`, as KITTI has no place for them. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import { carriedBeside } from "../side/SideFile.ts"

export const kittiAbilities: Abilities = {
  ...nothing,
  kinds: ["cuboid"],
  annotations: ["cuboid"],
  namedAttributes: ["truncated", "occluded"],
  ...carriedBeside,
  rotation: "yaw",
  cameras: "first",
  splits: true,
}
