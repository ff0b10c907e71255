/** The order of the queues: the samples that wait for a user, and their steps. */
import type { QueueName, QueueStep, SampleId, Timestamp, Username } from "@annotary/core"
import type { ClaimRequest, QueueKey } from "@annotary/core/effect"
import { compare } from "./lookups.ts"
import type { Tables } from "./tables.ts"

export const stepsOf = (queue: QueueName): ReadonlyArray<QueueStep> =>
  queue === "labeling" ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]

type QueueRequest = Pick<ClaimRequest, "datasetId" | "queue" | "user">

/** Returns the samples that nobody has claimed, in the order of the queue. */
export const waitingFor = (
  tables: Tables,
  { datasetId, queue, user }: QueueRequest,
  at: Timestamp,
): ReadonlyArray<{ readonly sampleId: SampleId; readonly step: QueueStep }> =>
  tables.places
    .by("dataset", datasetId)
    .flatMap(({ key }) => {
      const step = stepFor(key, queue, user)
      const lease = tables.claims.get(key.sampleId)
      return step === null || (lease !== undefined && lease.expiresAt > at) ? [] : [{ ...key, step }]
    })
    .sort((a, b) => a.step - b.step || a.np - b.np || compare(a.sampleId, b.sampleId))

/** Places of the reviewing queue are numbered from 11. Step 5 is for samples that the user labeled. */
const stepFor = ({ labeler, open, own }: QueueKey, queue: QueueName, user: Username): QueueStep | null => {
  const isHere = (step: number) => step > 10 === (queue === "reviewing")
  if (own !== null && own.user === user && isHere(own.step)) return own.step === 1 || own.step === 11 ? 1 : 2
  if (open === null || !isHere(open.step)) return null
  if (open.user !== null) return open.user === user ? 3 : null
  return queue === "reviewing" && labeler === user ? 5 : 4
}
