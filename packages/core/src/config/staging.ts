/**
 * Stages the labels that a change concerns, a portion at a time, and remembers which recent ones it has looked at: all labels
 * first, then those written since, until none is left that it has not seen.
 */
import { Effect, Stream } from "effect"
import type { ConfigurationChange } from "../domain/ConfigurationChange.ts"
import { nextId, VersionId } from "../domain/Ids.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { JobFailed } from "../jobs/JobHandlers.ts"
import type { Transaction } from "../storage/Transaction.ts"
import type { ConfigurationChangeStore, StagedLabel } from "./ConfigurationChangeStore.ts"
import { inSlices } from "./inSlices.ts"
import { type LabelText, labelTexts } from "./labelPages.ts"
import { migration } from "./migration/migrateLabel.ts"
import type { Plan } from "./migration/Step.ts"

export interface Staging {
  /** Looks at all labels; `done` hears how many. */
  readonly all: (done: (labels: number) => Effect.Effect<void>) => Effect.Effect<void, JobFailed>
  /** Looks at those written since that were not seen. */
  readonly recent: Effect.Effect<void, JobFailed>
  /** The same in the caller's transaction; false when they are too many for it. */
  readonly rest: Effect.Effect<boolean, JobFailed>
  /** After the dataset was turned over: those written under the old configuration, by writers that had begun before. */
  readonly stragglers: Effect.Effect<void, JobFailed>
}

/** Clocks of processes may differ by so much, and a transaction may take as long, in milliseconds. */
const margin = 60_000
const marginOfStragglers = 5 * margin

/** Labels that are staged in the transaction that turns the dataset over. */
const mostAtLast = { labels: 200, bytes: 4 * 1024 * 1024 }

export const makeStaging = (
  store: typeof ConfigurationChangeStore.Service,
  transaction: typeof Transaction.Service,
  change: ConfigurationChange,
  plan: Plan,
): Effect.Effect<Staging> =>
  Effect.map(now, (begun) => {
    const { datasetId } = change
    const since = before(begun, margin)
    const seen = new Set<VersionId>()
    const isNew = ({ version }: { readonly version: VersionId }) => !seen.has(version)

    /** All at once: a portion is small. False when some could not be staged, because somebody was at them. */
    const stage = (portion: ReadonlyArray<LabelText>): Effect.Effect<boolean, JobFailed> =>
      Effect.gen(function* () {
        const staged: Array<StagedLabel> = []
        for (const { ref, text } of portion) {
          const migrated = text === null ? text : (yield* inSlices(migration(text, plan))).text
          if (migrated === null || migrated === text) continue
          const { labelsetId, sampleId, version: from } = ref
          staged.push({ labelsetId, sampleId, from, version: yield* nextId(VersionId), attributes: migrated })
        }
        const done = staged.length === 0 ? new Set() : yield* transaction.run(store.stage(change, staged))
        if (done === null) return yield* noLonger
        // These are looked at again.
        const left = new Set(staged.flatMap(({ from }) => (done.has(from) ? [] : [from])))
        for (const { ref } of portion)
          if (ref.updatedAt >= since && !left.has(ref.version)) seen.add(ref.version)
        return left.size === 0
      })

    return {
      all: (done) => {
        let labels = 0
        return Stream.runForEach(labelTexts(store, datasetId), (portion) => {
          labels += portion.length
          return Effect.zipRight(stage(portion), done(labels))
        })
      },
      recent: Stream.runForEach(labelTexts(store, datasetId, { since, wanted: isNew }), stage),
      rest: Effect.gen(function* () {
        const left = yield* leftOver(store, { datasetId, since, isNew })
        if (left === null) return false
        const whole = yield* Effect.forEach(left, stage)
        return whole.every(Boolean)
      }),
      stragglers: Stream.runForEach(
        labelTexts(store, datasetId, {
          since: before(change.at, marginOfStragglers),
          wanted: ({ configVersion }) => configVersion < change.number,
        }),
        stage,
      ),
    }
  })

/** The labels that were not seen, read at once; null when they are too many. */
const leftOver = (
  store: typeof ConfigurationChangeStore.Service,
  ask: {
    readonly datasetId: ConfigurationChange["datasetId"]
    readonly since: Timestamp
    readonly isNew: (ref: { readonly version: VersionId }) => boolean
  },
): Effect.Effect<ReadonlyArray<ReadonlyArray<LabelText>> | null> =>
  Effect.gen(function* () {
    const portions: Array<ReadonlyArray<LabelText>> = []
    let labels = 0
    let bytes = 0
    const wanted = (ref: LabelText["ref"]) => {
      if (!ask.isNew(ref)) return false
      labels += 1
      bytes += ref.bytes ?? 0
      // No more is read than what will be used.
      return labels <= mostAtLast.labels && bytes <= mostAtLast.bytes
    }
    yield* Stream.runForEach(labelTexts(store, ask.datasetId, { since: ask.since, wanted }), (portion) =>
      Effect.sync(() => portions.push(portion)),
    )
    return labels <= mostAtLast.labels && bytes <= mostAtLast.bytes ? portions : null
  })

const before = (at: Timestamp, millis: number): Timestamp => fromMillis(toMillis(at) - millis)

const noLonger = Effect.fail(
  new JobFailed({ reason: "The change came to nothing, or the dataset was deleted meanwhile.", final: true }),
)
