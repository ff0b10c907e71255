/** The fixtures that `released/write.mjs` wrote: backups of servers of each released schema, and what these servers said. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import type { Tables } from "@annotary/test-support/storage"
import type { Place } from "./places.ts"

interface Sums {
  readonly sections: Readonly<Record<string, { readonly records: number; readonly sha256: string }>>
  readonly content: string
}

/** What the server of a fixture said of itself. */
export interface Recorded {
  readonly publicUrl: string
  readonly keys: { readonly admin: string; readonly ann: string }
  /** The sums of the archives, by dataset; null for one that could not be archived. */
  readonly archives: Readonly<Record<string, Sums | null>>
  /** By path. */
  readonly answers: Readonly<Record<string, unknown>>
}

export interface Fixture {
  readonly schema: number
  /** The path of the backup. */
  readonly backup: string
  readonly recorded: Recorded
}

const place = (name: string) => fileURLToPath(new URL(`../released/${name}`, import.meta.url))

/** All fixtures of a storage, oldest first. */
export const fixturesOf = (storage: "sqlite" | "postgres"): ReadonlyArray<Fixture> =>
  readdirSync(place("."))
    .filter((name) => name.endsWith(`.${storage}.tar.gz`))
    .sort()
    .map((name) => ({
      schema: Number(name.slice(0, 4)),
      backup: place(name),
      recorded: JSON.parse(gunzipSync(readFileSync(place(name.replace(/tar\.gz$/, "json.gz")))).toString()),
    }))

/** All rows but those of the migrations. */
export const tablesIn = async ({ listTables, rows }: Place): Promise<Tables> => {
  const tables: Record<string, Tables[string]> = {}
  for (const { name } of await rows(listTables)) tables[String(name)] = await rows(`SELECT * FROM ${name}`)
  return tables
}

/**
 * The same without files that nothing names any more: Postgres removes those that are due whenever a process has opened it, and
 * with time all of them are due.
 */
export const withoutUnnamedFiles = (before: Tables, tables: Tables): Tables => {
  const unnamed = new Set(
    before.blob_files?.flatMap(({ id, remove_at }) => (remove_at === null ? [] : [id])) ?? [],
  )
  return {
    ...tables,
    blob_files: tables.blob_files?.filter(({ id }) => !unnamed.has(id)) ?? [],
    blob_chunks: tables.blob_chunks?.filter(({ file_id }) => !unnamed.has(file_id)) ?? [],
  }
}

/**
 * What migrations change on purpose, by their number, each with its reason in a comment: `table` or `table.column` whose
 * rows differ, the sections of archives that have other records, and the members of answers with other values.
 */
export const changes: Readonly<
  Record<
    number,
    {
      readonly rows?: ReadonlyArray<string>
      readonly sections?: ReadonlyArray<string>
      readonly members?: ReadonlyArray<string>
    }
  >
> = {
  // The time zone of a dataset; the objects, the labeler and the earlier review of a workunit.
  43: { sections: ["dataset", "workunits"] },
}

/** What changed on purpose after a schema. */
export const changedSince = (schema: number, what: "rows" | "sections" | "members"): ReadonlyArray<string> =>
  Object.entries(changes).flatMap(([number, changed]) =>
    Number(number) > schema ? (changed[what] ?? []) : [],
  )
