/** Whether the storage answers and takes writes: a full disk or a read-only database still answers every read. */
import { Effect, Fiber } from "effect"
import type { PeriodicTaskStore } from "./PeriodicTaskStore.ts"
import type { SecretStore } from "./SecretStore.ts"

/** How long the answer of a write holds, so that nobody who asks often makes the database write often. */
const holds = "5 seconds"
/** A read or a write that takes longer has failed. */
const longest = "5 seconds"

/**
 * Reads each time, so that a storage that is away is noticed at once, and writes one small row every five seconds. Never fails,
 * and answers false after five seconds.
 */
export const makeStorageProbe = (
  tasks: typeof PeriodicTaskStore.Service,
  secrets: typeof SecretStore.Service,
): Effect.Effect<Effect.Effect<boolean>> =>
  Effect.gen(function* () {
    const reads = answersInTime(secrets.has("ready"), "The database does not answer.")
    const writes = yield* Effect.cachedWithTTL(
      answersInTime(writeAndUndo(tasks), "The database takes no writes."),
      holds,
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

/** Many who ask at once share one answer, which nobody who leaves ends for the others. */
const answersInTime = (work: Effect.Effect<unknown>, warning: string): Effect.Effect<boolean> => {
  let last: Fiber.RuntimeFiber<unknown> | undefined
  // What hangs can often not be interrupted: it runs beside those who ask, and no second one joins it.
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
