/**
 * Turns every error of S3 or of the network into one defect. The SDK's errors contain more than may be logged (the signed
 * request, a session token), so only code, status, request id and message are kept.
 */
import { StorageFailure } from "@annotary/core/effect"
import { Data, Effect } from "effect"

export class S3Error extends Data.TaggedError("S3Error")<{
  /** The code of S3 (`NoSuchKey`, `AccessDenied`) or of the system (`ECONNREFUSED`). */
  readonly code: string
  /** Absent when there was no response. */
  readonly status?: number
  readonly requestId?: string
  readonly reason: string
}> {
  override get message() {
    const status = this.status === undefined ? "" : ` (${this.status})`
    return this.reason === this.code ? `${this.code}${status}` : `${this.code}${status}: ${this.reason}`
  }
}

/** Runs one request; an interruption aborts it. */
export const runRequest = <A>(
  operation: string,
  run: (signal: AbortSignal) => Promise<A>,
): Effect.Effect<A> => Effect.tryPromise({ try: run, catch: toFailure(operation) }).pipe(Effect.orDie)

export const toFailure =
  (operation: string) =>
  (cause: unknown): StorageFailure => {
    const error = toS3Error(cause)
    return new StorageFailure({
      operation: `BlobStore.${operation}`,
      transient: isTransient(error),
      cause: error,
    })
  }

/** Whether the object does not exist. Responses to HEAD have no body, so their code is `NotFound`. */
export const isMissing = (cause: unknown): boolean => missing.has(toS3Error(cause).code)

const missing: ReadonlySet<string> = new Set(["NoSuchKey", "NotFound"])

export const toS3Error = (cause: unknown): S3Error => {
  if (cause instanceof S3Error) return cause
  const metadata = getMember(cause, "$metadata")
  const status = getMember(metadata, "httpStatusCode")
  const requestId = getMember(metadata, "requestId")
  const code = getCode(cause, typeof status === "number")
  const message = getMember(cause, "message")
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

/** Transient codes, which may also come with status 200 or 400. */
const busy: ReadonlySet<string> = new Set([
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

/** Whether a code without a response means that the network failed. `EPROTO` does not: the server does not use TLS. */
const isNetwork = (code: string): boolean => /^E[A-Z]+(_[A-Z]+)*$/.test(code) && !permanent.has(code)

const permanent: ReadonlySet<string> = new Set(["EPROTO", "EACCES", "EPERM", "EINVAL"])

/** The system's code, in `code`, when there was no response; else S3's code, in `name`. */
const getCode = (cause: unknown, answered: boolean): string => {
  const code = getMember(cause, "code")
  if (!answered && typeof code === "string") return code
  const name = getMember(cause, "name")
  return typeof name === "string" ? name : "Unknown"
}

const getMember = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && key in value ? Reflect.get(value, key) : undefined
