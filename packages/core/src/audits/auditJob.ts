/** The jobs that prepare audits. */
import { Schema } from "effect"
import { ReleaseAuditId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { parseJson, toJsonText } from "../domain/JsonText.ts"
import type { NewJob } from "../domain/newJob.ts"
import type { ReleaseAudit } from "../domain/ReleaseAudit.ts"

const decodePayload = Schema.decodeUnknownSync(Schema.Struct({ audit: ReleaseAuditId }))

/** Makes the job that prepares the audit. */
export const makeAuditJob = ({ createdBy, datasetId, id, unit }: ReleaseAudit): NewJob => ({
  // Workers that do not know audits of objects would draw samples: they take no jobs of a kind that they do not know.
  kind: unit === "objects" ? "object-audit" : "audit",
  datasetId,
  payload: toJsonText({ audit: id }),
  total: null,
  createdBy,
})

/** Reads which audit the job prepares. */
export const readAuditId = (job: Job): ReleaseAuditId => decodePayload(parseJson(job.payload)).audit
