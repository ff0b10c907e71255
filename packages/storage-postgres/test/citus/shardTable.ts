/** The statements that calls send to shards, as the table of docs/citus.md. */
import { readFileSync, writeFileSync } from "node:fs"
import { distributedTables } from "../../src/citus/tables.ts"

/** A statement that was explained, with the number of shards of each part of its plan. */
export interface Explained {
  readonly text: string
  readonly tasks: ReadonlyArray<number>
}

const table = `(${distributedTables.map(({ name }) => name).join("|")})`
const written = new RegExp(`\\b(UPDATE|INSERT INTO|DELETE FROM) ${table}\\b`)
const read = new RegExp(`\\b(?:FROM|JOIN) ${table}\\b`)

/** What a statement does, and the distributed table that it writes, or reads first. */
export const nameOf = (text: string): string => {
  const [, verb, changed] = written.exec(text) ?? []
  if (verb !== undefined) return `${verb.split(" ")[0]} ${changed}`
  return `SELECT ${read.exec(text)?.[1] ?? "?"}`
}

/** Citus distributes the rows of such a statement itself, by their values, and its plan names no shards. */
const ofValues = /^INSERT INTO \w+ \([^)]*\)\s+SELECT given\.\*/
/** The directory is distributed by the ids. */
const ofIds = /\bFROM directory home WHERE "home"\."id" = ANY \(\$1\)/
const ofDatasets = /\bdataset_id"? (?:IN \(\$|= ANY \(\$)/

const shardsOf = ({ tasks, text }: Explained, all: number): string => {
  if (ofValues.test(text)) return "those of the rows"
  if (ofIds.test(text)) return "those of the ids"
  if (ofDatasets.test(text)) return "those of the datasets"
  const most = Math.max(0, ...tasks)
  return most === all && all > 1 ? "all" : String(most)
}

/** A row of the table: a call, the shards, and the statements. */
export type Row = readonly [call: string, shards: string, statements: string]

/** The rows of a call: one for each number of shards. `all` is the number of shards of a table. */
export const rowsOf = (
  call: string,
  explained: ReadonlyArray<Explained>,
  all: number,
): ReadonlyArray<Row> => {
  const found = new Map<string, Set<string>>()
  for (const each of explained) {
    const shards = shardsOf(each, all)
    found.set(shards, (found.get(shards) ?? new Set()).add(`\`${nameOf(each.text)}\``))
  }
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([shards, names]) => [call, shards, [...names].toSorted().join(", ")])
}

const page = new URL("../../docs/citus.md", import.meta.url)
const [begin, end] = [
  "<!-- Written by test/citus/hotStatements.test.ts with UPDATE_CITUS_TABLE=1. -->",
  "<!-- End. -->",
]
const head: Row = ["call", "shards", "statements"]

const aligned = (rows: ReadonlyArray<Row>): string => {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const [first = head, ...rest] = rows
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n")
}

/** The table in the page, and the one that it should have. */
export const tables = (rows: ReadonlyArray<Row>) => {
  const text = readFileSync(page, "utf8")
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  const wanted = aligned([head, ...rows])
  if (process.env["UPDATE_CITUS_TABLE"] === "1")
    writeFileSync(page, `${text.slice(0, from)}\n\n${wanted}\n\n${text.slice(to)}`)
  return { found: readFileSync(page, "utf8").slice(from).split(end)[0]?.trim(), wanted }
}
