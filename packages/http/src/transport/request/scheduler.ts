/**
 * One queue for the fibers of all requests of a handler. Effect's default scheduler keeps a queue per fiber in a WeakMap; with
 * thousands of short fibers a second, that table keeps finished ones alive until the next full collection, which costs
 * more than the requests. It also lets a busy fiber block the event loop for millions of operations; this one yields
 * sooner.
 */
import { FiberRef, FiberRefs, Runtime, Scheduler } from "effect"

/** Number of turns between two returns to the event loop. */
const turnsInARow = 64

const makeRequestScheduler = (): Scheduler.Scheduler => {
  let turns = 0
  return Scheduler.makeBatched((run) => {
    turns = (turns + 1) % turnsInARow
    if (turns === 0) setImmediate(run)
    else queueMicrotask(run)
  })
}

/** The runtime for requests. A custom scheduler of the host stays in place. */
export const requestRuntime = <R>(runtime: Runtime.Runtime<R>, tracing: boolean): Runtime.Runtime<R> => {
  const scheduler = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentScheduler)
  const scheduled =
    scheduler === Scheduler.defaultScheduler
      ? Runtime.setFiberRef(runtime, FiberRef.currentScheduler, makeRequestScheduler())
      : runtime
  return tracing ? scheduled : Runtime.setFiberRef(scheduled, FiberRef.currentTracerEnabled, false)
}
