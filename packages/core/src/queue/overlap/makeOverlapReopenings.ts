import { Effect, Option } from "effect"
import type { Label } from "../../domain/Label.ts"
import type { Overlap, OverlapLabel } from "../../domain/Overlap.ts"
import type { Sample } from "../../domain/Sample.ts"
import { fromMillis } from "../../domain/Timestamp.ts"
import { LabelStore } from "../../labels/LabelStore.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { makeOverlap, requestLabels } from "../../placement/overlapPlaces.ts"
import { hasLease } from "../../placement/placeLeases.ts"

/** A sample that is finished, or to which no label is missing. */
export interface FinishedSample {
  readonly sample: Pick<Sample, "datasetId" | "id">
  readonly label: Pick<Label, "configVersion" | "labeler" | "labelsetId" | "status"> | null
  /** Null for a sample that one person labeled. */
  readonly overlap: Overlap | null
}

/** The most entries of a history among which the label of its labeler is searched. */
const searchedEntries = 100

/** Requests more labels of finished samples. Everything runs in the caller's transaction, under the locks of the samples. */
export const makeOverlapReopenings = Effect.gen(function* () {
  const store = yield* OverlapStore
  const labels = yield* LabelStore

  /**
   * The overlap to which labels are missing; null where none would be, while somebody makes the decision, and for samples that are verified or
   * skipped. The ground truth stays. What its labeler submitted, alone and before anybody reviewed it, is one of the labels.
   */
  const reopen = Effect.fnUntraced(function* (finished: FinishedSample, count: number, now: number) {
    const { label, overlap, sample } = finished
    const reviewedAt = label?.status === "REVIEWED" ? fromMillis(now) : null
    if (overlap !== null) {
      const isFinal = label?.status === "VERIFIED" || label?.status === "SKIPPED"
      const isClaimed = overlap.places.some((place) => hasLease(place, now))
      if (isFinal || isClaimed || count <= overlap.labelers.length) return null
      return requestLabels(overlap, count, reviewedAt)
    }
    if (count < 2 || label === null || (label.status !== "LABELED" && label.status !== "REVIEWED"))
      return null
    const submitted = yield* findSubmitted(sample, label)
    if (submitted !== null) yield* store.addLabel(submitted)
    const labelers = submitted === null ? [] : [submitted.labeler]
    return requestLabels({ ...makeOverlap(sample, count), labelers }, count, reviewedAt)
  })

  /** The last label that the labeler of the ground truth submitted; null for one that came otherwise, as by an import. */
  const findSubmitted = Effect.fnUntraced(function* (
    { datasetId, id: sampleId }: FinishedSample["sample"],
    { configVersion, labeler, labelsetId }: NonNullable<FinishedSample["label"]>,
  ) {
    if (labeler === null) return null
    const entries = yield* labels.history(sampleId, labelsetId, { before: null, limit: searchedEntries })
    const entry = entries.find(({ action, by }) => action === "submit" && by === labeler)
    const version = entry && Option.getOrNull(yield* labels.version(sampleId, labelsetId, entry.version))
    if (version == null) return null
    const { at, attributes, rating, score } = version
    return {
      datasetId,
      sampleId,
      labeler,
      version: version.version,
      status: "LABELED",
      ...{ attributes, score, rating, configVersion },
      comment: null,
      // Its workunits have them, among those of other people and of reviews.
      time: null,
      inactiveTime: null,
      createdAt: at,
    } satisfies OverlapLabel
  })

  return { reopen }
})
