/** Watches all requests in flight with one timer: thousands of timers a second would cost more than the requests. */
export interface Watched {
  readonly untilMillis: number
  readonly isTooMuch: () => boolean
  readonly onLate: () => void
  readonly onTooMuch: () => void
}

/** Returns a function that stops watching. */
export type Watch = (watched: Watched) => () => void

export const makeWatch = (everyMillis: number): Watch => {
  const all = new Map<Watched, number>()
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => {
    const now = performance.now()
    for (const [watched, deadline] of all) {
      if (now >= deadline) watched.onLate()
      else if (watched.isTooMuch()) watched.onTooMuch()
    }
  }
  const stop = (watched: Watched) => {
    all.delete(watched)
    if (all.size > 0 || timer === undefined) return
    clearInterval(timer)
    timer = undefined
  }
  return (watched) => {
    all.set(watched, performance.now() + watched.untilMillis)
    timer ??= setInterval(look, everyMillis)
    return () => stop(watched)
  }
}
