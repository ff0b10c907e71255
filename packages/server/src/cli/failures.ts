/** How a command ends when it does not succeed: one sentence for people, and the code the process exits with. */
import { Data } from "effect"

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly sentence: string }> {
  override get message() {
    return this.sentence
  }
}

/** It was understood and could not be done: exit code 1. The sentence says what and, where known, what to do. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly sentence: string }> {
  override get message() {
    return this.sentence
  }
}

/** The sentence of whatever was thrown. */
export const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message === "" ? cause.name : cause.message
}
