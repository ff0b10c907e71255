/** The turns of one connection. Callers wait while it is taken, and get it in the order of their arrival. */
import { Effect } from "effect"

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface Turns {
  readonly taken: () => boolean
  /** Takes the turn, at once where it is free. Runs uninterruptibly; `restore` makes the waiting interruptible. */
  readonly take: (restore: Restore) => Effect.Effect<void>
  readonly end: () => void
}

export const makeTurns = (): Turns => {
  const waiting = new Set<() => void>()
  let taken = false

  const end = () => {
    const [next] = waiting
    if (next === undefined) {
      taken = false
      return
    }
    // The turn passes on without being free in between, so that nobody overtakes.
    waiting.delete(next)
    next()
  }

  const wait = (restore: Restore) =>
    Effect.suspend(() => {
      let mine = false
      let leave = () => {}
      const called = Effect.async<void>((resume) => {
        const call = () => {
          mine = true
          resume(Effect.void)
        }
        waiting.add(call)
        leave = () => void waiting.delete(call)
      })
      // Outside of `restore`: an interruption may come after the call, and the turn must not be lost.
      return Effect.onInterrupt(restore(called), () => Effect.sync(() => (mine ? end() : leave())))
    })

  return {
    taken: () => taken,
    take: (restore) =>
      Effect.suspend(() => {
        if (taken) return wait(restore)
        taken = true
        return Effect.void
      }),
    end,
  }
}
