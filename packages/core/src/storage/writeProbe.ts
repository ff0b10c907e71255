/** Whether the storage takes writes: a full disk or a read-only database still answers every read. */
import { Effect } from "effect"
import type { DutyStore } from "./DutyStore.ts"

/** How long an answer holds, so that nobody who asks often makes the database write often. */
const holds = "5 seconds"
/** A write that takes longer has failed. */
const longest = "5 seconds"

/** Writes one small row, and changes it back. Never fails; many who ask at once share one answer. */
export const makeWriteProbe = (store: typeof DutyStore.Service): Effect.Effect<Effect.Effect<boolean>> => {
  const turn = () => ({ duty: "write-probe", token: globalThis.crypto.randomUUID() })
  const written = Effect.suspend(() => {
    const mine = turn()
    // Later: another process writes the row at this moment.
    return Effect.flatMap(store.take(mine, 1), (answer) =>
      answer._tag === "Later" ? Effect.void : Effect.asVoid(store.end(mine, 0)),
    )
  })
  return written.pipe(
    Effect.as(true),
    Effect.timeoutTo({ duration: longest, onSuccess: (yes) => yes, onTimeout: () => false }),
    Effect.catchAllCause((cause) =>
      Effect.as(Effect.logWarning("The database takes no writes.", cause), false),
    ),
    Effect.uninterruptible,
    Effect.cachedWithTTL(holds),
  )
}
