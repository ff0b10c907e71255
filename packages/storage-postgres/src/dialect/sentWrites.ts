/**
 * Writes whose answers nobody needs are sent, and the caller goes on: their answers come with that of the next statement, where
 * each would have been a way to the database and back. The transaction waits for all of them before it commits, before what is
 * between a savepoint and its end, and before it reports why it failed. A connection that takes one statement at a time is waited for.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Context, Effect, Exit, Fiber, FiberRef, Option, Runtime, type Scheduler } from "effect"

/** Of one transaction, or of one savepoint. */
interface Sent {
  readonly writes: Array<Fiber.RuntimeFiber<unknown>>
  /** A fiber may outlive the transaction that it was begun in. */
  over: boolean
}

const current = FiberRef.unsafeMake<Sent | "sending" | null>(null)

/**
 * Sends one statement, inside a transaction; whatever is sent later comes after it. Of several, the later ones would come among
 * those of others, in another order each time, and might fail only because of what failed between.
 */
export const send = (write: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const sent = fiber.getFiberRef(current)
    if (sent === null || sent === "sending" || sent.over || !pipelines(fiber.currentContext))
      return Effect.asVoid(write)
    const scheduler = withoutPause(fiber.currentScheduler)
    return Effect.map(Effect.runtime(), (runtime) => {
      sent.writes.push(Runtime.runFork(runtime)(Effect.locally(write, current, "sending"), { scheduler }))
    })
  })

/** Waits for what was sent so far; fails as the first of it did. For before a savepoint. */
export const answered: Effect.Effect<void> = Effect.flatMap(FiberRef.get(current), (sent) =>
  sent === null
    ? Effect.void
    : sent === "sending"
      ? Effect.dieMessage("A write that is not waited for takes no savepoint.")
      : answersOf(sent),
)

/** Goes around what is between a BEGIN or SAVEPOINT and its end. */
export const withAnswers = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const sent: Sent = { writes: [], over: false }
    const whole = Effect.zipLeft(
      Effect.locally(body, current, sent),
      Effect.suspend(() => answersOf(sent)),
    )
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(restore(whole)), (exit) => {
        sent.over = true
        if (Exit.isSuccess(exit)) return exit
        // Statements run one after the other: what came after a failed write failed because of it.
        const givenUp = Fiber.interruptAll(sent.writes)
        const answers = Cause.isInterrupted(exit.cause)
          ? givenUp
          : Effect.onInterrupt(restore(answersOf(sent)), () => givenUp)
        return Effect.zipRight(answers, exit)
      }),
    )
  })

const answersOf = ({ writes }: Sent): Effect.Effect<void> =>
  writes.length === 0
    ? Effect.void
    : Effect.flatMap(Effect.forEach(writes, Fiber.await), (exits) => {
        const failed = exits.find(Exit.isFailure)
        return failed ?? Effect.sync(() => void writes.splice(0, exits.length))
      })

/** Whether the connection sends a statement before those that it has sent are answered; only those of our own pool say so. */
const pipelines = (context: Context.Context<never>): boolean =>
  Option.match(Context.getOption(context, SqlClient.TransactionConnection), {
    onNone: () => false,
    onSome: ([connection]) => "pg" in connection && Reflect.get(Object(connection.pg), "sendsAhead") === true,
  })

/** So that a write is on its way before the caller goes on. */
const withoutPause = (scheduler: Scheduler.Scheduler): Scheduler.Scheduler => ({
  shouldYield: () => false,
  scheduleTask: (task, priority, fiber) => scheduler.scheduleTask(task, priority, fiber),
})
