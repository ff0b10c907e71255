/** Reads a snapshot through one frozen view of the database: pages of small rows first, then bodies in portions of bounded size. */
import type {
  Dataset,
  Labelset,
  ReceiveOverlaps,
  SampleId,
  Snapshot,
  SnapshotLabel,
  SnapshotSample,
} from "@annotary/core/effect"
import { Chunk, Effect, Option, Stream } from "effect"
import { type RawRow, text } from "../rows/columns.ts"
import { datasets, labelsets } from "../rows/datasets.ts"
import { decodeBody } from "../rows/labels.ts"
import { decodeAll } from "../rows/results.ts"
import { type SampleBody, sampleBodies } from "../rows/samples.ts"
import type { Query } from "../statements/Statements.ts"
import { makeSnapshotLabel, makeSnapshotSample } from "./assemble.ts"
import { readOverlaps } from "./readOverlaps.ts"
import {
  type ColumnAs,
  decodeLabelRow,
  decodeSampleRow,
  type LabelRow,
  makeDatasetQuery,
  makeLabelBodiesQuery,
  makeLabelsetsQuery,
  makeLabelsQuery,
  makeSampleBodiesQuery,
  makeSamplesQuery,
  type SampleRow,
  shortBody,
} from "./snapshotSql.ts"

/** Runs one statement. All statements of one snapshot see the same state of the tables. */
export type RunQuery = (query: Query) => Effect.Effect<ReadonlyArray<RawRow>>

export interface SnapshotRun {
  /** Reads datasets, labelsets, samples and labels, which change. */
  readonly frozen: RunQuery
  /** Reads contents, which never change. */
  readonly contents: RunQuery
  /** Reads contents of many megabytes as another type; by default as text. */
  readonly largeContents?: { readonly run: RunQuery; readonly attributesAs: ColumnAs }
}

interface Frozen {
  readonly sample: SampleRow
  /** The labels in the order of the labelsets. */
  readonly labels: ReadonlyArray<readonly [Labelset, LabelRow]>
}

const pageSize = 500
/** The most bytes of bodies in memory at once, unless one sample alone has more. */
const portion = 4 * 1024 * 1024

/** Reads a dataset with all samples and labels; null when it is gone. `eager` reads all small rows at once, for a view that cannot stay open. */
export const readSnapshot = (
  run: SnapshotRun,
  dataset: Dataset["id"],
  eager: boolean,
  makeReceiver?: () => ReceiveOverlaps,
): Effect.Effect<Snapshot | null> =>
  Effect.gen(function* () {
    const head = yield* readHead(run.frozen, dataset)
    if (head === null) return null
    if (makeReceiver) yield* readOverlaps(run.frozen, head.dataset, makeReceiver())
    const sets = head.labelsets
    // All rows at once must be small.
    const short = eager ? -1 : shortBody
    const pages = Stream.paginateEffect("", (after: string) =>
      readNextPage(run.frozen, dataset, sets, after, short),
    )
    const rows = eager ? Stream.fromChunk(yield* Stream.runCollect(pages)) : pages
    const samples = rows.pipe(
      Stream.flatMap((page) => readPortions(run, dataset, page)),
      // The next portion is read while the last one is written.
      Stream.buffer({ capacity: 1 }),
      Stream.flattenChunks,
    )
    return { ...head, samples }
  })

/** Reads the dataset and its labelsets, ground truth first; null when the dataset is gone. */
export const readHead = (
  run: RunQuery,
  dataset: Dataset["id"],
): Effect.Effect<Omit<Snapshot, "samples"> | null> =>
  Effect.gen(function* () {
    const storedDataset = decodeAll(datasets.decode)(yield* run(makeDatasetQuery(dataset)))[0]
    if (storedDataset === undefined) return null
    return {
      dataset: storedDataset,
      labelsets: decodeAll(labelsets.decode)(yield* run(makeLabelsetsQuery(dataset))),
    }
  })

/** Reads the next samples after an id, in portions of bounded size; and the last of their ids, none at the end. */
export const readSamplesPage = (
  run: SnapshotRun,
  dataset: Dataset["id"],
  sets: ReadonlyArray<Labelset>,
  after: string,
): Effect.Effect<
  readonly [samples: Stream.Stream<Chunk.Chunk<SnapshotSample>>, next: Option.Option<string>]
> =>
  Effect.map(readNextPage(run.frozen, dataset, sets, after, shortBody), ([rows, next]) => [
    readPortions(run, dataset, rows),
    next,
  ])

const readPortions = (run: SnapshotRun, dataset: Dataset["id"], page: ReadonlyArray<Frozen>) =>
  Stream.mapEffect(Stream.fromIterable(splitIntoPortions(page)), (rows) => withBodies(run, dataset, rows))

type Page = readonly [rows: ReadonlyArray<Frozen>, next: Option.Option<string>]

const readNextPage = (
  run: RunQuery,
  dataset: Dataset["id"],
  sets: ReadonlyArray<Labelset>,
  after: string,
  short: number,
): Effect.Effect<Page> =>
  Effect.gen(function* () {
    const samples = decodeAll(decodeSampleRow)(yield* run(makeSamplesQuery(dataset, after, pageSize, short)))
    const from = samples[0]
    const to = samples.at(-1)
    const labels = new Map<SampleId, Array<readonly [Labelset, LabelRow]>>(samples.map(({ id }) => [id, []]))
    if (from === undefined || to === undefined) return [[], Option.none()]
    for (const set of sets) {
      for (const raw of yield* run(makeLabelsQuery(dataset, set.id, from.id, to.id, short))) {
        const label = decodeLabelRow(raw)
        labels.get(label.sampleId)?.push([set, label])
      }
    }
    const page = samples.map((sample): Frozen => ({ sample, labels: labels.get(sample.id) ?? [] }))
    return [page, samples.length < pageSize ? Option.none() : Option.some<string>(to.id)]
  })

/** Splits a page into portions whose bodies have a bounded size. */
function* splitIntoPortions(page: ReadonlyArray<Frozen>): Generator<ReadonlyArray<Frozen>> {
  let current: Array<Frozen> = []
  let size = 0
  for (const row of page) {
    const bytes = sumBytes(row)
    if (current.length > 0 && size + bytes > portion) {
      yield current
      current = []
      size = 0
    }
    current.push(row)
    size += bytes
  }
  if (current.length > 0) yield current
}

const sumBytes = ({ labels, sample }: Frozen): number =>
  labels.reduce((sum, [, label]) => sum + label.bytes, sample.bytes)

const contentId = text<string>("id")

const makeTextReader = (run: RunQuery) => ({ run, attributesAs: (column: string) => column })

const withBodies = (
  { contents, largeContents }: SnapshotRun,
  dataset: Dataset["id"],
  rows: ReadonlyArray<Frozen>,
) =>
  Effect.gen(function* () {
    const isLarge = rows.some((row) => sumBytes(row) > portion)
    const { attributesAs, run } = (isLarge ? largeContents : undefined) ?? makeTextReader(contents)
    const ids = rows.flatMap(({ sample }) => (sample.body === null ? [sample.content] : []))
    const bodies = new Map<string, SampleBody>()
    if (ids.length > 0) {
      for (const raw of yield* run(makeSampleBodiesQuery(dataset, ids, attributesAs)))
        bodies.set(contentId.read(raw.id), sampleBodies.decode(raw))
    }
    const labelContents = rows.flatMap((row) =>
      row.labels.flatMap(([, { body, content }]) => (content === null || body !== null ? [] : [content])),
    )
    const labelBodies = new Map<string, SnapshotLabel["attributes"]>()
    for (let start = 0; start < labelContents.length; start += pageSize) {
      const chunk = labelContents.slice(start, start + pageSize)
      for (const raw of yield* run(makeLabelBodiesQuery(dataset, chunk, attributesAs))) {
        labelBodies.set(contentId.read(raw.id), decodeBody(raw))
      }
    }
    const samples: Array<SnapshotSample> = []
    for (const row of rows) {
      const body = row.sample.body ?? bodies.get(row.sample.content)
      // The content is gone: the dataset was purged, and the release that is made from the view ends with it.
      if (body !== undefined) samples.push(combineRows(row, body, labelBodies))
    }
    return Chunk.unsafeFromArray(samples)
  })

const combineRows = (
  { sample, labels }: Frozen,
  body: SampleBody,
  labelBodies: ReadonlyMap<string, SnapshotLabel["attributes"]>,
): SnapshotSample =>
  makeSnapshotSample(
    sample,
    body,
    labels.map(([set, label]) => {
      const stored = label.content === null ? null : labelBodies.get(label.content)
      return makeSnapshotLabel(set.name, label, label.body ?? stored ?? null)
    }),
  )
