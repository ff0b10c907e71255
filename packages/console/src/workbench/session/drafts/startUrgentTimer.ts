/**
 * A timer for pages that are busy. Browsers run input and drawing before the callbacks of `setTimeout`, which came two seconds late when both
 * took all of the time (Chromium 156). Browsers without prioritized tasks use `setTimeout`. Returns a function that stops the timer.
 */
export const startUrgentTimer = (run: () => void, millis: number): (() => void) => {
  const scheduler: Scheduler | undefined = globalThis.scheduler
  if (scheduler === undefined) {
    const timer = setTimeout(run, millis)
    return () => clearTimeout(timer)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  scheduler.postTask(run, { delay: millis, priority: "user-blocking", signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopping.abort()
}
