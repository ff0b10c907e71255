import { Clock, Effect } from "effect"
import type { Permitted } from "../../access/Access.ts"
import type { Claim } from "../../domain/Claim.ts"
import type { DatasetId, SampleId } from "../../domain/Ids.ts"
import { toJsonText } from "../../domain/JsonText.ts"
import { isFinishedOverlapLabel, type Overlap } from "../../domain/Overlap.ts"
import type { Sample } from "../../domain/Sample.ts"
import { type Change, Events } from "../../events/Events.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { isCompleteWith, isSettled, makeOverlap, setOverlapCount } from "../../placement/overlapPlaces.ts"
import { Placement } from "../../placement/Placement.ts"
import { isUnused } from "../../placement/placeLeases.ts"
import { compareOverlap } from "./compareOverlap.ts"
import { listOverlapEvents } from "./listOverlapEvents.ts"
import { type FinishedSample, makeOverlapReopenings } from "./makeOverlapReopenings.ts"
import { makeOverlapUse } from "./makeOverlapUse.ts"

/** A sample with its ground truth. */
interface Row {
  readonly sample: Pick<Sample, "datasetId" | "id" | "name">
  readonly label: FinishedSample["label"]
}

/** Samples whose labels one transaction compares, each in up to about 30 ms. */
const maxComparisons = 10

/** Sets the number of people who label samples. The caller checks permissions, has locked the samples' rows, and runs a transaction. */
export const makeOverlapCounts = Effect.gen(function* () {
  const store = yield* OverlapStore
  const placement = yield* Placement
  const overlapUse = yield* makeOverlapUse
  const { reopen } = yield* makeOverlapReopenings
  const events = yield* Events

  /**
   * Sets the number for samples that nobody has begun, or to which labels are missing. Returns the samples whose overlap is another
   * one now, and those that can no longer change. `reopens`: finished samples whose number is raised get the missing labels. `openClaims`: the claims of the lock. Those of models end, because models label no
   * sample that several people label.
   */
  const setCounts = Effect.fnUntraced(function* (
    permitted: Permitted,
    rows: ReadonlyArray<Row>,
    count: number,
    openClaims: ReadonlyMap<SampleId, Claim>,
    reopens = false,
  ) {
    const { id: dataset } = permitted.dataset
    const ids = rows.map(({ sample }) => sample.id)
    const { now: at, overlaps } = yield* store.lock(dataset, ids, "wait")
    const next: Array<Overlap> = []
    const reported: Array<Change> = []
    const removed: Array<SampleId> = []
    const closed: Array<SampleId> = []
    for (const { label, sample } of rows) {
      const before = overlaps.get(sample.id)
      if (before === undefined && count === 1) continue
      const isBegun =
        hasClaimOfPerson(openClaims, sample.id) || (label !== null && label.status !== "PRELABELED")
      if (before === undefined ? isBegun : before.state !== "labeling") {
        const isClaimed = hasClaimOfPerson(openClaims, sample.id)
        const reopened =
          reopens && !isClaimed && before?.state !== "gold"
            ? yield* reopen({ sample, label, overlap: before ?? null }, count, at)
            : null
        if (reopened === null) closed.push(sample.id)
        else next.push(reopened)
        continue
      }
      const after = setOverlapCount(before ?? makeOverlap(sample, count), count, at)
      if (isUntouched(after, at)) removed.push(sample.id)
      else if (after.overlap !== before?.overlap || after.state !== before.state) {
        const isComplete = after.state === "adjudicating"
        const agreement = isComplete ? yield* compare(permitted, after) : null
        next.push(agreement === null ? after : { ...after, agreement: toJsonText(agreement) })
        if (isComplete)
          reported.push(
            ...listOverlapEvents(
              permitted.dataset.settings,
              {
                ...{ sample, state: "adjudicating", labels: after.labelers.length },
                agreement: agreement?.agreement ?? null,
              },
              !isSettled(after, label?.status ?? null),
            ),
          )
      }
    }
    const changed = [...removed, ...next.map(({ sampleId }) => sampleId)]
    if (changed.length === 0) return { changed, closed }
    if (!permitted.dataset.settings.usesOverlap) yield* overlapUse.note(permitted)
    const ofModels = changed.filter((id) => openClaims.get(id)?.queue === "prelabeling")
    if (ofModels.length > 0) yield* placement.release(dataset, ofModels)
    if (removed.length > 0) yield* placement.removeOverlaps(dataset, removed)
    yield* store.put(next)
    yield* placement.refresh(dataset, changed)
    yield* events.record(permitted, reported)
    return { changed, closed }
  })

  /** The number of the first samples of which a transaction sets the number of people: as many as it can compare the labels of. */
  const countPortion = Effect.fnUntraced(function* (
    dataset: DatasetId,
    samples: ReadonlyArray<SampleId>,
    count: number,
  ) {
    const overlaps = yield* store.findBrief(dataset, samples, false)
    const at = yield* Clock.currentTimeMillis
    let comparisons = 0
    const end = samples.findIndex((id) => {
      const overlap = overlaps.get(id)
      if (overlap?.state === "labeling" && isCompleteWith(overlap, count, at)) comparisons += 1
      return comparisons > maxComparisons
    })
    return end === -1 ? samples.length : end
  })

  /** Compares the labels, of which none is missing any more. */
  const compare = Effect.fnUntraced(function* ({ dataset }: Permitted, overlap: Overlap) {
    const labels = yield* store.listLabels(dataset.id, overlap.sampleId)
    return compareOverlap(dataset, labels.filter(isFinishedOverlapLabel))
  })

  return { countPortion, setCounts }
})

const hasClaimOfPerson = (openClaims: ReadonlyMap<SampleId, Claim>, sample: SampleId): boolean => {
  const claim = openClaims.get(sample)
  return claim !== undefined && claim.queue !== "prelabeling"
}

/** Whether one person labels the sample, and nobody has begun. */
const isUntouched = ({ labelers, overlap, places, state }: Overlap, at: number): boolean =>
  overlap === 1 &&
  state === "labeling" &&
  labelers.length === 0 &&
  places.every((place) => isUnused(place, at))
