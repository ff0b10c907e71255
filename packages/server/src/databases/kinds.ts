/** The kinds of databases: parses `ANNOTARY_DATABASE_URL`, and lists the settings of databases. `databases.ts` opens them. */
import { Either } from "effect"
import { makeSetting, type SettingType } from "../settings/Setting.ts"
import type { DatabaseKind } from "./DatabaseKind.ts"
import { memoryKind } from "./memory/kind.ts"
import { postgresKind, postgresSettings } from "./postgres/kind.ts"
import { sqliteKind, sqliteSettings } from "./sqlite/kind.ts"

/** By the tag of their URLs. */
const databaseKinds = { Sqlite: sqliteKind, Postgres: postgresKind, Memory: memoryKind } as const

type AnyKind = (typeof databaseKinds)[keyof typeof databaseKinds]

/** The name of a kind in backups, logs and metrics. */
export type DatabaseKindName = AnyKind["name"]

type UrlIn<Kind> = Kind extends DatabaseKind<infer Url> ? Url : never
export type DatabaseUrl = UrlIn<AnyKind>

export const getDatabaseKind = ({ _tag }: DatabaseUrl): DatabaseKindName => databaseKinds[_tag].name

const listKinds = (): ReadonlyArray<DatabaseKind<DatabaseUrl>> => Object.values(databaseKinds)

/** The kind of a backup's database; undefined for a name that is not one of them. */
export const findBackupKind = (name: string): DatabaseKind<DatabaseUrl> | undefined => {
  const kind = listKinds().find((kind) => kind.name === name)
  return kind?.backupEntries === undefined ? undefined : kind
}

/** Whether an entry of that name in a backup contains a database. */
export const isDatabaseEntry = (name: string): boolean =>
  listKinds().some(({ backupEntries }) => backupEntries?.test(name) === true)

/** The rule that several processes violate with a database of the URL; undefined where they can use it. */
export const findProcessesRule = ({ _tag }: DatabaseUrl): string | undefined => {
  const { oneProcessBecause }: DatabaseKind<DatabaseUrl> = databaseKinds[_tag]
  if (oneProcessBecause === undefined) return undefined
  const others = listKinds().filter((kind) => kind.oneProcessBecause === undefined)
  return `must be 1 unless ${databaseSettings.databaseUrl.name} is ${others.map(({ title }) => title).join(" or ")}: ${oneProcessBecause}`
}

/** The error never repeats the URL, which may contain a password. */
export const parseDatabaseUrl = (text: string): Either.Either<DatabaseUrl, string> => {
  for (const { parseUrl } of listKinds()) {
    const url = parseUrl(text)
    if (url !== undefined) return url
  }
  return Either.left(`must be ${joinWith(" or ", (kind) => kind.form)}`)
}

/** `a, b or c`. */
const joinWith = (last: string, format: (kind: DatabaseKind<DatabaseUrl>) => string): string => {
  const texts = listKinds().map(format)
  return `${texts.slice(0, -1).join(", ")}${last}${texts.at(-1)}`
}

/** A secret because it may contain a password. */
const databaseUrl: SettingType<DatabaseUrl> = { label: "URL", isSecret: true, parse: parseDatabaseUrl }

export const databaseSettings = {
  databaseUrl: makeSetting(
    "ANNOTARY_DATABASE_URL",
    databaseUrl,
    "sqlite:$ANNOTARY_DATA_DIR/annotary.db",
    `Database: ${joinWith(", or ", (kind) => kind.example)}.`,
  ),
  ...postgresSettings,
  ...sqliteSettings,
} as const
