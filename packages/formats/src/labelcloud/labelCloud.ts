/** labelCloud: one JSON file per point cloud, with centers or with vertices of cuboids. */
import { cuboidAbilities } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Format } from "../Format.ts"
import { readLabelCloud } from "./read.ts"

export const labelCloud: Format = {
  name: "labelcloud",
  title: "labelCloud",
  abilities: { ...cuboidAbilities, categoryColors: true, splits: true },
  reader: readLabelCloud,
}
