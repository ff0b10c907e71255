/** Rows of CSV files, as in RFC 4180 and as spreadsheets write them. */
import { pipeline, Readable } from "node:stream"
import { type CsvCell, formatCsvLine, unguardText } from "@annotary/core/check"
import { CsvError, parse } from "csv-parse"
import { parse as parseText } from "csv-parse/sync"
import type { WriteContext } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { checkLimit } from "./limits.ts"
import type { Source } from "./Source.ts"

export interface CsvRow {
  readonly cells: ReadonlyArray<string>
  /** The line on which the row ends, from 1. */
  readonly line: number
}

const headBytes = 65_536

/** The first line of the file, without a byte order mark; cut where it is very long. */
export const readFirstLine = async (source: Source, path: string): Promise<string> => {
  const head = new TextDecoder().decode(await source.peek(path, 0, headBytes))
  return head.split(/\r?\n|\r/, 1)[0] ?? ""
}

/** Spreadsheets of some countries separate cells by semicolons. */
const findDelimiter = (line: string): string =>
  line.includes(",") ? "," : ([";", "\t"].find((delimiter) => line.includes(delimiter)) ?? ",")

/** The cells of one line; none of a line in which a quote has no end. */
export const splitLine = (line: string): ReadonlyArray<string> => {
  const options = { delimiter: findDelimiter(line), relax_column_count: true, relax_quotes: true, trim: true }
  try {
    const [cells = []]: ReadonlyArray<ReadonlyArray<string>> = parseText(line, options)
    return cells
  } catch (cause) {
    if (cause instanceof CsvError) return []
    throw cause
  }
}

export interface CsvOptions {
  /** Lines that begin so have no rows. */
  readonly comment?: string
}

/** All rows, also of different lengths, without empty ones and without guards for spreadsheets. Fails when the file is not UTF-8 or a quote has no end. */
export async function* readRows(
  source: Source,
  path: string,
  { comment }: CsvOptions = {},
): AsyncGenerator<CsvRow> {
  if (!source.has(path)) throw new FormatError(path, "is missing.")
  const parser = parse({
    bom: true,
    ...(comment !== undefined && { comment, comment_no_infix: true }),
    delimiter: findDelimiter(await readFirstLine(source, path)),
    info: true,
    max_record_size: source.limits.line,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  // Errors come while rows are read from the parser.
  pipeline(Readable.from(readTexts(source, path)), parser, () => {})
  try {
    for await (const row of parser) {
      const { info, record } = row as {
        readonly info: { readonly lines: number }
        readonly record: ReadonlyArray<string>
      }
      yield { cells: record.map(unguardText), line: info.lines }
    }
  } catch (cause) {
    throw cause instanceof CsvError ? explainError(cause, source, path) : cause
  }
}

const explainError = (cause: CsvError, { limits }: Source, path: string): FormatError => {
  const lines = (cause as { readonly lines?: unknown }).lines
  const place = typeof lines === "number" ? `line ${lines} ` : ""
  if (cause.code === "CSV_MAX_RECORD_SIZE")
    return new FormatError(path, `${place}is longer than ${limits.line} characters.`, { cause })
  if (cause.code === "CSV_QUOTE_NOT_CLOSED")
    return new FormatError(path, `${place}has a quote without an end.`, { cause })
  return new FormatError(path, `${place}cannot be read as CSV: ${cause.message}`, { cause })
}

async function* readTexts(source: Source, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (cause) {
      throw new FormatError(path, "is not UTF-8 text.", { cause })
    }
  }
  for await (const bytes of source.stream(path)) yield decode(bytes)
  yield decode()
}

/** Fails when the table is too long to be in memory. */
export async function* readFewRows(
  source: Source,
  path: string,
  options?: CsvOptions,
): AsyncGenerator<CsvRow> {
  let count = 0
  for await (const row of readRows(source, path, options)) {
    count += 1
    checkLimit(source.limits, "rows", count, path, "the number of its rows")
    yield row
  }
}

/** A line with its end, guarded for spreadsheets where the export wants that. Null is an empty cell. */
export const formatLine = (
  cells: ReadonlyArray<CsvCell>,
  { isSpreadsheet = false }: Pick<WriteContext, "isSpreadsheet">,
): string => formatCsvLine(cells, { isSpreadsheet })
