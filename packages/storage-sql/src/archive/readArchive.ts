/** Reads a dataset for an archive through one frozen view of the database: pages of keys first, then rows in portions of bounded size. */
import {
  type ArchivedDataset,
  type DatasetId,
  labelContents,
  type StoredRecords,
  type StoredSection,
  type WholeLabelVersion,
} from "@annotary/core/effect"
import { Chunk, Effect, Option, Stream } from "effect"
import { type RawRow, toNumber } from "../rows/columns.ts"
import { datasets } from "../rows/datasets.ts"
import { decodeAll } from "../rows/results.ts"
import type { RunQuery } from "../snapshot/readSnapshot.ts"
import { makeDatasetQuery } from "../snapshot/snapshotSql.ts"
import { type Source, sources } from "./sources.ts"

/** Keys in one page. */
const pageSize = 1000
/** The most bytes of long texts in memory at once, unless one row alone has more. */
const portion = 4 * 1024 * 1024

/** A position in the order of a section. */
type Position = ReadonlyArray<string | number>

/** The rows after one place up to another. */
interface Range {
  readonly after: Position
  readonly last: Position
}

/** Reads a dataset; null when it is deleted. All statements see the same state of the tables. */
export const readArchive = (run: RunQuery, dataset: DatasetId): Effect.Effect<ArchivedDataset | null> =>
  Effect.gen(function* () {
    const storedDataset = decodeAll(datasets.decode)(yield* run(makeDatasetQuery(dataset)))[0]
    if (storedDataset === undefined) return null
    const changes = yield* run({
      text: "SELECT 1 AS n FROM configuration_changes WHERE dataset_id = ? LIMIT 1",
      params: [dataset],
    })
    return {
      dataset: storedDataset,
      changing: changes.length > 0,
      read: (section, containing) => readSection(run, { dataset, containing }, section),
    }
  })

/** Which rows to read: those of a dataset, or of them those whose texts contain a text. */
interface RowSelection {
  readonly dataset: DatasetId
  readonly containing: string | undefined
}

const readSection = <Section extends StoredSection>(
  run: RunQuery,
  wanted: RowSelection,
  section: Section,
): Stream.Stream<StoredRecords[Section]> =>
  Stream.suspend(() => {
    // The source of a section has the records of that section.
    const source = sources[section] as unknown as Source<StoredRecords[Section]>
    if (section !== "label-versions") return readRows(run, wanted, source)
    const refer = labelContents()
    const versions = readRows(run, wanted, sources["label-versions"])
    // Only of the section of versions.
    return Stream.map(versions, (version: WholeLabelVersion) => refer(version) as StoredRecords[Section])
  })

const readRows = <A>(run: RunQuery, wanted: RowSelection, source: Source<A>): Stream.Stream<A> => {
  // No row without texts contains anything.
  if (wanted.containing !== undefined && source.texts.length === 0) return Stream.empty
  const first: Position = source.first ?? source.key.map(() => "")
  const pages = Stream.paginateEffect(first, (after: Position) =>
    Effect.map(run(makeKeysQuery(source, wanted, after)), (rows) => {
      const last = rows.at(-1)
      return [
        [...splitIntoRanges(source, after, rows)],
        last === undefined || rows.length < pageSize
          ? Option.none<Position>()
          : Option.some(toPosition(source, last)),
      ] as const
    }),
  )
  return pages.pipe(
    Stream.flatMap((ranges) => Stream.fromIterable(ranges)),
    Stream.mapEffect((range) =>
      Effect.map(run(makeRowsQuery(source, wanted, range)), (rows) =>
        Chunk.unsafeFromArray(rows.map((row) => source.decode(row))),
      ),
    ),
    Stream.flattenChunks,
  )
}

/** Splits a page into ranges whose texts have a bounded size. Rows that are not wanted have the size 0. */
function* splitIntoRanges(
  source: Source<unknown>,
  after: Position,
  rows: ReadonlyArray<RawRow>,
): Generator<Range> {
  let from = after
  let last = after
  let size = 0
  for (const row of rows) {
    const position = toPosition(source, row)
    const bytes = toNumber("bytes", row.bytes)
    if (size > 0 && size + bytes > portion) {
      yield { after: from, last }
      from = last
      size = 0
    }
    last = position
    size += bytes
  }
  if (size > 0) yield { after: from, last }
}

const toPosition = (source: Source<unknown>, row: RawRow): Position =>
  source.key.map((_, index) => toKeyValue(row[`k${index}`]))

/** Drivers return texts and numbers of such columns as they are. */
const toKeyValue = (value: unknown): string | number => (typeof value === "number" ? value : String(value))

const makePlaceholders = (key: Position): string => `(${key.map(() => "?").join(", ")})`
const formatKeyColumns = ({ key }: Source<unknown>): string => key.map((column) => `r.${column}`).join(", ")

/** The bytes of the texts of a row, at least 1; 0 for a row that is not wanted. */
const measureTexts = ({ texts }: Source<unknown>, { containing }: RowSelection): string => {
  const bytes = ["1", ...texts.map((text) => `COALESCE(octet_length(${text}), 0)`)].join(" + ")
  return containing === undefined ? bytes : `CASE WHEN ${matchTexts(texts)} THEN ${bytes} ELSE 0 END`
}

/** A condition with a parameter for each text. */
const matchTexts = (texts: ReadonlyArray<string>): string =>
  `(${texts.map((text) => `${text} LIKE ?`).join(" OR ")})`

const makePatterns = ({ texts }: Source<unknown>, { containing }: RowSelection): Position =>
  containing === undefined ? [] : texts.map(() => `%${containing}%`)

const makeKeysQuery = (source: Source<unknown>, wanted: RowSelection, after: Position) => ({
  text: `SELECT ${source.key.map((column, index) => `r.${column} AS "k${index}"`).join(", ")}, ${measureTexts(source, wanted)} AS "bytes"
    FROM ${source.from} AND (${formatKeyColumns(source)}) > ${makePlaceholders(after)} ORDER BY ${formatKeyColumns(source)} LIMIT ${pageSize}`,
  params: [...makePatterns(source, wanted), wanted.dataset, ...after],
})

const makeRowsQuery = (source: Source<unknown>, wanted: RowSelection, { after, last }: Range) => ({
  text: `SELECT ${source.select} FROM ${source.from} AND (${formatKeyColumns(source)}) > ${makePlaceholders(after)}
    AND (${formatKeyColumns(source)}) <= ${makePlaceholders(last)} ${wanted.containing === undefined ? "" : `AND ${matchTexts(source.texts)}`}
    ORDER BY ${formatKeyColumns(source)}`,
  params: [wanted.dataset, ...after, ...last, ...makePatterns(source, wanted)],
})
