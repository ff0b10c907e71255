/** One engine for all routes of the process, opened at the first request. */
import { createEngine, type Engine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"

/** Survives the reloading of modules in development. */
const kept = globalThis as { annotary?: Promise<Engine> }

export const getEngine = (): Promise<Engine> => {
  kept.annotary ??= createEngine({
    storage: sqlite({ filename: process.env.LABELS_DB ?? "labels.db" }),
    // Yours: a session, a token of your identity provider.
    authenticator: ({ header }) => {
      const username = header("x-user")
      return username === undefined ? null : { username }
    },
  })
  return kept.annotary
}
