import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { Events } from "../events/Events.ts"

/** Reports the ends of exports and imports. Checks no permissions. */
export class TransferEvents extends Effect.Service<TransferEvents>()("@annotary/core/TransferEvents", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const events = yield* Events

    /** Writes the event of a transfer that succeeded or failed, in the transaction that ends it. */
    const recordEnd = (transfer: Transfer): Effect.Effect<void> =>
      access.findAsSystem({ _tag: "Id", id: transfer.datasetId }).pipe(
        Effect.flatMap(({ dataset, recordsEvents }) => {
          const outcome = transfer.status === "SUCCEEDED" ? "succeeded" : "failed"
          const type = `${transfer.direction}.${outcome}` as const
          return events.record({ dataset, recordsEvents, actor: transfer.createdBy }, [{ type, transfer }])
        }),
        Effect.catchTag("NotFound", () => Effect.void),
      )

    return { recordEnd }
  }),
}) {
  static readonly dependencies = [Access, Events] as const
}
