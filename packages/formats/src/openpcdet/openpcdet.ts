/** OpenPCDet, custom datasets: a text file of cuboids per point cloud. */
import { cuboidAbilities } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Format } from "../Format.ts"
import { readOpenPcdet } from "./read.ts"

export const openpcdet: Format = {
  name: "openpcdet",
  title: "OpenPCDet, custom datasets",
  abilities: { ...cuboidAbilities, rotation: "yaw", splits: true },
  reader: readOpenPcdet,
}
