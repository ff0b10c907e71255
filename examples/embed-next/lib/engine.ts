/** One engine for all routes of the process, opened at the first request. */
import { createEngine, type Engine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"

/** A global, because development servers reload modules. */
const kept = globalThis as { annotary?: Promise<Engine> }

export const getEngine = (): Promise<Engine> => {
  kept.annotary ??= openEngine().catch((error: unknown) => {
    // The next request retries.
    delete kept.annotary
    throw error
  })
  return kept.annotary
}

const openEngine = (): Promise<Engine> =>
  createEngine({
    storage: sqlite({ filename: process.env.LABELS_DB ?? "labels.db" }),
    // Replace this with your own authentication, such as a session or a token of your identity provider.
    authenticator: ({ header }) => {
      const username = header("x-user")
      return username === undefined ? null : { username }
    },
  })
