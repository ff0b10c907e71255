import { Array as Arr, Effect, Option } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { UserStore } from "../access/UserStore.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import { traced } from "../kernel/traced.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { Placement } from "../placement/Placement.ts"
import { PredictionStore } from "../placement/PredictionStore.ts"
import type { PrelabelRequest, QueueFacts } from "../placement/queueKey.ts"
import { decideRequest, type ModelVersionReference, type UnrequestedReason } from "../queue/decideRequest.ts"
import { prelabelingIsOff } from "../queue/prelabelingIsOff.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import type { BulkTarget } from "./bulkChange.ts"
import { makeBulkRuns } from "./makeBulkRuns.ts"
import { SampleLists } from "./SampleLists.ts"

/** The options of a request for labels of models. */
export interface PredictionRequestOptions {
  /** Leaves out samples whose newest answer of a model is of this version. `model`: its username in any case. */
  readonly unlessVersion?: { readonly model: string; readonly version: string } | undefined
  /** Changes nothing, and returns what a call without it would do now. */
  readonly dryRun?: boolean | undefined
}

/** The result of a request for labels of models. */
export interface PredictionRequestResult {
  /** The number of samples that wait for models because of this call. */
  readonly requested: number
  /** The first ten of them, by id. */
  readonly examples: ReadonlyArray<SampleId>
  /** The number of samples for which no label is requested, by reason. */
  readonly leftOut: { readonly [Reason in UnrequestedReason]: number }
  /** The cursor of the call that continues; null when there are no more samples. */
  readonly next: string | null
}

/** A sample with the decision about it. */
interface Decided {
  readonly facts: QueueFacts
  readonly decision: PrelabelRequest | UnrequestedReason
}

const shownExamples = 10

/**
 * Requests labels of models for samples that no person has touched: a first label, or another one in place of that of a model. Up to 10 000
 * samples in a call.
 */
export class PredictionRequests extends Effect.Service<PredictionRequests>()(
  "@annotary/core/PredictionRequests",
  {
    effect: Effect.gen(function* () {
      const access = yield* Access
      const users = yield* UserStore
      const knownUsers = yield* KnownUsers
      const labelsets = yield* LabelsetFinder
      const reader = yield* SampleReader
      const claims = yield* ClaimStore
      const predictions = yield* PredictionStore
      const placement = yield* Placement
      const runs = yield* makeBulkRuns

      /**
       * Requests labels of models for samples by filter or by id. Each sample is decided in the transaction that requests its label, in the
       * order of ids. An interrupted call can be repeated: samples that wait already are left out.
       */
      const request = traced("PredictionRequests.request")(function* (
        ref: DatasetRef,
        target: BulkTarget,
        { dryRun = false, unlessVersion }: PredictionRequestOptions = {},
      ) {
        const permitted = yield* access.requireWritable(ref, "prioritise")
        if (!permitted.dataset.settings.enablePrelabeling) return yield* prelabelingIsOff
        const unless = unlessVersion === undefined ? null : yield* findVersion(unlessVersion)
        const { ids, next } = yield* runs.findIds(permitted, target)
        const { id: dataset } = permitted.dataset
        const batches = yield* runs.runInBatches(ids, (some) => decideSome(dataset, some, unless, dryRun))
        const decided = batches.flatMap((batch) => batch.decided)
        const requested = decided.filter(isRequested)
        return {
          requested: requested.length,
          examples: requested.slice(0, shownExamples).map(({ facts }) => facts.sampleId),
          leftOut: countReasons(decided),
          next,
        } satisfies PredictionRequestResult
      })

      /** Decides about some samples, and places those that models may label. The dataset is read after the lock, because it may change while this waits. */
      const decideSome = Effect.fnUntraced(function* (
        dataset: DatasetId,
        ids: ReadonlyArray<SampleId>,
        unless: ModelVersionReference | null,
        dryRun: boolean,
      ) {
        if (!dryRun) yield* placement.lock(dataset, ids)
        const { dataset: current } = yield* access.requireWritable({ _tag: "Id", id: dataset }, "prioritise")
        if (!current.settings.enablePrelabeling) return yield* prelabelingIsOff
        const decided = yield* decideAll(dataset, ids, unless)
        if (!dryRun)
          yield* placement.place(
            dataset,
            decided.flatMap(({ decision, facts }) =>
              isRequest(decision) ? [{ ...facts, prelabel: decision }] : [],
            ),
            "made",
          )
        return { read: ids.length, decided }
      })

      const decideAll = Effect.fnUntraced(function* (
        dataset: DatasetId,
        ids: ReadonlyArray<SampleId>,
        unless: ModelVersionReference | null,
      ) {
        const labelset = yield* labelsets.getGroundTruth(dataset)
        const facts = new Map(
          (yield* claims.facts(dataset, ids)).map((each) => [each.sampleId, each] as const),
        )
        const here = [...facts.keys()]
        const labels = yield* reader.findLabels(labelset.id, here, false)
        const answers = Arr.groupBy(yield* predictions.ofSamples(dataset, here), ({ sampleId }) => sampleId)
        return ids.flatMap((id): ReadonlyArray<Decided> => {
          const of = facts.get(id)
          if (of === undefined) return []
          const decision = decideRequest(of, labels.get(id) ?? null, answers[id] ?? [], unless)
          return [{ facts: of, decision }]
        })
      })

      const findVersion = Effect.fnUntraced(function* ({
        model: name,
        version,
      }: {
        readonly model: string
        readonly version: string
      }) {
        const model = (yield* knownUsers.findAmong([name])).get(nameKey(name))
        if (model === undefined || Option.isNone(yield* users.modelVersion(model, version)))
          return yield* InvalidInput.at("/unlessVersion", "must be a version of a model")
        return { model, version } satisfies ModelVersionReference
      })

      return { request }
    }),
  },
) {
  static readonly dependencies = [
    Access,
    KnownUsers,
    LabelsetFinder,
    Placement,
    SampleLists,
    SampleReader,
  ] as const
}

const isRequest = (decision: Decided["decision"]): decision is PrelabelRequest =>
  decision === "first" || decision === "again"

const isRequested = ({ decision }: Decided): boolean => isRequest(decision)

const countReasons = (decided: ReadonlyArray<Decided>): PredictionRequestResult["leftOut"] => {
  const count = (reason: UnrequestedReason) => decided.filter(({ decision }) => decision === reason).length
  return {
    touched_by_person: count("touched_by_person"),
    already_requested: count("already_requested"),
    several_people: count("several_people"),
    same_version: count("same_version"),
  }
}
