/** WakeUps within one process: for storages that only one process uses, or that cannot tell the others, whose workers look by themselves. */
import { Effect, Layer } from "effect"
import { type WakeTopic, WakeUps } from "./WakeUps.ts"

export const makeLocalWakeUps: Effect.Effect<typeof WakeUps.Service> = Effect.sync(() => {
  const bells: { readonly [Topic in WakeTopic]: Bell } = { jobs: makeBell(), deliveries: makeBell() }
  return WakeUps.of({ wake: (topic) => bells[topic].ring, woken: (topic) => bells[topic].rung })
})

export const layerLocalWakeUps: Layer.Layer<WakeUps> = Layer.effect(WakeUps, makeLocalWakeUps)

interface Bell {
  readonly ring: Effect.Effect<void>
  readonly rung: Effect.Effect<void>
}

/** All who wait hear it; when nobody does, the next one to come hears it. */
const makeBell = (): Bell => {
  const waiting = new Set<() => void>()
  let kept = false
  return {
    ring: Effect.sync(() => {
      kept = waiting.size === 0
      for (const hear of waiting) hear()
      waiting.clear()
    }),
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
