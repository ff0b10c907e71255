/** Completes requests that their receivers accepted, the common case, in one statement where the database has one. */
import {
  AttemptId,
  type Completed,
  type Completion,
  generateIds,
  isDelivered,
  toAttemptRecord,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { noDataset } from "../../rows/accounts.ts"
import { encodeAttempt } from "../../rows/webhooks.ts"
import { getTrigger } from "./ends.ts"

/** Completes requests; none when they need more than one statement: nothing was written. */
export const makeAccept =
  ({ accept }: Pick<DeliveryOperations, "accept">) =>
  (completions: ReadonlyArray<Completion>): Effect.Effect<Option.Option<Completed>, SqlError.SqlError> =>
    accept === null || !completions.every(isPlain)
      ? Effect.succeedNone
      : Effect.flatMap(generateIds(AttemptId, countDeliveries(completions)), (ids) =>
          Effect.map(
            accept(JSON.stringify(toAttemptRows(completions, ids))),
            Option.map((accepted) => ({ accepted, transitions: [], exhausted: [] })),
          ),
        )

const countDeliveries = (completions: ReadonlyArray<Completion>): number =>
  completions.reduce((sum, { request }) => sum + request.deliveries.length, 0)

/** Whether the request changes nothing but its deliveries, the counts and a health that was never reported. */
const isPlain = (completion: Completion): boolean =>
  isDelivered(completion) &&
  !completion.gone &&
  completion.pauseMillis === null &&
  completion.request.deliveries.every(({ delivery }) => delivery.origin !== "test")

/** One row for each delivery, each with one of the ids. */
const toAttemptRows = (completions: ReadonlyArray<Completion>, ids: ReadonlyArray<AttemptId>) => {
  const left = ids.values()
  return completions.flatMap((completion) => {
    const record = toAttemptRecord(completion)
    const { endpoint, deliveries, token } = completion.request
    return deliveries.flatMap(({ delivery }) => {
      const { done, value: id } = left.next()
      if (done === true) return []
      const trigger = getTrigger(delivery.origin, delivery.attempts + 1)
      const attempt = { ...record, id, deliveryId: delivery.id, endpointId: delivery.endpointId, trigger }
      return [
        {
          ...encodeAttempt(attempt, delivery.datasetId ?? noDataset),
          event_id: delivery.eventId,
          token,
          fifo: endpoint.fifo ? 1 : 0,
        },
      ]
    })
  })
}
