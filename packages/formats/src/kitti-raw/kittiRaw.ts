/** KITTI raw: the tracklets of a drive in XML, as the dataset has them and as CVAT and Datumaro write them. */
import { cuboidAbilities } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Format } from "../Format.ts"
import { readKittiRaw } from "./read.ts"

export const kittiRaw: Format = {
  name: "kitti-raw",
  title: "KITTI raw, tracklets",
  abilities: {
    ...cuboidAbilities,
    sequences: "kept",
    singles: false,
    tracks: true,
    attributes: "typed",
    cameras: true,
  },
  reader: readKittiRaw,
}
