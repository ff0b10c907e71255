/** Finds the versions of labels whose objects are not counted yet. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  {
    name: "label_versions_uncounted",
    on: "label_versions (dataset_id, labelset_id, sample_id, version) WHERE objects IS NULL AND content = version",
  },
])
