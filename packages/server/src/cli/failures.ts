/** Failures of commands: a sentence for people, a code for programs, and the exit code of the process. */
import { Data } from "effect"

/** The exit codes of commands, besides 128 and the number of the signal that ended one. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** The command line is wrong: exit code 2. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly sentence: string }> {
  override get message() {
    return this.sentence
  }
}

/** The command could not be carried out: exit code 1. The sentence says what failed and, where known, what to do. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly sentence: string
  /** The `code` of the engine's error, for programs. */
  readonly code?: string
}> {
  override get message() {
    return this.sentence
  }
}

/** The message of any thrown value. */
export const getReason = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message === "" ? cause.name : cause.message
}
