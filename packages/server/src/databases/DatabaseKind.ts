/** A kind of database as the settings see it. The `Database` does the rest. */
import type { Either } from "effect"

export interface DatabaseKind<Url extends { readonly _tag: string }, Name extends string = string> {
  /** In backups, logs and metrics. */
  readonly name: Name
  /** For people: `SQLite`. */
  readonly title: string
  /** The start of its URLs. */
  readonly scheme: string
  /** The form of its URLs in an error. */
  readonly form: string
  /** An example of its URLs in the documentation of the setting, in Markdown. */
  readonly example: string
  /** Undefined for the URL of another kind. Left: the rule that the URL violates, without the URL, which may contain a password. */
  readonly parseUrl: (text: string) => Either.Either<Url, string> | undefined
  /** The names of the entries of a backup that contain the database; undefined for a database that has no backups. */
  readonly backupEntries?: RegExp
  /** The reason why a single process must use it; undefined where several can. */
  readonly oneProcessBecause?: string
}
