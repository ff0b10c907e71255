/**
 * All that S3, or the way to it, can do is one defect. The SDK's errors hold more than may be logged (the request as it was
 * signed, a session's token), so only code, status, request id and sentence are kept.
 */
import { StorageFailure } from "@annotary/core/effect"
import { Data, Effect } from "effect"

export class S3Error extends Data.TaggedError("S3Error")<{
  /** S3's word (`NoSuchKey`, `AccessDenied`), or the system's (`ECONNREFUSED`). */
  readonly code: string
  /** None when there was no answer. */
  readonly status?: number
  readonly requestId?: string
  readonly reason: string
}> {
  override get message() {
    const status = this.status === undefined ? "" : ` (${this.status})`
    return this.reason === this.code ? `${this.code}${status}` : `${this.code}${status}: ${this.reason}`
  }
}

/** Runs one request; an interruption ends it. */
export const attempt = <A>(operation: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A> =>
  Effect.tryPromise({ try: run, catch: failureIn(operation) }).pipe(Effect.orDie)

export const failureIn =
  (operation: string) =>
  (cause: unknown): StorageFailure => {
    const error = s3Error(cause)
    return new StorageFailure({
      operation: `BlobStore.${operation}`,
      transient: isTransient(error),
      cause: error,
    })
  }

/** Whether there is no such object; HEAD has no body, so no better word than `NotFound`. */
export const isMissing = (cause: unknown): boolean => missing.has(s3Error(cause).code)

const missing = new Set(["NoSuchKey", "NotFound"])

export const s3Error = (cause: unknown): S3Error => {
  if (cause instanceof S3Error) return cause
  const metadata = member(cause, "$metadata")
  const status = member(metadata, "httpStatusCode")
  const requestId = member(metadata, "requestId")
  const code = codeOf(cause, typeof status === "number")
  const message = member(cause, "message")
  return new S3Error({
    code,
    reason: typeof message === "string" && message !== "" ? message : code,
    ...(typeof status === "number" ? { status } : {}),
    ...(typeof requestId === "string" ? { requestId } : {}),
  })
}

const isTransient = ({ code, status }: S3Error): boolean => {
  if (busy.has(code)) return true
  if (status === undefined) return isNetwork(code)
  return status === 408 || status === 429 || (status >= 500 && status !== 501)
}

/** Words that come with 200 or 400, too. */
const busy = new Set([
  "InternalError",
  "OperationAborted",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "Throttling",
  "ThrottlingException",
  "TimeoutError",
  "TooManyRequestsException",
])

/** Without an answer: the system's words for a network that is down. `EPROTO` is TLS spoken to somebody who does not. */
const isNetwork = (code: string): boolean => /^E[A-Z]+(_[A-Z]+)*$/.test(code) && !permanent.has(code)

const permanent = new Set(["EPROTO", "EACCES", "EPERM", "EINVAL"])

/** Without an answer the system's word, which is in `code`; S3's is in `name`. */
const codeOf = (cause: unknown, answered: boolean): string => {
  const code = member(cause, "code")
  if (!answered && typeof code === "string") return code
  const name = member(cause, "name")
  return typeof name === "string" ? name : "Unknown"
}

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && key in value ? Reflect.get(value, key) : undefined
