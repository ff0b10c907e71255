/**
 * Loads better-sqlite3: version 13 where Node.js has `module.registerHooks` (22.15, 23.5 and newer), otherwise version 12. Version 12
 * aborts the process on Node.js 24.16 and newer when a statement is garbage collected, and version 13 aborts on Node.js 20 when a
 * database is opened. @effect/sql-sqlite-node imports the driver by its name; an application that has imported it before keeps
 * version 12 for its connection.
 */
import * as nodeModule from "node:module"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"

type Resolve = (specifier: string, context?: unknown) => unknown

declare module "node:module" {
  /** Available from Node.js 22.15 on, and therefore not in the types of the oldest supported Node.js. */
  const registerHooks:
    | undefined
    | ((hooks: { readonly resolve: (specifier: string, context: unknown, next: Resolve) => unknown }) => {
        readonly deregister: () => void
      })
}

const { registerHooks } = nodeModule
const require = nodeModule.createRequire(import.meta.url)

/** The path of version 13; undefined where it does not run, or is not installed: it is an optional dependency. */
const newer = (): string | undefined => {
  if (registerHooks === undefined) return undefined
  try {
    return require.resolve("better-sqlite3-13")
  } catch {
    return undefined
  }
}

/** The path of the driver to load. */
export const driverPath = (): string => newer() ?? require.resolve("better-sqlite3")

/** The first version of Node.js on which version 12 is not safe. */
const firstUnsafe = 24

/** Imports @effect/sql-sqlite-node with that driver. The name of the driver is redirected only during the import. */
export const sqliteModule = Effect.promise(async () => {
  const path = newer()
  if (path === undefined && Number.parseInt(process.versions.node, 10) >= firstUnsafe)
    throw new Error(
      "better-sqlite3 12 can abort this version of Node.js. Install the optional dependency better-sqlite3-13.",
    )
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
