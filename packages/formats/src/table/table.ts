/** Tables of annotations for pandas, DuckDB and spreadsheets: one row per annotation. They are written, not read. */
import { type Abilities, allExactShapes, drawings, nothing, trackedSequences } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { writeCsv } from "./csv.ts"
import { writeParquet } from "./parquet.ts"

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation", "cuboid", "cloud-vector", "cloud-segmentation"],
  annotations: [...drawings, "cuboid", "segment"],
  ...allExactShapes,
  ...trackedSequences,
  emptyTracks: true,
  sensors: true,
  attributes: "typed",
  frameAttributes: "typed",
  ids: true,
  categoryIds: true,
  timestamps: "exact",
  rotation: "quaternion",
  syncedCuboids: true,
  frameNames: true,
  emptySamples: false,
  splits: true,
}

export const csv: Format = { name: "csv", title: "CSV table", abilities, write: writeCsv }

export const parquet: Format = { name: "parquet", title: "Parquet table", abilities, write: writeParquet }
