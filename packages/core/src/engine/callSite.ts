/**
 * Where the application called the engine. What a fiber fails with was made on a stack of its own, on which the application's
 * line does not stand, and that line is the first thing that a reader of a log looks for.
 */

export interface CallSite {
  readonly stack?: string
}

/** The stack above `below`, which is the function that the application called. */
export const callSite = (below: (...args: never) => unknown): CallSite => {
  const site: { stack?: string } = {}
  // Only V8 has it; elsewhere errors keep the stack they have.
  if ("captureStackTrace" in Error) Error.captureStackTrace(site, below)
  return site
}

/** The same error, with the application's frames below its own. */
export const calledFrom = (site: CallSite, error: unknown): unknown => {
  if (!(error instanceof Error) || site.stack === undefined) return error
  const frames = site.stack.split("\n").slice(1)
  if (frames.length === 0) return error
  // Some errors are made once and fail many calls: their own frames are kept apart from those of a call.
  const own = ownStacks.get(error) ?? error.stack ?? `${error.name}: ${error.message}`
  ownStacks.set(error, own)
  try {
    error.stack = `${own}\n${frames.join("\n")}`
  } catch {
    // A frozen error stays as it is.
  }
  return error
}

const ownStacks = new WeakMap<Error, string>()
