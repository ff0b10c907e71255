/** Checks whether the storage answers and accepts writes: a full disk or a read-only database still answers every read. */
import { Effect, Fiber } from "effect"
import type { PeriodicTaskStore } from "./PeriodicTaskStore.ts"
import type { SecretStore } from "./SecretStore.ts"

/** The time that the result of a write is cached, so that frequent probes cause few writes. */
const cachedFor = "5 seconds"
/** The time after which a read or a write counts as failed. */
const longest = "5 seconds"

/**
 * Reads every time, so that an outage is noticed at once, and writes at most one small row in five seconds. Never fails, and
 * returns false after five seconds.
 */
export const makeStorageProbe = (
  tasks: typeof PeriodicTaskStore.Service,
  secrets: typeof SecretStore.Service,
): Effect.Effect<Effect.Effect<boolean>> =>
  Effect.gen(function* () {
    const reads = isAnsweredInTime(secrets.has("ready"), "The database does not answer.")
    const writes = yield* Effect.cachedWithTTL(
      isAnsweredInTime(writeAndUndo(tasks), "The database takes no writes."),
      cachedFor,
    )
    return Effect.flatMap(reads, (answers) => (answers ? writes : Effect.succeed(false)))
  })

const writeAndUndo = (store: typeof PeriodicTaskStore.Service): Effect.Effect<void> =>
  Effect.suspend(() => {
    const mine = { task: "write-probe", token: globalThis.crypto.randomUUID() }
    // Later: another process writes the row at this moment.
    return Effect.flatMap(store.take(mine, 1), (answer) =>
      answer._tag === "Later" ? Effect.void : Effect.asVoid(store.end(mine, 0)),
    )
  })

/** Concurrent callers share one result. A caller that leaves does not interrupt it. */
const isAnsweredInTime = (work: Effect.Effect<unknown>, warning: string): Effect.Effect<boolean> => {
  let last: Fiber.RuntimeFiber<unknown> | undefined
  // A blocked call often cannot be interrupted: it runs in the background, and no second one starts.
  const begun = Effect.suspend(() =>
    last?.unsafePoll() === null
      ? Effect.succeed(last)
      : Effect.tap(Effect.forkDaemon(work), (fiber) => {
          last = fiber
        }),
  )
  return begun.pipe(
    Effect.flatMap((fiber) => Effect.timeout(Effect.interruptible(Fiber.join(fiber)), longest)),
    Effect.as(true),
    Effect.catchAllCause((cause) => Effect.as(Effect.logWarning(warning, cause), false)),
    Effect.uninterruptible,
  )
}
