/** The URL and the settings of a SQLite database. */
import { Either } from "effect"
import { makeChoice, makeSetting } from "../../settings/Setting.ts"
import type { DatabaseKind } from "../DatabaseKind.ts"

export interface SqliteUrl {
  readonly _tag: "Sqlite"
  readonly filename: string
}

export const sqliteKind: DatabaseKind<SqliteUrl, "sqlite"> = {
  name: "sqlite",
  title: "SQLite",
  scheme: "sqlite:",
  form: "sqlite:./path/to/file.db",
  example: "`sqlite:./path`",
  backupEntries: /^database\.sqlite$/,
  oneProcessBecause: "SQLite has its writer in one process",
  /** `sqlite:./path`, `sqlite:/path` (or `sqlite:///path`). */
  parseUrl: (text) => {
    const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1]
    if (path === undefined || path.startsWith("//") || path.includes("\0") || path.endsWith("/"))
      return undefined
    if (path === ":memory:") return Either.left("must be memory: for a database that is kept in memory")
    return Either.right({ _tag: "Sqlite", filename: path })
  },
}

export const sqliteSettings = {
  sqliteSynchronous: makeSetting(
    "ANNOTARY_SQLITE_SYNCHRONOUS",
    makeChoice("full", "normal"),
    "full",
    "SQLite: `normal` is faster, but the last changes may be lost when the machine (not the process) crashes.",
  ),
} as const
