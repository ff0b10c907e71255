/**
 * One queue for the fibers of all requests. The stock scheduler keeps a queue a fiber in a WeakMap; at thousands of
 * short fibers a second that table keeps the dead ones alive until the next full collection, which costs more than the
 * requests do. It also lets a busy fiber keep the event loop for millions of steps; this one gives way sooner.
 */
import { FiberRef, FiberRefs, Runtime, Scheduler } from "effect"

/** So many turns run between two looks at the sockets. */
const turnsInARow = 64

let turns = 0

const requestScheduler: Scheduler.Scheduler = Scheduler.makeBatched((run) => {
  turns = (turns + 1) % turnsInARow
  if (turns === 0) setImmediate(run)
  else queueMicrotask(run)
})

/** The runtime as requests need it; a host's own scheduler is left in place. */
export const requestRuntime = <R>(runtime: Runtime.Runtime<R>, tracing: boolean): Runtime.Runtime<R> => {
  const scheduler = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentScheduler)
  const scheduled =
    scheduler === Scheduler.defaultScheduler
      ? Runtime.setFiberRef(runtime, FiberRef.currentScheduler, requestScheduler)
      : runtime
  return tracing ? scheduled : Runtime.setFiberRef(scheduled, FiberRef.currentTracerEnabled, false)
}
