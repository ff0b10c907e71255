/** Responses about jobs for operators. */
import { JobJson, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

export const ListedJob = Schema.Struct({
  ...JobJson.fields,
  dataset_uuid: Uuid,
  attempts: Schema.Int,
  can_retry: Schema.Boolean.annotations({
    description:
      "Whether it has failed and can run again; jobs of some kinds have cleaned up after a failure",
  }),
}).annotations({ identifier: "ListedJob", description: "A job as site admins see it" })
