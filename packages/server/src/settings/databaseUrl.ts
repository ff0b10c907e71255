/** Parses `ANNOTARY_DATABASE_URL`. */
import { Either, Redacted } from "effect"

export type DatabaseUrl =
  | { readonly _tag: "Memory" }
  | { readonly _tag: "Sqlite"; readonly filename: string }
  | {
      readonly _tag: "Postgres"
      readonly url: Redacted.Redacted<string>
      /** `db.example.com:5432/app`, for people. */
      readonly place: string
    }

/**
 * `memory:`, `sqlite:./path`, `sqlite:/path` (or `sqlite:///path`), `postgres://…`. The error never repeats the URL,
 * which may contain a password.
 */
export const parseDatabaseUrl = (text: string): Either.Either<DatabaseUrl, string> => {
  if (text === "memory:") return Either.right({ _tag: "Memory" })
  if (/^postgres(ql)?:\/\/./.test(text))
    return Either.right({ _tag: "Postgres", url: Redacted.make(text), place: getPlace(text) })
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1]
  if (path === undefined || path.startsWith("//") || path.includes("\0") || path.endsWith("/"))
    return Either.left(rule)
  if (path === ":memory:") return Either.left("must be memory: for a database that is kept in memory")
  return Either.right({ _tag: "Sqlite", filename: path })
}

/** The kind of the database in lower case, for logs and metrics. */
export const getDatabaseKind = ({ _tag }: DatabaseUrl): Lowercase<DatabaseUrl["_tag"]> =>
  // Cast: `toLowerCase` forgets which text it lowers.
  _tag.toLowerCase() as Lowercase<DatabaseUrl["_tag"]>

/** The part after the account. Empty when a second @ makes it unclear where the password ends. */
const getPlace = (url: string): string => {
  const parts = url.replace(/^[a-z]+:\/\//, "").split("@")
  return parts.length > 2 ? "" : (parts.at(-1) ?? "").replace(/\?.*$/s, "")
}

const rule = "must be sqlite:./path/to/file.db, memory: or postgres://…"
