/** SUSTechPOINTS: a folder per scene, with a JSON file of cuboids per point cloud. */
import { cuboidAbilities } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Format } from "../Format.ts"
import { readSustechPoints } from "./read.ts"

export const sustechPoints: Format = {
  name: "sustechpoints",
  title: "SUSTechPOINTS",
  abilities: {
    ...cuboidAbilities,
    sequences: "kept",
    singles: false,
    tracks: true,
    attributes: "text",
    cameras: true,
  },
  reader: readSustechPoints,
}
