/** Where the data is kept, as `ANNOTARY_DATABASE_URL` says it. */
import { Either } from "effect"

export type DatabaseUrl =
  | { readonly _tag: "Memory" }
  | { readonly _tag: "Sqlite"; readonly filename: string }
  | { readonly _tag: "Postgres" }

/** `memory:`, `sqlite:./path`, `sqlite:/path` (or `sqlite:///path`), `postgres://…`. The error never repeats the URL: it may hold a password. */
export const parseDatabaseUrl = (text: string): Either.Either<DatabaseUrl, string> => {
  if (text === "memory:") return Either.right({ _tag: "Memory" })
  if (/^postgres(ql)?:\/\/./.test(text)) return Either.right({ _tag: "Postgres" })
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1]
  if (path === undefined || path.startsWith("//") || path.includes("\0") || path.endsWith("/"))
    return Either.left(rule)
  if (path === ":memory:") return Either.left("must be memory: for a database that is kept in memory")
  return Either.right({ _tag: "Sqlite", filename: path })
}

const rule = "must be sqlite:./path/to/file.db, memory: or postgres://…"
