/** GeoJSON: one collection of features per image, in pixels or in longitude and latitude. It is written, not read. */
import { type Abilities, allExactShapes, drawings, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { writeGeojson } from "./write.ts"

/** Members that the standard does not have are allowed everywhere. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: drawings,
  ...allExactShapes,
  attributes: "typed",
  frameAttributes: "typed",
  metadata: true,
  ids: true,
  categoryIds: true,
  splits: true,
}

export const geojson: Format = { name: "geojson", title: "GeoJSON", abilities, write: writeGeojson }
