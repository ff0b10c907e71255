/** Responses about jobs for operators. */
import { JobJson, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

export const ListedJob = Schema.Struct({
  ...JobJson.fields,
  dataset_uuid: Uuid,
  attempts: Schema.Int,
  can_retry: Schema.Boolean.annotations({
    description:
      "Whether the job has failed and can be retried. Some kinds of jobs clean up after a failure and cannot",
  }),
}).annotations({ identifier: "ListedJob", description: "A job as site admins see it" })
