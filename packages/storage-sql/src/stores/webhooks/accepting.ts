/** Completes requests that their receivers accepted, the common case, in one statement where the database has one. */
import {
  AttemptId,
  attemptRecordOf,
  type Completed,
  type Completion,
  isDelivered,
  nextId,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { noDataset } from "../../rows/accounts.ts"
import { encodeAttempt } from "../../rows/webhooks.ts"
import { triggerOf } from "./ends.ts"

/** Completes requests; none when they need more than one statement: nothing was written. */
export const accepting =
  ({ accept }: Pick<DeliveryOperations, "accept">) =>
  (completions: ReadonlyArray<Completion>): Effect.Effect<Option.Option<Completed>, SqlError.SqlError> =>
    accept === null || !completions.every(isPlain)
      ? Effect.succeedNone
      : Effect.flatMap(Effect.forEach(completions, rowsOf), (rows) =>
          Effect.map(
            accept(JSON.stringify(rows.flat())),
            Option.map((accepted) => ({ accepted, transitions: [], exhausted: [] })),
          ),
        )

/** Whether the request changes nothing but its deliveries, the counts and a health that was never reported. */
const isPlain = (completion: Completion): boolean =>
  isDelivered(completion) &&
  !completion.gone &&
  completion.pauseMillis === null &&
  completion.request.deliveries.every(({ delivery }) => delivery.origin !== "test")

const rowsOf = (completion: Completion) => {
  const record = attemptRecordOf(completion)
  const { endpoint, deliveries, token } = completion.request
  return Effect.forEach(deliveries, ({ delivery }) =>
    Effect.map(nextId(AttemptId), (id) => ({
      ...encodeAttempt(
        {
          ...record,
          id,
          deliveryId: delivery.id,
          endpointId: delivery.endpointId,
          trigger: triggerOf(delivery.origin, delivery.attempts + 1),
        },
        delivery.datasetId ?? noDataset,
      ),
      event_id: delivery.eventId,
      token,
      fifo: endpoint.fifo ? 1 : 0,
    })),
  )
}
