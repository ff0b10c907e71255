/** Writes `annotations.parquet`, a group of rows at a time. */
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer"
import type { Writer } from "../Format.ts"
import type { OutputFile } from "../files/Target.ts"
import { type Cell, columns, type Row } from "./columns.ts"
import { toTableRows } from "./rows.ts"

/** A group is in memory while it is written. */
const rowsOfGroup = 20_000

export const writeParquet: Writer = async (scenes, context) => {
  const file = await context.target.open("annotations.parquet")
  const schema = schemaFromColumnData({ columnData: toColumns([]) })
  const parquet = new ParquetWriter({ writer: makeByteWriter(file), schema, createdBy: "annotary" })
  let group: Array<Row> = []
  const write = async () => {
    await parquet.write({ columnData: toColumns(group), rowGroupSize: rowsOfGroup })
    group = []
  }
  for await (const rows of toTableRows(scenes, context))
    for (const row of rows) {
      group.push(row)
      if (group.length === rowsOfGroup) await write()
    }
  // A table without rows has one group too.
  if (group.length > 0 || parquet.num_rows === 0n) await write()
  await parquet.finish()
  await file.close()
}

const toColumns = (rows: ReadonlyArray<Row>) =>
  columns.map(({ name, type }, at) => ({
    name,
    ...(rows.length === 0 && { type, nullable: true }),
    data: rows.map((row) => encodeCell(type, row[at] ?? null)),
  }))

/** Integers of 64 bits as the library takes them. */
const encodeCell = (type: string, cell: Cell): Cell | bigint =>
  type === "INT64" && typeof cell === "number" ? BigInt(cell) : cell

/** Empties its buffer into the file after each group. */
const makeByteWriter = (file: OutputFile): ByteWriter => {
  const writer = new ByteWriter()
  const flush = async () => {
    const bytes = new Uint8Array(writer.buffer, 0, writer.index).slice()
    writer.index = 0
    await file.write(bytes)
  }
  return Object.assign(writer, { flush, finish: flush })
}
