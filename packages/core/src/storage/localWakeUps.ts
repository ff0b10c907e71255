/** WakeUps within one process: for storages that only one process uses, or that cannot tell the others, whose workers look by themselves. */
import { Effect, Layer } from "effect"
import { type WakeTopic, WakeUps } from "./WakeUps.ts"

export interface WakeBells {
  /** What `wake` of the port does, at once: for those who are called when a transaction has ended. */
  readonly ring: (topic: WakeTopic) => void
  readonly woken: (topic: WakeTopic) => Effect.Effect<void>
}

export const makeWakeBells: Effect.Effect<WakeBells> = Effect.sync(() => {
  const bells: { readonly [Topic in WakeTopic]: Bell } = {
    jobs: makeBell(),
    deliveries: makeBell(),
    webhook_tests: makeBell(),
  }
  return { ring: (topic) => bells[topic].ring(), woken: (topic) => bells[topic].rung }
})

export const makeLocalWakeUps: Effect.Effect<typeof WakeUps.Service> = Effect.map(
  makeWakeBells,
  ({ ring, woken }) => WakeUps.of({ wake: (topic) => Effect.sync(() => ring(topic)), woken }),
)

export const layerLocalWakeUps: Layer.Layer<WakeUps> = Layer.effect(WakeUps, makeLocalWakeUps)

interface Bell {
  readonly ring: () => void
  readonly rung: Effect.Effect<void>
}

/** All who wait hear it; when nobody does, the next one to come hears it. */
const makeBell = (): Bell => {
  const waiting = new Set<() => void>()
  let kept = false
  return {
    ring: () => {
      kept = waiting.size === 0
      for (const hear of waiting) hear()
      waiting.clear()
    },
    rung: Effect.async<void>((resume) => {
      const hear = () => resume(Effect.void)
      if (kept) {
        kept = false
        return hear()
      }
      waiting.add(hear)
      return Effect.sync(() => void waiting.delete(hear))
    }),
  }
}
