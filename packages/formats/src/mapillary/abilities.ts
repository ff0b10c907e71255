/** Declares what files of Mapillary Vistas have: the kind of the dataset says whether they are polygons or masks. */
import { type Abilities, nothing } from "../carry/Abilities.ts"

export const mapillaryAbilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation"],
  annotations: ["polygon", "segment"],
  categoryColors: true,
  splits: true,
}
