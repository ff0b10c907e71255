/** ASAM OpenLABEL 1.0: one JSON file per sample. */
import { type Abilities, allExactShapes, drawings, nothing, trackedSequences } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readOpenLabel } from "./read.ts"
import { writeOpenLabel } from "./write.ts"

/** Elements, streams and metadata keep unknown fields: what OpenLABEL has no place for is in such fields, and categories in the ontology file. */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "cuboid", "cloud-vector"],
  annotations: [...drawings, "cuboid"],
  ...allExactShapes,
  skeletons: true,
  ...trackedSequences,
  sensors: true,
  attributes: "typed",
  frameAttributes: "typed",
  metadata: true,
  links: true,
  ids: true,
  categoryIds: true,
  categoryColors: true,
  definitions: true,
  timestamps: "exact",
  rotation: "quaternion",
  syncedCuboids: true,
  frameNames: true,
  egoPoses: true,
  cameras: true,
  splits: true,
}

export const openlabel: Format = {
  name: "openlabel",
  title: "ASAM OpenLABEL 1.0",
  abilities,
  write: writeOpenLabel,
  reader: readOpenLabel,
}
