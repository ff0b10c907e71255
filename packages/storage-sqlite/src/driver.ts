/**
 * Loads better-sqlite3: version 13 where Node.js has `module.registerHooks` (22.15, 23.5 and newer), otherwise version 12. Version 12
 * aborts the process on Node.js 24.16 and newer when a statement is garbage collected, and version 13 aborts on Node.js 20 when a
 * database is opened.
 */
import * as nodeModule from "node:module"
import type Sqlite from "better-sqlite3"

/**
 * Looked up by its name, so that bundlers leave it alone: they refuse a path that is decided when it runs, or put another module in
 * its place.
 */
const createRequire: typeof nodeModule.createRequire = Reflect.get(nodeModule, "createRequire")
const load = createRequire(import.meta.url)

/** The path of version 13; undefined where it does not run, or is not installed: it is an optional dependency. */
const newer = (): string | undefined => {
  if (!("registerHooks" in nodeModule)) return undefined
  try {
    return load.resolve("better-sqlite3-13")
  } catch {
    return undefined
  }
}

/** The first version of Node.js on which version 12 is not safe. */
const firstUnsafe = 24

/** The path of the driver to load. */
export const driverPath = (): string => {
  const path = newer()
  if (path === undefined && Number.parseInt(process.versions.node, 10) >= firstUnsafe)
    throw new Error(
      "better-sqlite3 12 can abort this version of Node.js. Install the optional dependency better-sqlite3-13.",
    )
  return path ?? load.resolve("better-sqlite3")
}

/** Opens a database file, or `:memory:`. */
export const openFile = (filename: string, options?: Sqlite.Options): Sqlite.Database => {
  // The module exports the class itself.
  const Database: typeof Sqlite = load(driverPath())
  return new Database(filename, options)
}
