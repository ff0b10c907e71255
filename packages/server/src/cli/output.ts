/** Output of commands: results on standard output, remarks and errors on standard error. */
import { type JsonTree, writeJson } from "@annotary/core/effect"
import { Effect } from "effect"
import { CommandProcess } from "./CommandProcess.ts"
import { JsonOutput } from "./JsonOutput.ts"

/** Prints the result of a command: its JSON document with `--json`, otherwise the text for people. */
export const printResult = (json: () => JsonTree, text: () => string): Effect.Effect<void> =>
  Effect.flatMap(JsonOutput, (wanted) => printLine(wanted ? writeJson(json()) : text()))

/** Prints a line of the result. */
export const printLine = (line: string): Effect.Effect<void> =>
  Effect.map(CommandProcess, ({ stdout }) => {
    stdout.write(`${line}\n`)
  })

/** Prints a remark; with `--json` as a line of JSON like those of the log. */
export const printRemark = (line: string): Effect.Effect<void> =>
  Effect.map(Effect.all([CommandProcess, JsonOutput]), ([{ stderr }, json]) => {
    stderr.write(formatRemark(line, json))
  })

/** The line of a remark with its line break, for code that writes to standard error without an effect. */
export const formatRemark = (message: string, json: boolean): string =>
  json ? `${JSON.stringify({ at: new Date().toISOString(), level: "info", message })}\n` : `${message}\n`

/** Rows below a heading, with columns as wide as their widest cell. */
export const formatTable = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string => {
  const all = [heading, ...rows.map((row) => row.map(cleanCell))]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

/** The cell without line breaks, which would break a table, and other control characters. */
export const cleanCell = (cell: string): string => cell.replaceAll(/\p{Cc}+/gu, " ")
