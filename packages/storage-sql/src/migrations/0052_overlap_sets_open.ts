/** A search for samples to label reads the first place of each group. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  {
    name: "overlap_places_sets",
    on: "overlap_places (dataset_id, queue, own_user, open_user, finished, np, sample_id)",
  },
])
