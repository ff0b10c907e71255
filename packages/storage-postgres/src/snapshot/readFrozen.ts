/**
 * Reads the samples of a frozen dataset with their labels, in the order of ids. Fails when rows are missing, because Postgres
 * crashed or because the lease of this process expired.
 */
import { type SnapshotSample, StorageFailure } from "@annotary/core/effect"
import type { DatabaseShape } from "@annotary/storage-sql"
import { Chunk, Effect, Option, Stream } from "effect"
import { type Bare, withBodies } from "./bodies.ts"
import { afterAll, type Frozen } from "./freeze.ts"
import type { LabelRow } from "./labelRows.ts"
import { makeSnapshotPages } from "./pages.ts"
import type { SampleRow } from "./sampleRows.ts"

/** The number of small rows, of samples and of labels, in one page. */
const pageRows = 2000

export const readFrozen = (database: DatabaseShape, frozen: Frozen): Stream.Stream<SnapshotSample> =>
  Stream.suspend(() => {
    const pages = makeSnapshotPages(database, frozen)
    const pageSamples = Math.max(10, Math.floor(pageRows / (1 + frozen.labelsets.length)))
    /** Limits the samples that are read with their bodies at once: halved where bodies are too large, and then increased again. */
    let portion = pageSamples
    let labelsRead = 0

    const readNextPage = ({
      after,
      border,
    }: Position): Effect.Effect<readonly [ReadonlyArray<Bare>, Next<Position>]> =>
      Effect.gen(function* () {
        const { samples, last } = yield* pages.readSamples(after, pageSamples)
        const lastId = samples.at(-1)?.id
        if (lastId === undefined || last - after !== samples.length) return yield* gone
        const end = last === frozen.samples ? afterAll : lastId
        const labels = yield* pages.readLabels(border, end)
        labelsRead += labels.length
        if (end === afterAll && labelsRead !== frozen.labels) return yield* gone
        return [joinLabels(samples, labels), toNext({ after: last, border: end }, end !== afterAll)] as const
      })

    const readNextPortion =
      (page: ReadonlyArray<Bare>) =>
      (from: number): Effect.Effect<readonly [Chunk.Chunk<SnapshotSample>, Next<number>]> =>
        Effect.gen(function* () {
          for (;;) {
            const part = page.slice(from, from + portion)
            const whole = yield* withBodies(pages, part)
            if (whole === null && part.length === 1) return yield* gone
            if (whole === null) {
              portion = Math.ceil(part.length / 2)
              continue
            }
            portion = Math.min(pageSamples, Math.ceil(portion * 1.5))
            const next = from + part.length
            return [Chunk.unsafeFromArray([...whole]), toNext(next, next < page.length)] as const
          }
        })

    if (frozen.samples === 0) return Stream.empty
    return Stream.paginateEffect<Position, ReadonlyArray<Bare>, never, never>(
      { after: 0, border: "" },
      readNextPage,
    ).pipe(
      Stream.flatMap((page) => Stream.paginateChunkEffect(0, readNextPortion(page))),
      // The next portion is read while this one is written.
      Stream.bufferChunks({ capacity: 1 }),
    )
  })

/** The position and id of the last sample that was read. */
interface Position {
  readonly after: number
  readonly border: string
}

type Next<A> = Option.Option<A>

const toNext = <A>(next: A, is: boolean): Next<A> => (is ? Option.some(next) : Option.none())

const gone = Effect.die(
  new StorageFailure({
    operation: "SnapshotStore.samples",
    transient: true,
    cause: new Error(
      "Rows of the snapshot are gone: Postgres was restarted, or the lease of this process expired.",
    ),
  }),
)

/** Joins samples and labels, which are both in the order of sample ids. */
const joinLabels = (
  samples: ReadonlyArray<SampleRow>,
  labels: ReadonlyArray<LabelRow>,
): ReadonlyArray<Bare> => {
  let at = 0
  return samples.map((sample) => {
    const own: Array<LabelRow> = []
    for (let row = labels[at]; row !== undefined && row.sampleId <= sample.id; row = labels[++at]) {
      if (row.sampleId === sample.id) own.push(row)
    }
    return { sample, labels: own }
  })
}
