/** Runs `PRAGMA quick_check`, which reads the whole file, in a worker thread. */
import { Effect } from "effect"
import { readTransaction } from "./worker.ts"

/** Returns at most ten problems of the file, one sentence each; none when it is intact. */
export const quickCheck = (filename: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.flatMap(readTransaction(filename, "quickCheck"), (run) =>
      run({ text: "PRAGMA quick_check(10)", params: [] }),
    ),
  ).pipe(
    Effect.map((rows) => rows.map((row) => String(row.quick_check)).filter((sentence) => sentence !== "ok")),
  )
