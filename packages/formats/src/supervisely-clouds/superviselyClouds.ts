/** Supervisely: projects of point clouds, and of episodes, which are sequences. */
import { cuboidAbilities } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Format } from "../Format.ts"
import { readSuperviselyClouds } from "./read.ts"

export const superviselyClouds: Format = {
  name: "supervisely-clouds",
  title: "Supervisely point clouds",
  abilities: {
    ...cuboidAbilities,
    sequences: "kept",
    tracks: true,
    attributes: "typed",
    frameAttributes: "typed",
    categoryColors: true,
    cameras: true,
  },
  reader: readSuperviselyClouds,
}
