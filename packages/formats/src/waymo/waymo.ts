/** Waymo Open Dataset, version 2: the boxes of the scanner in Parquet files. Only read. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readWaymo } from "./read.ts"

/** The columns of its files. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["cuboid"],
  annotations: ["cuboid"],
  sequences: "kept",
  singles: false,
  tracks: true,
  namedAttributes: ["interior_points"],
  timestamps: "microseconds",
  rotation: "yaw",
  egoPoses: true,
  splits: true,
}

export const waymo: Format = {
  name: "waymo",
  title: "Waymo Open Dataset, boxes",
  abilities,
  reader: readWaymo,
}
