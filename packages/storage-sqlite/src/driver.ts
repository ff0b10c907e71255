/**
 * Which better-sqlite3 runs: 13 on Node.js 22.15 and newer, otherwise 12. Version 12 aborts the process on Node.js 24.16 and newer
 * when a statement is collected, version 13 aborts on Node.js 20 when a database is opened, and @effect/sql-sqlite-node imports
 * whatever has the name.
 */
import * as nodeModule from "node:module"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"

type Resolve = (specifier: string, context?: unknown) => unknown

declare module "node:module" {
  /** Node.js 22.15 has it; its types are not those of the oldest Node.js that we run on. */
  const registerHooks:
    | undefined
    | ((hooks: { readonly resolve: (specifier: string, context: unknown, next: Resolve) => unknown }) => {
        readonly deregister: () => void
      })
}

const { registerHooks } = nodeModule
const require = nodeModule.createRequire(import.meta.url)

/** The path of version 13; undefined where it does not run or is not installed, since it is an optional dependency. */
const newer = (): string | undefined => {
  if (registerHooks === undefined) return undefined
  try {
    return require.resolve("better-sqlite3-13")
  } catch {
    return undefined
  }
}

/** The path that loads the driver. */
export const driverPath = (): string => newer() ?? require.resolve("better-sqlite3")

/** @effect/sql-sqlite-node over that driver. The name leads to another package only while it is imported. */
export const sqliteModule = Effect.promise(async () => {
  const path = newer()
  const hooks =
    path === undefined
      ? undefined
      : registerHooks?.({
          resolve: (specifier, context, next) =>
            next(specifier === "better-sqlite3" ? pathToFileURL(path).href : specifier, context),
        })
  try {
    return await import("@effect/sql-sqlite-node/SqliteClient")
  } finally {
    hooks?.deregister()
  }
})
