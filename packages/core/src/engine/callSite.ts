/**
 * The application's call site. A fiber's error has its own stack, without the application's line, which readers of a log need
 * first.
 */
import { Effect } from "effect"

export interface CallSite {
  readonly stack?: string
}

/** The stack above `below`, which is the function that the application called. */
export const callSite = (below: (...args: never) => unknown): CallSite => {
  const site: { stack?: string } = {}
  // Only V8 has it. Elsewhere errors keep their stack.
  if ("captureStackTrace" in Error && typeof Error.captureStackTrace === "function")
    Error.captureStackTrace(site, below)
  return site
}

/**
 * The error with the application's frames below its own. A service may create an error once and fail many calls with it: each
 * call gets a copy with its own line. An error that the application already received stays unchanged.
 */
export const addCallSite = (site: CallSite, error: unknown): unknown => {
  if (!(error instanceof Error) || site.stack === undefined || reportedErrors.has(error)) return error
  const frames = site.stack.split("\n").slice(1)
  if (frames.length === 0) return error
  const own = error.stack ?? `${error.name}: ${error.message}`
  const mine = Effect.isEffect(error) ? copyError(error) : error
  reportedErrors.add(mine)
  try {
    Object.defineProperty(mine, "stack", { ...hidden, value: `${own}\n${frames.join("\n")}` })
  } catch {
    // A frozen error stays as it is.
  }
  return mine
}

const reportedErrors = new WeakSet<Error>()

const hidden = { configurable: true, enumerable: false, writable: true }

const copyError = (error: Error): Error =>
  Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error))
