/** Calls of formats, which are Promises, in jobs. */
import { Cause, Effect, Runtime, type Scope } from "effect"
import { describeStorageFailure, findSystemMeaning } from "../jobs/describeFailure.ts"
import { JobFailed } from "../jobs/JobHandlers.ts"

/**
 * Opens a resource of a format, closed with the scope. An interruption aborts the signal: a format stops then, and what it opens too late is
 * closed. A fault of the files is final; anything else, such as a full disk, is tried again.
 */
export const openForAttempt = <A extends { readonly close: () => Promise<void> }>(
  open: (signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, JobFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.interruptible(
      Effect.tryPromise({
        try: async (signal) => {
          const resource = await open(signal)
          if (signal.aborted) await resource.close()
          return resource
        },
        catch: toJobFailed,
      }),
    ),
    ({ close }) => Effect.promise(close),
  )

/**
 * The failure of a job by an error of a format. Its message is for users, except that of an error of the system, which may name files of
 * the server.
 */
export const toJobFailed = (cause: unknown): JobFailed => {
  const failure = describeStorageFailure(cause)
  if (failure !== undefined) return new JobFailed({ reason: failure, final: false, cause })
  const code = findSystemCode(cause)
  if (code !== undefined)
    return new JobFailed({
      reason: `The server could not read or write a file: ${findSystemMeaning(cause) ?? code}. Its log says more.`,
      final: false,
      cause,
    })
  // A limit of the language is exceeded: another attempt would exceed it again.
  if (cause instanceof Error && cause.name === "RangeError" && sizeMessage.test(cause.message))
    return new JobFailed({
      reason: `The files need more memory than there is: ${cause.message}.`,
      final: true,
      cause,
    })
  const isFinal = cause instanceof Error && cause.name === "FormatError"
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new JobFailed({ reason, final: isFinal })
}

/** The sizes that the engine of JavaScript refuses, in its words. */
const sizeMessage =
  /^(Array buffer allocation failed|Invalid (array|string|typed array) length|Invalid array buffer length)/

/** The code of an error of a system call. */
const findSystemCode = (cause: unknown): string | undefined =>
  cause instanceof Error && "syscall" in cause && "code" in cause ? String(cause.code) : undefined

/**
 * Runs a call of the engine for a format, which may run in a thread that is given the message of an error alone. A failure of the storage is
 * logged here, and its message is for users.
 */
export const runForFormat = <A, E, R>(
  runtime: Runtime.Runtime<R>,
  effect: Effect.Effect<A, E, R>,
): Promise<A> =>
  Runtime.runPromise(runtime)(
    Effect.tapErrorCause(effect, (cause) =>
      describeStorageFailure(Cause.squash(cause)) === undefined
        ? Effect.void
        : Effect.logError("The storage failed in a job.", cause),
    ),
  ).catch((error: unknown) => {
    const reason = describeStorageFailure(error)
    throw reason === undefined ? error : new Error(reason, { cause: error })
  })
