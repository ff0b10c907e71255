/** Writes `annotations.csv` as in RFC 4180, with a first line of names; an empty cell is no value. */
import type { Writer } from "../Format.ts"
import { formatLine } from "../files/csv.ts"
import { columns } from "./columns.ts"
import { toTableRows } from "./rows.ts"

export const writeCsv: Writer = async (scenes, context) => {
  const file = await context.target.open("annotations.csv")
  await file.write(`${columns.map(({ name }) => name).join(",")}\n`)
  for await (const rows of toTableRows(scenes, context)) {
    let lines = ""
    for (const row of rows) lines += formatLine(row, context)
    await file.write(lines)
  }
  await file.close()
}
