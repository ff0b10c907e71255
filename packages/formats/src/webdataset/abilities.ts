/** Declares what the usual members of a sample have: `cls`, `json` with boxes, and texts. */
import { type Abilities, nothing } from "../carry/Abilities.ts"

export const webDatasetAbilities: Abilities = {
  ...nothing,
  kinds: ["image-vector"],
  annotations: ["bbox"],
  attributes: "typed",
  frameAttributes: "typed",
  definitions: true,
  metadata: true,
  splits: true,
}
