/**
 * Sends writes whose results are not needed without waiting for them, which saves a round trip for each. The transaction waits
 * for all of them before it commits, before a savepoint begins or ends, and before it reports a failure. On a connection without
 * pipelining, each write is awaited.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Context, Effect, Exit, Fiber, FiberRef, Option, Runtime, type Scheduler } from "effect"

/** The writes that one transaction or savepoint has sent. */
interface Sent {
  readonly writes: Array<Fiber.RuntimeFiber<unknown>>
  /** True after the end: a fiber may outlive the transaction in which it was forked. */
  over: boolean
}

// The key of a fiber's own value: nothing is shared between fibers.
const current = FiberRef.unsafeMake<Sent | "sending" | null>(null)

/**
 * Sends one statement inside a transaction; later statements run after it. `write` must be a single statement: further ones
 * would interleave with statements of the caller, in varying order.
 */
export const send = (write: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const sent = fiber.getFiberRef(current)
    if (sent === null || sent === "sending" || sent.over || !isPipelined(fiber.currentContext))
      return Effect.asVoid(write)
    const scheduler = makeEagerScheduler(fiber.currentScheduler)
    return Effect.map(Effect.runtime(), (runtime) => {
      sent.writes.push(Runtime.runFork(runtime)(Effect.locally(write, current, "sending"), { scheduler }))
    })
  })

/** Waits for the writes that were sent so far, and fails like the first that failed. Runs before a savepoint. */
export const answered: Effect.Effect<void> = Effect.flatMap(FiberRef.get(current), (sent) =>
  sent === null
    ? Effect.void
    : sent === "sending"
      ? Effect.dieMessage("A write that is not waited for takes no savepoint.")
      : waitForAnswers(sent),
)

/** Wraps the body of a transaction or savepoint, and waits for its writes at the end. */
export const withAnswers = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const sent: Sent = { writes: [], over: false }
    const whole = Effect.zipLeft(
      Effect.locally(body, current, sent),
      Effect.suspend(() => waitForAnswers(sent)),
    )
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(restore(whole)), (exit) => {
        sent.over = true
        if (Exit.isSuccess(exit)) return exit
        // Statements run one after the other: statements after a failed write failed because of it.
        const givenUp = Fiber.interruptAll(sent.writes)
        const answers = Cause.isInterrupted(exit.cause)
          ? givenUp
          : Effect.onInterrupt(restore(waitForAnswers(sent)), () => givenUp)
        return Effect.zipRight(answers, exit)
      }),
    )
  })

const waitForAnswers = ({ writes }: Sent): Effect.Effect<void> =>
  writes.length === 0
    ? Effect.void
    : Effect.flatMap(Effect.forEach(writes, Fiber.await), (exits) => {
        const failed = exits.find(Exit.isFailure)
        return failed ?? Effect.sync(() => void writes.splice(0, exits.length))
      })

/** Whether the connection pipelines statements, which only connections of Annotary's own pool do. */
const isPipelined = (context: Context.Context<never>): boolean =>
  Option.match(Context.getOption(context, SqlClient.TransactionConnection), {
    onNone: () => false,
    onSome: ([connection]) => "pg" in connection && Reflect.get(Object(connection.pg), "sendsAhead") === true,
  })

/** A scheduler that does not yield, so that a write is sent before the caller continues. */
const makeEagerScheduler = (scheduler: Scheduler.Scheduler): Scheduler.Scheduler => ({
  shouldYield: () => false,
  scheduleTask: (task, priority, fiber) => scheduler.scheduleTask(task, priority, fiber),
})
