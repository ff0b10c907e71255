import { Effect, Option } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { isEqualJson } from "../domain/equalJson.ts"
import { Conflict, InvalidInput, NotFound, VersionMismatch } from "../domain/errors.ts"
import { type GoldLabel, maxGoldSamples } from "../domain/Gold.ts"
import { generateId, type SampleId, VersionId } from "../domain/Ids.ts"
import { type IfMatch, isIfMatchMet } from "../domain/ifMatch.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import { type Overlap, type OverlapPlace, toOverlapClaim } from "../domain/Overlap.ts"
import { now } from "../domain/Timestamp.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import { type LabelInput, labelViolations, readLabel, settleInput } from "../labels/labelInput.ts"
import { makeLabelChecks } from "../labels/makeLabelChecks.ts"
import { GoldStore } from "../placement/GoldStore.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { makeOverlap } from "../placement/overlapPlaces.ts"
import { Placement } from "../placement/Placement.ts"
import { isUnused } from "../placement/placeLeases.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults, type Foreseen } from "../warnings/CheckResults.ts"
import { drawGold } from "./gold/drawGold.ts"
import { type LabeledGoldAnswer, makeGoldLists, maxShownAnswers } from "./gold/makeGoldLists.ts"
import { makeOverlapUse } from "./overlap/makeOverlapUse.ts"

/** The known label: a JSON object, as text or plain. */
export interface GoldInput {
  readonly attributes: NonNullable<LabelInput["attributes"]>
}

/** A gold sample as managers see it. */
export interface GoldSample {
  readonly label: GoldLabel
  /** The latest 100, in the order of time. */
  readonly answers: ReadonlyArray<LabeledGoldAnswer>
}

/** Gold samples: samples with a known label, by which the people who label are measured. Managers alone see them. */
export class GoldSamples extends Effect.Service<GoldSamples>()("@annotary/core/GoldSamples", {
  effect: Effect.gen(function* () {
    const store = yield* GoldStore
    const overlaps = yield* OverlapStore
    const labels = yield* LabelStore
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const placement = yield* Placement
    const checks = yield* makeLabelChecks
    const checkResults = yield* CheckResults
    const overlapUse = yield* makeOverlapUse
    const assets = yield* namedAssets
    const quota = yield* QuotaCounter
    const transaction = yield* Transaction
    const { lists, readAnswers } = yield* makeGoldLists

    const show = (label: GoldLabel): Effect.Effect<GoldSample> =>
      Effect.map(readAnswers(label.datasetId, label.sampleId, true, null, maxShownAnswers), (answers) => ({
        label,
        answers: answers.toReversed(),
      }))

    /** Returns the known label of a gold sample with the answers of people, and their labels. */
    const get = traced("GoldSamples.get")(function* (id: SampleId) {
      const { dataset } = yield* access.require({ _tag: "Sample", id }, "view_work")
      const label = Option.getOrNull(yield* store.find(dataset.id, id))
      if (label === null) return yield* isNotGold
      return yield* show(label)
    })

    /**
     * Makes an unlabeled sample, which nobody has begun or claimed, a gold sample, or replaces the known label of one. The label is checked as
     * one that is submitted. Answers to the label before are outdated. An equal label changes nothing but the version of the configuration
     * that it was checked under. `ifMatch`: the expected version; `null` expects no known label.
     */
    const set = traced("GoldSamples.set")(function* (
      id: SampleId,
      sent: GoldInput,
      ifMatch?: IfMatch | null,
    ) {
      const { input, violations } = readLabel({ attributes: sent.attributes }, yield* ValidatedJson)
      const errors = [...violations, ...labelViolations(input)]
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      const { attributes } = input
      if (attributes == null) return yield* InvalidInput.at("/attributes", "must be an object")
      return yield* checkResults.foreseeing((foreseen) =>
        retryChanged(transaction.run(writeKnown(id, attributes, foreseen, ifMatch))),
      )
    })

    const writeKnown = Effect.fnUntraced(function* (
      id: SampleId,
      sent: JsonText,
      foreseen: Foreseen | null,
      ifMatch: IfMatch | null | undefined,
    ) {
      const permitted = yield* access.requireWritable({ _tag: "Sample", id }, "prioritise")
      const { dataset } = permitted
      const openClaims = yield* placement.lock(dataset.id, [id])
      const locked = yield* overlaps.lock(dataset.id, [id], "wait")
      const overlap = locked.overlaps.get(id)
      const labelset = yield* labelsets.getGroundTruth(dataset.id)
      const { sample } = yield* samples.getForWrite(id, labelset.id)
      const stored = Option.getOrNull(yield* store.find(dataset.id, id))
      yield* checkIfMatch(stored, ifMatch)
      if (stored === null) {
        const versions = yield* labels.history(id, labelset.id, { before: null, limit: 1 })
        const isBegun = openClaims.has(id) || versions.length > 0
        if (isBegun || !(yield* isUntouched(overlap, locked.now))) return yield* isClosed
        if ((yield* store.count(dataset.id)) >= maxGoldSamples) return yield* isFull
      }
      const settled = settleInput({ attributes: sent }, null, dataset.taskType)
      const attributes = settled.input.attributes ?? sent
      const place = { dataset, labelset: labelset.id, sample: id }
      yield* checks.checkWrite(place, attributes, true, foreseen, stored?.attributes ?? null)
      const references = assets.keepIn(dataset.id, [attributes])
      const bytes = references === null ? 0 : yield* references
      if (stored === null) yield* makeGold(permitted, overlap ?? makeOverlap(sample, 1))
      const { configVersion } = dataset
      const label: GoldLabel =
        stored !== null && isEqualJson(stored.attributes, attributes)
          ? { ...stored, configVersion }
          : {
              ...{ datasetId: dataset.id, sampleId: id, attributes, configVersion },
              version: yield* generateId(VersionId),
              createdAt: yield* now,
              createdBy: permitted.actor,
              draw: stored?.draw ?? (yield* drawGold),
            }
      yield* store.put(label)
      if (bytes > 0) yield* quota.take(permitted, { bytes })
      return yield* show(label)
    })

    /** Whether nobody has begun to label the sample. */
    const isUntouched = (overlap: Overlap | undefined, at: number) =>
      overlap === undefined
        ? Effect.succeed(true)
        : overlap.state !== "labeling" || overlap.places.some((one) => !isUnused(one, at))
          ? Effect.succeed(false)
          : Effect.map(
              overlaps.listLabels(overlap.datasetId, overlap.sampleId),
              (given) => given.length === 0,
            )

    /** Takes the sample out of the queue. Its places are made when people get it. */
    const makeGold = Effect.fnUntraced(function* (permitted: Permitted, overlap: Overlap) {
      if (!permitted.dataset.settings.usesOverlap) yield* overlapUse.note(permitted)
      yield* overlaps.noteEnds(
        overlap.places.flatMap((one) => toEndedClaim(overlap, one)),
        "expired",
      )
      yield* overlaps.put([{ ...overlap, overlap: 1, state: "gold", places: [] }])
      yield* placement.refresh(overlap.datasetId, [overlap.sampleId])
    })

    /**
     * Returns a gold sample to the labeling queue, with the overlap of the dataset. Its known label and the labels of people are deleted, and
     * open claims on it end; the results stay in the figures of people.
     */
    const remove = traced("GoldSamples.remove")(function* (id: SampleId, ifMatch?: IfMatch) {
      yield* retryChanged(
        transaction.run(
          Effect.gen(function* () {
            const permitted = yield* access.requireWritable({ _tag: "Sample", id }, "prioritise")
            const { id: datasetId, settings } = permitted.dataset
            yield* placement.lock(datasetId, [id])
            const stored = Option.getOrNull(yield* store.find(datasetId, id))
            if (stored === null) return yield* isNotGold
            yield* checkIfMatch(stored, ifMatch)
            yield* placement.removeOverlaps(datasetId, [id])
            if (settings.overlap > 1) yield* overlaps.put([makeOverlap({ datasetId, id }, settings.overlap)])
            yield* placement.refresh(datasetId, [id])
          }),
        ),
      )
    })

    return { get, set, remove, ...lists }
  }),
}) {
  static readonly dependencies = [
    Access,
    CheckResults,
    DatasetRecords,
    LabelsetFinder,
    Placement,
    QuotaCounter,
    SampleReader,
  ] as const
}

const isClosed = new Conflict({ code: "gold_closed" })
const isFull = new Conflict({ code: "too_many_gold_samples" })
const isNotGold = new NotFound({ resource: "gold sample" })

const checkIfMatch = (
  label: GoldLabel | null,
  ifMatch: IfMatch | null | undefined,
): Effect.Effect<void, VersionMismatch> => {
  const isMet = ifMatch === null ? label === null : isIfMatchMet(ifMatch, label?.version)
  return isMet ? Effect.void : Effect.fail(new VersionMismatch())
}

const toEndedClaim = (overlap: Overlap, place: OverlapPlace) =>
  place.lease === null ? [] : [toOverlapClaim(overlap, place, place.lease)]
