import type { CallbackTime } from "../monotonic.ts"

/** Enforces the limits of all requests in flight with one timer: thousands of timers a second would cost more than the requests. */
export interface Watched {
  readonly untilMillis: number
  readonly isTooMuch: () => boolean
  readonly onLate: () => void
  readonly onTooMuch: () => void
}

/** Returns a function that stops watching. */
export type Watch = (watched: Watched) => () => void

export const makeWatch = (time: CallbackTime, everyMillis: number): Watch => {
  const all = new Map<Watched, number>()
  let stopTimer: (() => void) | undefined
  const look = () => {
    const now = time.now()
    for (const [watched, deadline] of all) {
      if (now >= deadline) watched.onLate()
      else if (watched.isTooMuch()) watched.onTooMuch()
    }
  }
  const stop = (watched: Watched) => {
    all.delete(watched)
    if (all.size > 0) return
    stopTimer?.()
    stopTimer = undefined
  }
  return (watched) => {
    all.set(watched, time.now() + watched.untilMillis)
    stopTimer ??= time.every(everyMillis, look)
    return () => stop(watched)
  }
}
