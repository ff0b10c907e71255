/** Checks the pages of a Parquet file. The reader believes their sizes and counts: with damaged ones it reads the same page for ever. */
import type { AsyncBuffer, FileMetaData } from "hyparquet"
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js"

/** Calls `check` with the bytes of all pages up to each, decompressed. Throws when a page ends outside of its column, or before its header. */
export const checkPages = async (
  file: AsyncBuffer,
  { row_groups: groups }: FileMetaData,
  columns: ReadonlyArray<string>,
  check: (bytes: number) => void,
): Promise<void> => {
  let bytes = 0
  for (const { columns: chunks } of groups)
    for (const { meta_data: chunk } of chunks) {
      if (chunk === undefined || !columns.includes(chunk.path_in_schema[0] ?? "")) continue
      const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset)
      const end = start + Number(chunk.total_compressed_size)
      if (!(start >= 0 && end >= start && end <= file.byteLength))
        throw new Error("a column is outside of the file")
      bytes += checkColumn(await file.slice(start, end), Number(chunk.num_values), (unpacked) =>
        check(bytes + unpacked),
      )
    }
}

/** The fields of a page's header have numbers in the protocol: its type, its size, and the compressed size that follows the header. */
const checkColumn = (bytes: ArrayBuffer, values: number, check: (bytes: number) => void): number => {
  const reader = { view: new DataView(bytes), offset: 0 }
  let pageCount = 0
  let unpacked = 0
  while (reader.offset < bytes.byteLength - 1) {
    const {
      field_1: type,
      field_2: size,
      field_3: compressed,
      ...kinds
    } = deserializeTCompactProtocol(reader)
    if (!isCount(size) || !isCount(compressed) || reader.offset + compressed > bytes.byteLength)
      throw new Error("a page is outside of its column")
    // Of a page of values, of a dictionary, and of a page of values in version 2. The first field of each counts its values.
    const kind: unknown = [kinds["field_5"], undefined, kinds["field_7"], kinds["field_8"]][type]
    const count = (kind as { readonly field_1?: unknown } | undefined)?.field_1
    if (!isCount(count)) throw new Error("a page has no number of values")
    if (type === dictionary && count > size) throw new Error("a dictionary has more values than bytes")
    if (type === secondVersion) checkSecondVersion(kind, count, compressed)
    unpacked += size
    check(unpacked)
    if (type !== dictionary) pageCount += count
    reader.offset += compressed
  }
  if (pageCount !== values) throw new Error("a column has another number of values than its pages")
  return unpacked
}

const dictionary = 2
const secondVersion = 3

/** Its header counts nulls and rows, too, and says how long the levels before the values are. */
const checkSecondVersion = (header: unknown, values: number, bytes: number): void => {
  const {
    field_2: nulls,
    field_3: rows,
    field_5: definitions,
    field_6: repetitions,
  } = header as Readonly<Record<`field_${number}`, unknown>>
  if (!isCount(nulls) || nulls > values || !isCount(rows) || rows > values)
    throw new Error("a page has more nulls or rows than values")
  if (!isCount(definitions) || !isCount(repetitions) || definitions + repetitions > bytes)
    throw new Error("the levels of a page are longer than it")
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
