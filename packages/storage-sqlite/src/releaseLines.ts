/**
 * The lines of a release file, written by SQLite: a page of samples as one text, which leaves the thread as bytes without a copy. A value
 * for each column of each row would take three times as long. `formatReleaseLine` is the reference; what a line cannot be written of
 * here, such as a long body, is read as values.
 */
import type { CountedLabel, Dataset, LabelStatus, Labelset, SnapshotPage } from "@annotary/core/effect"
import { readSamplesPage, type SnapshotRun, selectCurrentContent, shortBody } from "@annotary/storage-sql"
import { Effect, Option, Stream } from "effect"

/** Two joins for each labelset, of the 64 that a statement may have. */
const maxLabelsets = 24

const maxPageSize = 500

/** The most bytes of a page, if all bodies are as long as a line may have them. */
const maxPageBytes = 8 * 1024 * 1024

/** A sample has three bodies, and each of its labels one. */
const computePageSize = (labelsets: number): number =>
  Math.min(maxPageSize, Math.floor(maxPageBytes / ((3 + labelsets) * shortBody)))

/** Pages that are read as values after one that could not be written as lines, doubled with each. */
const maxSkipped = 64

interface Position {
  readonly after: string
  /** Pages to read as values. */
  readonly skip: number
  /** Pages that were read as values since the last page of lines. */
  readonly missed: number
}

/** Undefined where there are too many labelsets for one statement. */
export const makeReleasePages = (
  run: SnapshotRun,
  dataset: Dataset["id"],
  sets: ReadonlyArray<Labelset>,
): ((excluded: string) => Stream.Stream<SnapshotPage>) | undefined => {
  if (sets.length > maxLabelsets) return undefined
  const text = makeLinesText(sets)
  const pageSize = computePageSize(sets.length)
  const names = sets.map(({ name }) => JSON.stringify(name))
  const ids = sets.map(({ id }) => id)
  const readLines = (after: string, excluded: string) =>
    Effect.map(run.contents({ text, params: [...names, ...ids, dataset, after, pageSize] }), ([row]) =>
      toLines(row, excluded, sets),
    )
  const readPage = ({ after, missed, skip }: Position, excluded: string) =>
    Effect.gen(function* () {
      const lines = skip > 0 ? undefined : yield* readLines(after, excluded)
      if (lines !== undefined) {
        const position = { after: lines.last, skip: 0, missed: 0 }
        return [Stream.make(lines.page), makeNext(lines.page.count < pageSize, position)] as const
      }
      const [portions, last] = yield* readSamplesPage(run, dataset, sets, after)
      const position = {
        after: Option.getOrElse(last, () => ""),
        skip: skip > 0 ? skip - 1 : Math.min(maxSkipped, missed),
        missed: missed + 1,
      }
      const pages = Stream.map(portions, (samples): SnapshotPage => ({ _tag: "Samples", samples }))
      return [pages, makeNext(Option.isNone(last), position)] as const
    })
  return (excluded) =>
    Stream.paginateEffect({ after: "", skip: 0, missed: 0 }, (position: Position) =>
      readPage(position, excluded),
    ).pipe(
      // The next page is read while the last one is hashed and written.
      Stream.buffer({ capacity: 1 }),
      Stream.flatten(),
    )
}

const makeNext = (isEnd: boolean, position: Position): Option.Option<Position> =>
  isEnd ? Option.none() : Option.some(position)

/** Undefined when one of the samples has no line, or a line that must be written from values. Searched here: SQLite takes a hundred times as long. */
const toLines = (
  row: Readonly<Record<string, unknown>> | undefined,
  excluded: string,
  sets: ReadonlyArray<Labelset>,
) => {
  const count = Number(row?.["samples"])
  const bytes = row?.["bytes"]
  if (count !== row?.["lines"] || !(bytes instanceof Uint8Array)) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (text.includes(excluded) || countOrderedLines(text) !== count) return undefined
  const labels = readAuthors(String(row?.["authors"] ?? ""), sets)
  return { last: String(row?.["last"]), page: { _tag: "Lines", count, bytes, labels } satisfies SnapshotPage }
}

/** Lines of the number of a labelset, the account that changed the label last, its status, and whether it was reviewed. */
const readAuthors = (text: string, sets: ReadonlyArray<Labelset>): ReadonlyArray<CountedLabel> =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [index = "", updatedBy = "", status = "", isReviewed] = line.split(" ")
      return {
        labelset: sets[Number(index)]?.name ?? "",
        updatedBy,
        // As it was written.
        status: status as LabelStatus,
        isReviewed: isReviewed === "1",
      }
    })

/**
 * The number of lines; -1 when they are not in the order of ids. SQLite does not promise the order of what it joins, unless the
 * aggregate function sorts, which takes ten times as long.
 */
const countOrderedLines = (text: Buffer): number => {
  let count = 0
  let last = -1
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1)) {
    const id = at + 1 + idStart.length
    if (last !== -1 && text.compare(text, id, id + idLength, last, last + idLength) >= 0) return -1
    last = id
    count += 1
  }
  return count
}

const idStart = '{"uuid":"'
const idLength = 36

const lineBreak = 0x0a

const formatText = (column: string): string => `json_quote(${column})`

/** A name of an account or an instant, which have nothing to escape; null for NULL. Half the time of `json_quote`. */
const formatPlain = (column: string): string => `ifnull('"' || ${column} || '"', 'null')`

/** An integer without a call of JavaScript. */
const formatNumber = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN 'null'
    WHEN ${column} = CAST(${column} AS INTEGER) AND abs(${column}) < 1e15 THEN CAST(CAST(${column} AS INTEGER) AS TEXT)
    ELSE json_number(${column}) END`

/** JSON text as it is stored; NULL when it is too long for a line, which makes the line NULL. */
const copyBody = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN 'null' WHEN octet_length(${column}) <= ${shortBody} THEN ${column} END`

/** In brackets: SQLite copies what is before each `||`, and the body is long. */
const makeLabelText = (index: number): string => {
  const label = `l${index}`
  return `CASE WHEN ${label}.sample_id IS NULL THEN 'null' ELSE '{"label_status":"' || ${label}.status
    || '","attributes":' || (${copyBody(`b${index}.attributes`)}
    || (',"created_at":"' || ${label}.created_at || '","created_by":' || ${formatPlain(`${label}.created_by`)}
    || ',"updated_at":"' || ${label}.updated_at || '","updated_by":' || ${formatPlain(`${label}.updated_by`)}
    || ',"reviewed_at":' || ${formatPlain(`${label}.reviewed_at`)} || ',"reviewed_by":' || ${formatPlain(`${label}.reviewed_by`)}
    || ',"score":' || ${formatNumber(`${label}.score`)} || ',"rating":' || ${formatNumber(`${label}.rating`)} || '}')) END`
}

const makeLabelsText = (sets: ReadonlyArray<Labelset>): string =>
  sets.map((_, index) => `${index === 0 ? "" : "|| ',' "}|| ? || ':' || ${makeLabelText(index)}`).join(" ")

/** Names of accounts contain no spaces. */
const makeAuthorsText = (sets: ReadonlyArray<Labelset>): string =>
  sets.length === 0
    ? "''"
    : sets
        .map(
          (
            _,
            index,
          ) => `CASE WHEN l${index}.sample_id IS NULL THEN '' ELSE '${index} ' || l${index}.updated_by || ' ' || l${index}.status
            || CASE WHEN l${index}.reviewed_by IS NULL THEN ' 0' ELSE ' 1' END || char(10) END`,
        )
        .join(" || ")

const makeJoins = (sets: ReadonlyArray<Labelset>): string =>
  sets
    .map(
      (_, index) => `LEFT JOIN labels l${index} ON l${index}.dataset_id = s.dataset_id
        AND l${index}.labelset_id = ? AND l${index}.sample_id = s.id
      LEFT JOIN label_contents b${index} ON b${index}.dataset_id = l${index}.dataset_id
        AND b${index}.id = ${selectCurrentContent(`l${index}`)}`,
    )
    .join(" ")

/** With the names and the ids of the labelsets, the dataset, the last id before the page, and the number of samples. */
const makeLinesText = (sets: ReadonlyArray<Labelset>): string =>
  `SELECT count(*) AS samples, count(line) AS lines, max(id) AS last, CAST(group_concat(line, '') AS BLOB) AS bytes,
    group_concat(authors, '') AS authors
    FROM (SELECT s.id AS id, ',' || char(10) || '{"uuid":"' || s.id || '","name":' || ${formatText("s.name")}
    || ',"attributes":' || ${copyBody("v.attributes")} || ',"metadata":' || ${copyBody("v.metadata")}
    || ',"readme":' || CASE WHEN octet_length(v.readme) <= ${shortBody} THEN ${formatText("v.readme")} END
    || ',"priority":' || ${formatNumber("s.priority")} || ',"assigned_labeler":' || ${formatPlain("s.assigned_labeler")}
    || ',"assigned_reviewer":' || ${formatPlain("s.assigned_reviewer")} || ',"created_at":"' || s.created_at
    || '","created_by":' || ${formatPlain("s.created_by")} || ',"labels":{' ${makeLabelsText(sets)} || '}}' AS line,
    ${makeAuthorsText(sets)} AS authors
    FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content ${makeJoins(sets)}
    WHERE s.dataset_id = ? AND s.id > ? AND s.deleted_at IS NULL ORDER BY s.id LIMIT CAST(? AS BIGINT))`
