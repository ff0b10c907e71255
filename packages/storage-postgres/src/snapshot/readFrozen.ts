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
import { snapshotPages } from "./pages.ts"
import type { SampleRow } from "./sampleRows.ts"

/** The number of small rows, of samples and of labels, in one page. */
const pageRows = 2000

export const readFrozen = (database: DatabaseShape, frozen: Frozen): Stream.Stream<SnapshotSample> =>
  Stream.suspend(() => {
    const pages = snapshotPages(database, frozen)
    const pageSamples = Math.max(10, Math.floor(pageRows / (1 + frozen.labelsets.length)))
    /** How many samples are read with their bodies at once: halved where bodies are too large, and then increased again. */
    let portion = pageSamples
    let labelsRead = 0

    const nextPage = ({ after, border }: Place): Effect.Effect<readonly [ReadonlyArray<Bare>, Next<Place>]> =>
      Effect.gen(function* () {
        const { samples, last } = yield* pages.samples(after, pageSamples)
        const lastId = samples.at(-1)?.id
        if (lastId === undefined || last - after !== samples.length) return yield* gone
        const end = last === frozen.samples ? afterAll : lastId
        const labels = yield* pages.labels(border, end)
        labelsRead += labels.length
        if (end === afterAll && labelsRead !== frozen.labels) return yield* gone
        return [together(samples, labels), nextOf({ after: last, border: end }, end !== afterAll)] as const
      })

    const nextPortion =
      (page: ReadonlyArray<Bare>) =>
      (from: number): Effect.Effect<readonly [Chunk.Chunk<SnapshotSample>, Next<number>]> =>
        Effect.gen(function* () {
          for (;;) {
            const some = page.slice(from, from + portion)
            const whole = yield* withBodies(pages, some)
            if (whole === null && some.length === 1) return yield* gone
            if (whole === null) {
              portion = Math.ceil(some.length / 2)
              continue
            }
            portion = Math.min(pageSamples, Math.ceil(portion * 1.5))
            const next = from + some.length
            return [Chunk.unsafeFromArray([...whole]), nextOf(next, next < page.length)] as const
          }
        })

    if (frozen.samples === 0) return Stream.empty
    return Stream.paginateEffect<Place, ReadonlyArray<Bare>, never, never>(
      { after: 0, border: "" },
      nextPage,
    ).pipe(
      Stream.flatMap((page) => Stream.paginateChunkEffect(0, nextPortion(page))),
      // The next portion is read while this one is written.
      Stream.bufferChunks({ capacity: 1 }),
    )
  })

/** The position and id of the last sample that was read. */
interface Place {
  readonly after: number
  readonly border: string
}

type Next<A> = Option.Option<A>

const nextOf = <A>(next: A, is: boolean): Next<A> => (is ? Option.some(next) : Option.none())

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
const together = (
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
