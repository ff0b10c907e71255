/** WakeUps for a database that tells other processes nothing: theirs look by themselves. */
import { makeWakeBells, WakeUps } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { atEnd } from "./transactionEnd.ts"

export const layerWakeUpsAtCommit: Layer.Layer<WakeUps> = Layer.effect(
  WakeUps,
  Effect.map(makeWakeBells, ({ ring, woken }) =>
    WakeUps.of({
      woken,
      wake: (topic) =>
        atEnd((ending) => {
          if (ending !== "undone") ring(topic)
        }),
    }),
  ),
)
