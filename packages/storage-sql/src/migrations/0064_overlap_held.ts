/** The indexes that the common claim of a sample that several people label reads: what a person holds, which places are free, and which leases have ended. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  {
    name: "overlap_places_held",
    on: "overlap_places (holder, dataset_id, queue, claimed_at) WHERE holder IS NOT NULL",
  },
  {
    name: "overlap_places_free",
    on: "overlap_places (dataset_id, np, sample_id, place) WHERE queue = 1 AND own_user = '' AND open_user = '' AND holder IS NULL",
  },
  { name: "overlap_places_lease", on: "overlap_places (dataset_id, lease_until) WHERE holder IS NOT NULL" },
])
