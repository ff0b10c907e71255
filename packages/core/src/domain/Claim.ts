import { Schema } from "effect"
import { ClaimId, DatasetId, SampleId } from "./Ids.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The queues of a dataset: those of people, and that of models, which label samples before people do. */
export const QueueName = Schema.Literal("prelabeling", "labeling", "reviewing").annotations({
  identifier: "QueueName",
})
export type QueueName = typeof QueueName.Type

/** The steps of each queue in the order in which a claim tries them. The rules of the steps are those of `ordering.ts`. */
export const queueSteps = {
  prelabeling: [1, 2],
  labeling: [1, 2, 3, 4],
  reviewing: [1, 2, 3, 4, 5],
} as const satisfies {
  readonly [Queue in QueueName]: ReadonlyArray<number>
}

/** The rule of the queue's order that selected the sample. */
export const QueueStep = Schema.Literal(...queueSteps.reviewing)
export type QueueStep = typeof QueueStep.Type

/** A step with its queue, as in `reviewing 4`. Tables of statements and sentences are keyed by it. */
export type QueueStepName = {
  [Queue in QueueName]: `${Queue} ${(typeof queueSteps)[Queue][number]}`
}[QueueName]

/** Names a step of a queue. Cast: a queue has no other steps than its own. */
export const toStepName = (queue: QueueName, step: QueueStep): QueueStepName =>
  `${queue} ${step}` as QueueStepName

/** A claim: an exclusive lease on one sample for one person or model, in one of the queues. */
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
