/** Declares what exports of Xtreme1 have: the data say whether they are of images or of point clouds. */

import type { Abilities } from "../carry/Abilities.ts"
import { drawings } from "../carry/Abilities.ts"
import { cuboidAbilities } from "../drawn-cuboids/DrawnCuboid.ts"

export const xtreme1Abilities: Abilities = {
  ...cuboidAbilities,
  kinds: ["image-vector", "cuboid"],
  annotations: [...drawings, "cuboid"],
  exactShapes: ["multipolygon"],
  sequences: "kept",
  tracks: true,
  cameras: true,
  attributes: "typed",
  frameAttributes: "typed",
  splits: true,
}
