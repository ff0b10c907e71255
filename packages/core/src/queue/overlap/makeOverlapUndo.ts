import { Effect } from "effect"
import type { Permitted } from "../../access/Access.ts"
import { LabelsetFinder } from "../../access/LabelsetFinder.ts"
import { Conflict } from "../../domain/errors.ts"
import type { VersionId } from "../../domain/Ids.ts"
import type { Labelset } from "../../domain/Labelset.ts"
import { findWaitingState } from "../../domain/labelStates.ts"
import { type Overlap, type OverlapLabel, toOverlapClaim } from "../../domain/Overlap.ts"
import { allows } from "../../domain/permissions.ts"
import type { Workunit } from "../../domain/Workunit.ts"
import { EngineSettings } from "../../kernel/EngineSettings.ts"
import { LabelStore } from "../../labels/LabelStore.ts"
import { toLabel } from "../../labels/toLabel.ts"
import { ClaimStore, type SampleClaimRequest } from "../../placement/ClaimStore.ts"
import { hasDecisionLease } from "../../placement/makePersonalOverlaps.ts"
import { makeUndoneWorkunit } from "../../placement/makeWorkunit.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { isSettled, takeBackLabel, toOverlapKey, updatePlaces } from "../../placement/overlapPlaces.ts"
import { Placement } from "../../placement/Placement.ts"
import { pickStart } from "../../placement/pickStart.ts"
import { hasLease, makeLease, splitEndedClaims } from "../../placement/placeLeases.ts"
import { toQueueFacts } from "../../placement/queueKey.ts"
import { WorkunitStore } from "../../placement/WorkunitStore.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { notUndoable, type UndoNote, type UndoneWork } from "../undoNote.ts"
import { makeOverlapClaims } from "./makeOverlapClaims.ts"

/** The most versions of a ground truth that are read. A minute has fewer. */
const maxVersions = 100

/** The label of one person of several, which that person takes back. */
interface UndoRequest {
  readonly permitted: Permitted
  /** The work that ended the claim. */
  readonly end: Workunit
  readonly note: UndoNote
  /** The version that the work made. */
  readonly version: VersionId
  /** The new claim. */
  readonly request: SampleClaimRequest
}

/**
 * Takes back the label of one person of several, while nobody has claimed or made the decision: what the person saved before is their label
 * again, and they get a place again. Runs in the caller's transaction, in the person's turn.
 */
export const makeOverlapUndo = Effect.gen(function* () {
  const store = yield* OverlapStore
  const claims = yield* ClaimStore
  const { listOpen } = yield* makeOverlapClaims
  const labels = yield* LabelStore
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader
  const placement = yield* Placement
  const workunits = yield* WorkunitStore
  const settings = yield* EngineSettings

  const undo = Effect.fnUntraced(function* ({ end, note, permitted, request, version }: UndoRequest) {
    const { datasetId, sampleId, user } = request
    // The rows of a sample's queue are locked before its overlap.
    yield* placement.lock(datasetId, [sampleId])
    const { now, overlaps } = yield* store.lock(datasetId, [sampleId], "wait")
    const overlap = overlaps.get(sampleId)
    if (overlap === undefined || overlap.state === "gold") return yield* notUndoable
    const decider = findDecider(overlap, now)
    if (decider !== undefined) return yield* new Conflict({ code: "sample_held", holder: decider })
    if (yield* hasAccessToOthers(permitted, overlap)) return yield* notUndoable
    const labelset = yield* labelsets.getGroundTruth(datasetId)
    const { configVersion, label: truth, sample } = yield* samples.getForWrite(sampleId, labelset.id)
    const label = yield* findLabel(request)
    if (overlap.state === "decided" || label?.version !== version || configVersion !== note.config_version)
      return yield* notUndoable
    if (yield* hasShownTruth(overlap, label, labelset)) return yield* notUndoable
    yield* store.removeLabel(label)
    const saved = yield* findLabel(request)
    const people = [sample.assignedLabeler, sample.assignedReviewer].filter((name) => name !== null)
    const key = toOverlapKey(toQueueFacts(sample, truth), yield* placement.findWorkers(datasetId, people))
    const step = saved !== undefined ? 1 : key.labeler === user ? 3 : 4
    const lease = (yield* isAtLimit(request)) ? null : makeLease(request, step, now)
    const returned = takeBackLabel(overlap, user, { isSaved: saved !== undefined, lease })
    const next = updatePlaces(returned, key, now)
    yield* store.put([next])
    yield* store.noteEnds(splitEndedClaims(overlap, next, now).expired, "expired")
    const before = saved === undefined ? pickStart(truth) : toLabel(saved, labelset.id)
    const workunit = yield* makeUndoneWorkunit(end, user, before)
    yield* workunits.insert(workunit)
    const claim = lease === null ? null : toOverlapClaim(overlap, { queue: "labeling" }, lease)
    return { permitted, claim, workunit } satisfies UndoneWork
  })

  /** Whether the person may have seen the other labels: managers when all are in, and whoever had the decision, also when its lease has expired. */
  const hasAccessToOthers = Effect.fnUntraced(function* (
    { actor, dataset, role }: Permitted,
    overlap: Overlap,
  ) {
    if (overlap.state === "adjudicating" && allows(role, "view_work", dataset)) return true
    if (hasDecisionLease(overlap, actor)) return true
    const { datasetId, sampleId } = overlap
    const ended = yield* claims.findEnded({ datasetId, sampleId, holder: actor, queue: "reviewing" })
    return ended.length > 0
  })

  /**
   * Whether a ground truth for which nobody works any more stood after the label came in, as that of a decision: everybody sees it until more
   * labels are requested.
   */
  const hasShownTruth = Effect.fnUntraced(function* (
    overlap: Overlap,
    { createdAt, sampleId }: Pick<OverlapLabel, "createdAt" | "sampleId">,
    { id }: Labelset,
  ) {
    if (overlap.state === "adjudicating" && overlap.places.length === 0) return true
    const versions = yield* labels.history(sampleId, id, { before: null, limit: maxVersions })
    const newer = versions.filter(({ at }) => at > createdAt)
    return (
      newer.length === maxVersions ||
      newer.some(({ from, to }) => isSettled(overlap, from) || (to !== null && findWaitingState(to) === null))
    )
  })

  const findLabel = ({ datasetId, sampleId, user }: SampleClaimRequest) =>
    Effect.map(store.findLabels(datasetId, [sampleId], user), (labels) => labels.get(sampleId))

  const isAtLimit = Effect.fnUntraced(function* ({ datasetId, queue, user }: SampleClaimRequest) {
    const withOverlap = yield* listOpen(datasetId, user, queue)
    return withOverlap.length + (yield* claims.countOpen(datasetId, user, queue)) >= settings.maxOpenClaims
  })

  return { undo }
})

/** The person who has the claim of the decision. */
const findDecider = ({ places }: Overlap, now: number) =>
  places.find((place) => place.queue === "reviewing" && hasLease(place, now))?.lease?.holder
