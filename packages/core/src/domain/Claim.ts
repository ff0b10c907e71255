import { Schema } from "effect"
import { ClaimId, DatasetId, SampleId } from "./Ids.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The two queues of a dataset. */
export const QueueName = Schema.Literal("labeling", "reviewing").annotations({ identifier: "QueueName" })
export type QueueName = typeof QueueName.Type

/** 1–5: the rule of the queue's order that selected the sample. */
export const QueueStep = Schema.Literal(1, 2, 3, 4, 5)
export type QueueStep = typeof QueueStep.Type

/** A claim: an exclusive lease on one sample for one person, in one of the two queues. */
export const Claim = Schema.Struct({
  id: ClaimId,
  datasetId: DatasetId,
  sampleId: SampleId,
  queue: QueueName,
  holder: Username,
  step: QueueStep,
  claimedAt: Timestamp,
  expiresAt: Timestamp,
})
export interface Claim extends Schema.Schema.Type<typeof Claim> {}

/**
 * Reason why a claim ended without work: the lease expired, it was released, a change of its sample replaced it, or its
 * holder may no longer work there (another role, an archived dataset).
 */
export type ClaimEnd = "expired" | "released" | "superseded" | "withdrawn"
