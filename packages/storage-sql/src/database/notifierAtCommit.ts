/** A Notifier for databases that cannot notify other processes: this process is notified at commit, others poll. */
import { makeSignals, Notifier } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { atEnd } from "./transactionEnd.ts"

export const layerNotifierAtCommit: Layer.Layer<Notifier> = Layer.effect(
  Notifier,
  Effect.map(makeSignals, ({ notify, wait }) =>
    Notifier.of({
      wait,
      notify: (topic) =>
        atEnd((ending) => {
          if (ending !== "undone") notify(topic)
        }),
    }),
  ),
)
