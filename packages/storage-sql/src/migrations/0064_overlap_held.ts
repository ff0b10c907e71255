/** A claim finds by a whole key whether a person holds a place of a dataset. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  { name: "overlap_places_held", on: "overlap_places (holder, dataset_id, queue) WHERE holder IS NOT NULL" },
])
