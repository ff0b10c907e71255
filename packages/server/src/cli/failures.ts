/** Failures of commands: a sentence for people, and the exit code of the process. */
import { Data } from "effect"

/** The command line is wrong: exit code 2. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly sentence: string }> {
  override get message() {
    return this.sentence
  }
}

/** The command could not be carried out: exit code 1. The sentence says what failed and, where known, what to do. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly sentence: string }> {
  override get message() {
    return this.sentence
  }
}

/** The message of any thrown value. */
export const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message === "" ? cause.name : cause.message
}
