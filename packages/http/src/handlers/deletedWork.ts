/** Lists of the work that is kept of deleted datasets. */
import { type DeletedWorkunit, type FieldsOf, type ListWorkunits, workunitJson } from "@annotary/core/effect"
import type { WorkunitPaging } from "../api/parameters.ts"
import type { DeletedWorkunitRecord } from "../api/records/work.ts"

export const workunitPage = ({ per_page, sort, ...rest }: typeof WorkunitPaging.Type): ListWorkunits => ({
  ...rest,
  descending: sort !== "created_at",
  perPage: per_page,
})

export const deletedWorkunitJson = (found: DeletedWorkunit): FieldsOf<typeof DeletedWorkunitRecord> => ({
  ...workunitJson(found.workunit),
  dataset_uuid: found.datasetId,
  dataset_full_name: found.dataset,
  dataset_deleted_at: found.deletedAt,
})
