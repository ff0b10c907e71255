/** Lists of workunits, also of those that are kept of deleted datasets. */
import { type DeletedWorkunit, type FieldsOf, type ListWorkunits, workunitJson } from "@annotary/core/effect"
import type { WorkunitPaging } from "../api/parameters.ts"
import type { DeletedWorkunitRecord } from "../api/records/work.ts"

/** The page that the parameters of a list ask for: newest first, unless sorted otherwise. */
export const workunitQuery = ({ per_page, sort, ...rest }: typeof WorkunitPaging.Type): ListWorkunits => ({
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
