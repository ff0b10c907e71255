/**
 * Loads better-sqlite3: version 13 on Bun, Deno, and where Node.js has `module.registerHooks` (22.15, 23.5 and newer), otherwise version
 * 12. Version 12 aborts the process on Node.js 24.16 and newer when a statement is garbage collected, and version 13 aborts on Node.js
 * 20 when a database is opened.
 */
import * as nodeModule from "node:module"
import { StorageFailure } from "@annotary/core/effect"
import type Sqlite from "better-sqlite3"

/**
 * Looked up by its name, so that bundlers leave it alone: they refuse a path that is decided when it runs, or put another module in
 * its place.
 */
const createRequire: typeof nodeModule.createRequire = Reflect.get(nodeModule, "createRequire")
const load = createRequire(import.meta.url)

/** The name of a runtime that is not Node.js, but reports a version of it. */
const findOtherRuntime = ({ bun, deno }: NodeJS.ProcessVersions): string | undefined => {
  if (bun !== undefined) return `Bun ${bun}`
  return deno === undefined ? undefined : `Deno ${deno}`
}

/** The path of version 13; undefined where it does not run, or is not installed: it is an optional dependency. */
const findNewerDriver = (): string | undefined => {
  if (!("registerHooks" in nodeModule) && findOtherRuntime(process.versions) === undefined) return undefined
  try {
    return load.resolve("better-sqlite3-13")
  } catch {
    return undefined
  }
}

/** The first version of Node.js on which version 12 is not safe. */
const firstUnsafe = 24

/** The name of a runtime on which version 12 fails or may abort the process. */
export const findUnsafeRuntime = (versions: NodeJS.ProcessVersions): string | undefined =>
  findOtherRuntime(versions) ??
  (Number.parseInt(versions.node, 10) >= firstUnsafe ? `Node.js ${versions.node}` : undefined)

/** The path of the driver to load. */
export const resolveDriver = (): string => {
  const path = findNewerDriver()
  const unsafe = path === undefined ? findUnsafeRuntime(process.versions) : undefined
  if (unsafe !== undefined)
    throw makeFailure(
      `better-sqlite3 12 does not run safely on ${unsafe}. Install version 13: npm install better-sqlite3-13@npm:better-sqlite3@13`,
    )
  return path ?? load.resolve("better-sqlite3")
}

/** Opens a database file, or `:memory:`. */
export const openFile = (filename: string, options?: Sqlite.Options): Sqlite.Database => {
  // The module exports the class itself. Its native part is loaded with the first database.
  const Database: typeof Sqlite = load(resolveDriver())
  try {
    return new Database(filename, options)
  } catch (cause) {
    throw isOfOtherRuntime(cause)
      ? makeFailure(
          `better-sqlite3 was installed for another version of Node.js than ${process.version}: run npm rebuild better-sqlite3`,
          cause,
        )
      : cause
  }
}

/** Whether a native module cannot be loaded because another version of Node.js installed it. */
export const isOfOtherRuntime = (cause: unknown): boolean =>
  cause instanceof Error &&
  "code" in cause &&
  cause.code === "ERR_DLOPEN_FAILED" &&
  cause.message.includes("NODE_MODULE_VERSION")

const makeFailure = (message: string, cause?: unknown): StorageFailure =>
  new StorageFailure({ operation: "connect", transient: false, cause: new Error(message, { cause }) })
