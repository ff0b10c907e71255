/** `PRAGMA quick_check` on a thread of its own: it reads the whole file, and nobody else waits for it. */
import { Effect } from "effect"
import { readTransaction } from "./worker.ts"

/** What is wrong with the file, a sentence each, at most ten; none when it is sound. */
export const quickCheck = (filename: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.flatMap(readTransaction(filename, "quickCheck"), (run) =>
      run({ text: "PRAGMA quick_check(10)", params: [] }),
    ),
  ).pipe(
    Effect.map((rows) => rows.map((row) => String(row.quick_check)).filter((sentence) => sentence !== "ok")),
  )
