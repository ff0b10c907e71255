import { Effect } from "effect"
import { sinkTaskPrefix } from "../events/publishEvents.ts"
import { PeriodicTaskStore } from "../storage/PeriodicTaskStore.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { WebhookSettings } from "./WebhookSettings.ts"

/** Removes expired events, deliveries and attempts in small batches, with pauses in which other work runs. */
export class Retention extends Effect.Service<Retention>()("@annotary/core/Retention", {
  effect: Effect.gen(function* () {
    const store = yield* DeliveryStore
    const tasks = yield* PeriodicTaskStore
    const { keepDeadMillis, keepMillis } = yield* WebhookSettings

    /** The least id after the oldest checkpoint of a sink. A sink that has not run for the whole retention holds back nothing. */
    const findFirstUnpublished = Effect.map(tasks.listCheckpoints(sinkTaskPrefix), (checkpoints) =>
      checkpoints
        .filter(({ overdueMillis }) => overdueMillis < keepMillis)
        .map(({ checkpoint }) => (checkpoint === null ? "" : `${checkpoint}0`))
        .sort()
        .at(0),
    )

    /** Removes expired data until none is left. It may be interrupted at any point. */
    const prune: Effect.Effect<void> = Effect.flatMap(findFirstUnpublished, (keepFrom) =>
      store.prune({ keepMillis, keepDeadMillis, keepFrom, limit: 1000 }),
    ).pipe(
      Effect.tap((gone) => (gone === 0 ? Effect.void : Effect.sleep("20 millis"))),
      Effect.repeat({ while: (gone) => gone > 0 }),
      Effect.asVoid,
    )

    return { prune }
  }),
}) {}
