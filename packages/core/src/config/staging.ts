/**
 * Stages the labels that a change concerns in portions: first all labels, then those written meanwhile, until none is
 * left.
 */
import { Effect, Stream } from "effect"
import type { ConfigurationChange } from "../domain/ConfigurationChange.ts"
import { generateId, VersionId } from "../domain/Ids.ts"
import { runInSlices } from "../jobs/betweenBatches.ts"
import { JobFailed } from "../jobs/JobHandlers.ts"
import type { Transaction } from "../storage/Transaction.ts"
import type { ConfigurationChangeStore, LabelRef, StagedLabel } from "./ConfigurationChangeStore.ts"
import { type LabelText, labelTexts, readTexts } from "./labelPages.ts"
import { migrateInSteps } from "./migration/migrateLabel.ts"
import type { Plan } from "./migration/Step.ts"

export interface Staging {
  /** Examines all labels. `done` receives their number. */
  readonly all: (done: (labels: number) => Effect.Effect<void>) => Effect.Effect<void, JobFailed>
  /** Examines labels that were written since and not examined, and those that could not be staged. */
  readonly recent: Effect.Effect<void, JobFailed>
  /** {@link recent} in the caller's transaction. False if there are too many labels, or one is being written. */
  readonly rest: Effect.Effect<boolean, JobFailed>
}

/** The maximum for labels that are staged in the transaction that switches the dataset. */
const mostAtLast = { labels: 200, bytes: 4 * 1024 * 1024 }

/**
 * Creates the staging. Call it when all current writers of labels began during the change, so that their writes are
 * marked with it.
 */
export const makeStaging = (
  store: typeof ConfigurationChangeStore.Service,
  transaction: typeof Transaction.Service,
  change: ConfigurationChange,
  plan: Plan,
): Staging => {
  const { datasetId, number: during } = change
  const seen = new Set<VersionId>()
  /** Labels that were being written and may be unchanged. They are examined again, whatever their age. */
  const left = new Map<string, LabelRef>()
  const isNew = (ref: LabelRef) => !seen.has(ref.version) && !left.has(formatLabelKey(ref))

  /** Stages a portion in one call, because it is small. */
  const stage = (portion: ReadonlyArray<LabelText>): Effect.Effect<void, JobFailed> =>
    Effect.gen(function* () {
      const staged: Array<StagedLabel> = []
      for (const { ref, text } of portion) {
        const migrated = text === null ? text : (yield* runInSlices(migrateInSteps(text, plan))).text
        if (migrated === null || migrated === text) continue
        const { labelsetId, sampleId, version: from } = ref
        staged.push({
          labelsetId,
          sampleId,
          from,
          version: yield* generateId(VersionId),
          attributes: migrated,
        })
      }
      const done = staged.length === 0 ? new Set() : yield* transaction.run(store.stage(change, staged))
      if (done === null) return yield* noLonger
      const missed = new Set(staged.flatMap(({ from }) => (done.has(from) ? [] : [from])))
      for (const { ref } of portion) {
        if (missed.has(ref.version)) left.set(formatLabelKey(ref), ref)
        else {
          left.delete(formatLabelKey(ref))
          if (ref.writtenDuring === during) seen.add(ref.version)
        }
      }
    })

  /**
   * Labels that were left out. Those with a newer version are found among the recent ones, which are examined
   * afterwards.
   */
  const leftOnes = Stream.suspend(() => readTexts(store, datasetId, [...left.values()]))

  return {
    all: (done) => {
      let labels = 0
      return Stream.runForEach(labelTexts(store, datasetId), (portion) => {
        labels += portion.length
        return Effect.zipRight(stage(portion), done(labels))
      })
    },
    recent: Effect.zipRight(
      Stream.runForEach(leftOnes, stage),
      Stream.runForEach(labelTexts(store, datasetId, { during, wanted: isNew }), stage),
    ),
    rest: Effect.gen(function* () {
      if (left.size > mostAtLast.labels) return false
      yield* Stream.runForEach(leftOnes, stage)
      const portions = yield* readUnseen(store, { datasetId, during, isNew })
      if (portions === null) return false
      yield* Effect.forEach(portions, stage, { discard: true })
      return left.size === 0
    }),
  }
}

/** The labels that were not examined, read together; null if there are too many. */
const readUnseen = (
  store: typeof ConfigurationChangeStore.Service,
  request: {
    readonly datasetId: ConfigurationChange["datasetId"]
    readonly during: number
    readonly isNew: (ref: LabelRef) => boolean
  },
): Effect.Effect<ReadonlyArray<ReadonlyArray<LabelText>> | null> =>
  Effect.gen(function* () {
    const portions: Array<ReadonlyArray<LabelText>> = []
    let labels = 0
    let bytes = 0
    const takeLabel = (ref: LabelRef) => {
      if (!request.isNew(ref)) return false
      labels += 1
      bytes += ref.bytes ?? 0
      // Reads no more than will be used.
      return labels <= mostAtLast.labels && bytes <= mostAtLast.bytes
    }
    yield* Stream.runForEach(
      labelTexts(store, request.datasetId, { during: request.during, wanted: takeLabel }),
      (portion) => Effect.sync(() => portions.push(portion)),
    )
    return labels <= mostAtLast.labels && bytes <= mostAtLast.bytes ? portions : null
  })

const formatLabelKey = ({ labelsetId, sampleId }: LabelRef): string => `${labelsetId} ${sampleId}`

const noLonger = Effect.fail(
  new JobFailed({ reason: "The change came to nothing, or the dataset was deleted meanwhile.", final: true }),
)
