/** The result of SQLite's integrity check. A check that could not run says nothing about the file. */
import { Cause, Effect } from "effect"
import { getInnermostReason } from "../cli/innermostReason.ts"

export type FileCheck =
  | { readonly _tag: "Sound" }
  | { readonly _tag: "Damaged"; readonly problems: ReadonlyArray<string> }
  | { readonly _tag: "Unchecked"; readonly reason: string }

/** Runs a check that lists damages and fails when it cannot read the file. */
export const runFileCheck = <E>(check: Effect.Effect<ReadonlyArray<string>, E>): Effect.Effect<FileCheck> =>
  check.pipe(
    Effect.map(
      (problems): FileCheck => (problems.length === 0 ? { _tag: "Sound" } : { _tag: "Damaged", problems }),
    ),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      const reason = getInnermostReason(error)
      return Effect.succeed<FileCheck>(
        isDamage(error) ? { _tag: "Damaged", problems: [reason] } : { _tag: "Unchecked", reason },
      )
    }),
  )

/** SQLite cannot even run the check on a file that is damaged at its beginning. */
const isDamage = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null) return false
  const { cause, code, message }: { cause?: unknown; code?: unknown; message?: unknown } = error
  // Errors from a thread may lack their code.
  return /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/.test(`${code} ${message}`) || isDamage(cause)
}
