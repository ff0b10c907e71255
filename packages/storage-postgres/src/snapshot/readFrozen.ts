/**
 * The samples of a frozen dataset with their labels, in the order of the ids. What is missing is missed: frozen rows go when
 * Postgres crashes or when this process was taken for dead, and then the reading fails rather than being short.
 */
import { type SnapshotSample, StorageFailure } from "@annotary/core/effect"
import type { DatabaseShape } from "@annotary/storage-sql"
import { Chunk, Effect, Option, Stream } from "effect"
import { type Bare, withBodies } from "./bodies.ts"
import { afterAll, type Frozen } from "./freeze.ts"
import type { LabelRow } from "./labelRows.ts"
import { snapshotPages } from "./pages.ts"
import type { SampleRow } from "./sampleRows.ts"

/** Small rows at once, of samples and of labels. */
const pageRows = 2000

export const readFrozen = (database: DatabaseShape, frozen: Frozen): Stream.Stream<SnapshotSample> =>
  Stream.suspend(() => {
    const pages = snapshotPages(database, frozen)
    const pageSamples = Math.max(10, Math.floor(pageRows / (1 + frozen.labelsets.length)))
    /** How many samples go with their bodies at once: fewer where these are large, and then again more. */
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
      // The next portion is asked for while this one is written.
      Stream.bufferChunks({ capacity: 1 }),
    )
  })

/** Position and id of the last sample that was read. */
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
      "Rows of the snapshot are gone: Postgres was restarted, or this process was taken for dead.",
    ),
  }),
)

/** Both are in the order of the samples' ids. */
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
