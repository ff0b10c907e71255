import type { DatasetId } from "../domain/Ids.ts"
import { emptyObject } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import type { NewJob } from "../domain/newJob.ts"

/** The job that purges a deleted dataset. */
export const purgeJob = (datasetId: DatasetId, createdBy: Username): NewJob => ({
  kind: "purge",
  datasetId,
  payload: emptyObject,
  total: null,
  createdBy,
})
