/** Mapillary Vistas: polygons, or masks of labels and instances, with the list of labels in `config_v2.0.json`. */
import type { Format } from "../Format.ts"
import { mapillaryAbilities } from "./abilities.ts"
import { readMapillary } from "./read.ts"
import { writeMapillary } from "./write.ts"

export const mapillary: Format = {
  name: "mapillary",
  title: "Mapillary Vistas",
  abilities: mapillaryAbilities,
  write: writeMapillary,
  reader: readMapillary,
}
