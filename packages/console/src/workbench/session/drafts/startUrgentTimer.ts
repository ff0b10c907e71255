/**
 * A timer that a busy page does not put off. Input and drawing come before the callbacks of `setTimeout`: while both take all of the time,
 * those were two seconds late (Chromium 156). Browsers without prioritized tasks have that timer.
 * Returns a function that stops it.
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
