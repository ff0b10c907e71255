/** Finds where the faults and violations of a document are in its text. */
import type { TextTree } from "./model/textTree.ts"
import { findRange } from "./model/textTree.ts"
import type { Violation } from "./useViolations.ts"

export interface Mark {
  readonly from: number
  readonly to: number
  readonly message: string
  readonly severity: "error" | "info"
  /** Undefined for a fault of the syntax. */
  readonly pointer: string | undefined
}

export const findMarks = (
  tree: TextTree,
  violations: ReadonlyArray<Violation>,
  wordOf: (code: string) => string,
): ReadonlyArray<Mark> => [
  ...tree.faults.map(
    ({ code, length, offset }): Mark => ({
      from: offset,
      to: offset + length,
      message: wordOf(code),
      severity: "error",
      pointer: undefined,
    }),
  ),
  ...violations.map(({ isAdvice, message, pointer }): Mark => {
    const [from, to] = findRange(tree, pointer)
    return { from, to, message, severity: isAdvice ? "info" : "error", pointer }
  }),
]
