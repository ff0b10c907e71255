/** Output of commands: results on standard output, remarks on standard error. */
import { Effect } from "effect"

/** Prints a line of the result. */
export const printLine = (line: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(`${line}\n`)
  })

/** Prints a remark. */
export const remark = (line: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stderr.write(`${line}\n`)
  })

/** Prints rows below a heading, with columns as wide as their widest cell. */
export const printTable = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): Effect.Effect<void> => {
  const all = [heading, ...rows]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  return printLine(
    all
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd(),
      )
      .join("\n"),
  )
}
