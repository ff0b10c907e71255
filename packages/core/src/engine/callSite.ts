/**
 * Where the application called the engine. What a fiber fails with was made on a stack of its own, on which the application's
 * line does not stand, and that line is the first thing that a reader of a log looks for.
 */
import { Effect } from "effect"

export interface CallSite {
  readonly stack?: string
}

/** The stack above `below`, which is the function that the application called. */
export const callSite = (below: (...args: never) => unknown): CallSite => {
  const site: { stack?: string } = {}
  // Only V8 has it; elsewhere errors keep the stack they have.
  if ("captureStackTrace" in Error && typeof Error.captureStackTrace === "function")
    Error.captureStackTrace(site, below)
  return site
}

/**
 * The error with the application's frames below its own. Errors of services may be made once and fail many calls: each call gets
 * a copy, so that it sees its own line. One that the application was given already, and passes on, stays as it is.
 */
export const calledFrom = (site: CallSite, error: unknown): unknown => {
  if (!(error instanceof Error) || site.stack === undefined || given.has(error)) return error
  const frames = site.stack.split("\n").slice(1)
  if (frames.length === 0) return error
  const own = error.stack ?? `${error.name}: ${error.message}`
  const mine = Effect.isEffect(error) ? copyOf(error) : error
  given.add(mine)
  try {
    Object.defineProperty(mine, "stack", { ...hidden, value: `${own}\n${frames.join("\n")}` })
  } catch {
    // A frozen error stays as it is.
  }
  return mine
}

const given = new WeakSet<Error>()

const hidden = { configurable: true, enumerable: false, writable: true }

const copyOf = (error: Error): Error =>
  Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error))
