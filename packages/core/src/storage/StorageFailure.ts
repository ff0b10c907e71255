import { Data } from "effect"

/** Every unexpected failure of a database, as one defect class. Expected outcomes are in the types of the ports. */
export class StorageFailure extends Data.TaggedError("StorageFailure")<{
  /** The operation, for example `SampleStore.insert`. */
  readonly operation: string
  /** Whether retrying later may help: the database is unavailable, busy or read-only for now. */
  readonly transient: boolean
  readonly cause: unknown
}> {
  override get message() {
    const reason = formatReason(this.cause)
    return `Storage failed in ${this.operation}${reason === "" ? "" : `: ${reason}`}`
  }
}

/** The first line of the innermost cause, because libraries wrap the error of the database or the network. */
const formatReason = (cause: unknown): string => {
  const [line = ""] = formatMessage(cause, 0).trim().split("\n", 1)
  return line.slice(0, 500)
}

const formatMessage = (cause: unknown, depth: number): string => {
  if (!(cause instanceof Error)) return typeof cause === "string" ? cause : ""
  const inner = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined)
  const deeper = inner === undefined || depth === 10 ? "" : formatMessage(inner, depth + 1)
  return deeper === "" ? cause.message : deeper
}
