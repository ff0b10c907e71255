/** Wakes one loop of this process; a ring that nobody waits for is kept, once. */
import { Effect } from "effect"

export interface Bell {
  readonly ring: () => void
  /** One waits at a time. */
  readonly rung: Effect.Effect<void>
}

export const makeBell = (): Bell => {
  let kept = false
  let hear: (() => void) | undefined
  return {
    ring: () => {
      if (hear === undefined) kept = true
      else hear()
    },
    rung: Effect.async<void>((resume) => {
      if (kept) {
        kept = false
        resume(Effect.void)
        return
      }
      hear = () => {
        hear = undefined
        resume(Effect.void)
      }
      return Effect.sync(() => {
        hear = undefined
      })
    }),
  }
}
