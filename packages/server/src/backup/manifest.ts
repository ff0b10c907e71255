/**
 * The format of a server's backup: a tar in gzip. `backup.json` comes first and `end.json` last; between them are the database and
 * the files of the file store.
 */
import { Schema } from "effect"
import { findBackupKind, isDatabaseEntry } from "../databases/kinds.ts"

export const formatName = "annotary-backup"
export const formatVersion = 1

/** The names of the first and the last entry. */
export const names = { manifest: "backup.json", end: "end.json" } as const

/** The entry with a file of the file store. */
export const makeFileEntryName = (key: string): string => `files/${key}`

/** The key of such an entry; undefined for others. */
export const findKey = (name: string): string | undefined =>
  name.startsWith("files/") ? name.slice("files/".length) : undefined

/** Whether a name is one of an entry between the first and the last. It then stays in the folder to which it is appended. */
export const isEntry = (name: string): boolean =>
  isDatabaseEntry(name) || /^files\/[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(name)

export const Manifest = Schema.Struct({
  format: Schema.Literal(formatName),
  version: Schema.Literal(formatVersion),
  created_at: Schema.String,
  /** The version of the program that wrote it. */
  annotary: Schema.String,
  /** The kind of the database. */
  storage: Schema.String.pipe(Schema.filter((name) => findBackupKind(name) !== undefined)),
  /** The number of the database's schema. */
  schema: Schema.Int,
  /** The files are entries, in the tables, or left out. */
  files: Schema.Literal("entries", "tables", "none"),
  /** The tables of Postgres with the columns of their parts. */
  tables: Schema.optionalWith(
    Schema.Array(Schema.Struct({ name: Schema.String, columns: Schema.Array(Schema.String) })),
    { exact: true },
  ),
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** The digest of an entry. */
export interface EntryDigest {
  readonly name: string
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
}

export const End = Schema.Struct({
  entries: Schema.Array(Schema.Struct({ name: Schema.String, size: Schema.Int, sha256: Schema.String })),
})
