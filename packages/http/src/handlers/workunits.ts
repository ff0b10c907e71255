/** Lists of workunits, also of those that are kept of deleted datasets. */
import {
  type DeletedWorkunit,
  type FieldsOf,
  fromMillis,
  type ListWorkunits,
  toMillis,
  toWorkunitJson,
  type WorkunitInSession,
} from "@annotary/core/effect"
import type { WorkunitPaging } from "../api/parameters.ts"
import type { DeletedWorkunitRecord, ListedWorkunit } from "../api/records/work.ts"

/** The page that the parameters of a list ask for: newest first, unless sorted otherwise. */
export const toWorkunitQuery = ({ per_page, sort, ...rest }: typeof WorkunitPaging.Type): ListWorkunits => ({
  ...rest,
  descending: sort !== "created_at",
  perPage: per_page,
})

/** A workunit with the times of its session. */
export const toSessionWorkunitJson = ({
  session,
  workunit,
}: WorkunitInSession): FieldsOf<typeof ListedWorkunit> => ({
  ...toWorkunitJson(workunit),
  session_time_metrics:
    session === null
      ? null
      : {
          claim_id: session.claimId,
          started_at: fromMillis(toMillis(session.lastAt) - session.time - session.inactiveTime),
          ended_at: session.lastAt,
          workunits: session.workunits,
          time: session.time,
          inactive_time: session.inactiveTime,
        },
})

export const toDeletedWorkunitJson = (found: DeletedWorkunit): FieldsOf<typeof DeletedWorkunitRecord> => ({
  ...toWorkunitJson(found.workunit),
  dataset_uuid: found.datasetId,
  dataset_full_name: found.dataset,
  dataset_deleted_at: found.deletedAt,
})
