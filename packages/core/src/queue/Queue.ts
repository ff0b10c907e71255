import { Effect, Metric, Option } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { requirePerson } from "../access/actors.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import type { Claim, QueueName } from "../domain/Claim.ts"
import { formatFullName } from "../domain/Dataset.ts"
import { defaultLeaseSeconds } from "../domain/defaultLease.ts"
import { Conflict, InvalidInput, NotFound, PermissionDenied, type Violation } from "../domain/errors.ts"
import { ClaimId, type DatasetId, generateIds, type SampleId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { LongBodies } from "../domain/LongText.ts"
import { allows } from "../domain/permissions.ts"
import type { Sample } from "../domain/Sample.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { collectReady, concatReady, makeReadyStream, mapReady } from "../kernel/readyStream.ts"
import { traced } from "../kernel/traced.ts"
import { LabelWriter, labelContext } from "../labels/LabelWriter.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { Placement } from "../placement/Placement.ts"
import { pickStart } from "../placement/pickStart.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { claimIsOver, hasExpired, makeClaimAccess, makeHeldByError } from "./makeClaimAccess.ts"
import { makePausedClaims } from "./makePausedClaims.ts"
import { makeSampleClaims } from "./makeSampleClaims.ts"
import { makeUndo } from "./makeUndo.ts"
import { makeOverlapClaims } from "./overlap/makeOverlapClaims.ts"
import { makeOverlapLeases } from "./overlap/makeOverlapLeases.ts"
import { prelabelingIsOff } from "./prelabelingIsOff.ts"
import { QueueViews } from "./QueueViews.ts"
import { Work } from "./Work.ts"

/** The options of a claim. */
export interface ClaimOptions {
  /** 1–1000. Defaults to 1. */
  readonly count?: number | undefined
  /** 30–86400. Defaults to 900. */
  readonly leaseSeconds?: number | undefined
}

/** A claim with its sample and label. Encode it with `claimJson`, `sampleJson` and `labelJson`. */
export interface ClaimedSample {
  readonly claim: Claim
  readonly sample: Sample
  /** The current ground truth. */
  readonly label: Label | null
  /** `owner/name` */
  readonly dataset: string
  readonly context: LabelContext
  /** Bodies that remain in storage, when the caller accepts them. */
  readonly long?: LongBodies | undefined
}

/** The maximum number of claims in a list. */
const maxListed = 10_000

/** The queues: claim the next samples, work on them, and give them back. */
export class Queue extends Effect.Service<Queue>()("@annotary/core/Queue", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const claimAccess = yield* makeClaimAccess
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const transaction = yield* Transaction
    const settings = yield* EngineSettings
    const { explain, stats, throughput, view } = yield* QueueViews
    const { perform } = yield* Work
    const sampleClaims = yield* makeSampleClaims
    const overlapClaims = yield* makeOverlapClaims
    const overlapLeases = yield* makeOverlapLeases
    const undoing = yield* makeUndo
    const pausedClaims = yield* makePausedClaims

    /**
     * Leases the next samples of a queue to the caller: their own open claims first, renewed, then new ones in the order of
     * the queue, up to the limit of open claims. Returns an empty stream when nothing waits. A caller who is paused gets their own
     * open claims alone, and without one the error `person_paused`.
     */
    const claim = traced("Queue.claim")(function* (
      ref: DatasetRef,
      queue: QueueName,
      request: ClaimOptions = {},
    ) {
      const permitted = yield* access.requireWritable(ref, toOperation(queue))
      if (isClosed(permitted, queue)) return yield* prelabelingIsOff
      const { count = 1, leaseSeconds = defaultLeaseSeconds } = request
      yield* checkBounds({ count, leaseSeconds })
      // Open claims come first and count: at the limit there are no new ones.
      const claimCount = Math.min(count, settings.maxOpenClaims)
      const claimRequest = {
        datasetId: permitted.dataset.id,
        user: permitted.actor,
        queue,
        count: claimCount,
        leaseSeconds,
        ids: yield* generateIds(ClaimId, claimCount),
        goldRate: permitted.dataset.settings.goldRate,
      }
      if (permitted.pauseReason !== null)
        return yield* readContents(permitted, yield* pausedClaims.renew(permitted, queue, claimRequest), true)
      const withOverlap = hasOverlap(permitted, queue)
      const { claims: next, isUnstarted } = withOverlap
        ? yield* overlapLeases.claimNext(claimRequest)
        : { claims: yield* claims.claim(claimRequest), isUnstarted: false }
      const claimInTurn = withOverlap ? overlapLeases.renewOpen(claimRequest) : claims.claim(claimRequest)
      // People do not wait for models, which may have the last samples, also after the setting was switched off.
      const openClaims =
        next.length === 0 && queue === "labeling"
          ? yield* sampleClaims.claimFromModels(permitted, claimRequest, claimInTurn)
          : next
      yield* countClaims(queue, openClaims.length)
      return yield* readContents(permitted, openClaims, true, isUnstarted)
    })

    /**
     * Leases one named sample to the caller, if the queue could give it to them, wherever it stands in the order: their own
     * open claim of it, renewed, or a new one. Fails with the reason otherwise.
     */
    const claimSample = traced("Queue.claimSample")(function* (
      ref: DatasetRef,
      queue: QueueName,
      sample: SampleId,
      { leaseSeconds = defaultLeaseSeconds }: Pick<ClaimOptions, "leaseSeconds"> = {},
    ) {
      const permitted = yield* access.requireWritable(ref, toOperation(queue))
      if (isClosed(permitted, queue)) return yield* prelabelingIsOff
      yield* checkBounds({ leaseSeconds })
      const openClaims = yield* permitted.pauseReason !== null
        ? pausedClaims.renew(permitted, queue, { count: 1, leaseSeconds, sample })
        : Effect.map(
            hasOverlap(permitted, queue)
              ? overlapLeases.claimNamed(permitted, queue, sample, leaseSeconds)
              : sampleClaims.lease(permitted, queue, sample, leaseSeconds),
            (claim) => [claim],
          )
      yield* countClaims(queue, 1)
      const [row] = yield* collectReady(yield* readContents(permitted, openClaims, true))
      return row === undefined ? yield* new NotFound({ resource: "sample" }) : row
    })

    /** The samples and labels of the claims, read as the stream is read. Deleted samples are left out. `isUnstarted`: all have overlap, and the caller has saved nothing of them. */
    const readContents = Effect.fnUntraced(function* (
      permitted: Permitted,
      found: ReadonlyArray<Claim>,
      full: boolean,
      isUnstarted = false,
    ) {
      const { dataset } = permitted
      const labelset = yield* labelsets.getGroundTruth(dataset.id)
      const context = labelContext(permitted, labelset)
      const bySample = new Map(found.map((each) => [each.sampleId, each]))
      const rows = yield* samples.stream([...bySample.keys()], { labelset: labelset.id, full })
      const drafts = isUnstarted
        ? new Map(found.map(({ sampleId }) => [sampleId, null]))
        : dataset.settings.usesOverlap
          ? yield* overlapClaims.findDrafts(permitted, labelset.id, found)
          : undefined
      return mapReady(rows, ({ sample, label, long }): ClaimedSample | undefined => {
        const claim = bySample.get(sample.id)
        if (claim === undefined) return undefined
        const truth = label ?? null
        const own = chooseLabel(truth, drafts?.get(sample.id))
        const bodies = own === truth ? long : long && { ...long, label: undefined }
        return { claim, sample, dataset: formatFullName(dataset), context, label: own, long: bodies }
      })
    })

    /** Returns an open claim with its sample and label: the caller's own, or any for managers. */
    const get = traced("Queue.get")(function* (id: ClaimId) {
      const openClaim = yield* findClaim(id)
      if (Option.isNone(openClaim)) return yield* claimIsOver(yield* claimAccess.ended(id))
      const permitted = yield* claimAccess.find(openClaim.value.datasetId)
      if (
        openClaim.value.holder !== permitted.actor &&
        !allows(permitted.role, "view_work", permitted.dataset)
      )
        return yield* new PermissionDenied()
      const [row] = yield* collectReady(yield* readContents(permitted, [openClaim.value], true))
      return row === undefined ? yield* new NotFound({ resource: "claim" }) : row
    })

    /** The open claim: on a sample, or on a place of a sample that several people label. */
    const findClaim = Effect.fnUntraced(function* (id: ClaimId) {
      const openClaim = yield* claims.find(id)
      if (Option.isSome(openClaim)) return openClaim
      const { claim, isOpen } = yield* overlapClaims.find(id)
      if (Option.isNone(claim) || isOpen) return claim
      yield* claimAccess.find(claim.value.datasetId)
      return yield* hasExpired
    })

    /** Extends the lease of a claim, counted from now. */
    const renew = traced("Queue.renew")(function* (id: ClaimId, leaseSeconds: number = defaultLeaseSeconds) {
      yield* checkBounds({ leaseSeconds })
      const openClaim = yield* findClaim(id)
      if (Option.isNone(openClaim)) return yield* claimIsOver(yield* claimAccess.ended(id))
      const permitted = yield* claimAccess.find(openClaim.value.datasetId)
      if (openClaim.value.holder !== permitted.actor)
        return yield* makeHeldByError(openClaim.value, permitted)
      if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
      if (!allows(permitted.role, toOperation(openClaim.value.queue), permitted.dataset))
        return yield* new PermissionDenied()
      if (isClosed(permitted, openClaim.value.queue)) return yield* prelabelingIsOff
      const renewed = yield* claims.renew(openClaim.value, leaseSeconds)
      const extended = Option.isSome(renewed)
        ? renewed
        : yield* overlapClaims.renew(openClaim.value, leaseSeconds)
      return yield* Option.match(extended, {
        onNone: () => hasExpired,
        onSome: (claimed: Claim) => Effect.succeed(claimed),
      })
    })

    /**
     * Takes back the caller's own submission or acceptance that ended the claim, within a minute, while nobody has claimed the sample or
     * changed the label or the configuration since. Work with a comment, which opened an issue, stays, as does all work of datasets with gold samples. The label returns to the version before; the caller gets a new claim, or null at the limit of open claims.
     */
    const undo = traced("Queue.undo")(function* (
      id: ClaimId,
      { leaseSeconds = defaultLeaseSeconds }: Pick<ClaimOptions, "leaseSeconds"> = {},
    ) {
      yield* checkBounds({ leaseSeconds })
      const { claim, permitted, workunit } = yield* undoing.undo(id, leaseSeconds)
      if (claim === null) return { claimed: null, workunit }
      const [row] = yield* collectReady(yield* readContents(permitted, [claim], true))
      return { claimed: row ?? null, workunit }
    })

    /** Releases a claim without work: the caller's own, or any for managers. A claim that has ended is no error. */
    const giveBack = traced("Queue.giveBack")(function* (id: ClaimId) {
      yield* transaction.run(
        Effect.gen(function* () {
          const openClaim = yield* claims.findForUpdate(id)
          const locked = Option.isSome(openClaim) ? null : yield* overlapClaims.lockClaim(id)
          const claim = locked === null ? Option.getOrNull(openClaim) : locked.claim
          if (claim === null) return yield* Effect.asVoid(claimAccess.ended(id))
          const { actor, role, dataset } = yield* claimAccess.find(claim.datasetId)
          if (claim.holder !== actor && !allows(role, "view_work", dataset))
            return yield* new PermissionDenied()
          if (locked === null) yield* claims.release(dataset.id, [claim.sampleId], "released")
          else yield* overlapClaims.release(locked)
        }),
      )
    })

    /** Lists the caller's open claims with short labels, by dataset, oldest first. Counts against no quota of requests. */
    const listMine = traced("Queue.mine")(function* () {
      const person = yield* requirePerson
      const openClaims = yield* overlapClaims.listAll(person.username)
      const streams = yield* Effect.forEach(groupByDataset(openClaims), ([id, own]) =>
        access.findUncounted({ _tag: "Id", id }).pipe(
          Effect.flatMap((permitted) => readContents(permitted, own, false)),
          Effect.catchTag("NotFound", () => Effect.succeed(makeReadyStream<ClaimedSample>([]))),
        ),
      )
      return concatReady(streams)
    })

    /** Lists the open claims in a dataset with short labels, oldest first: all for managers, for others their own. */
    const listOfDataset = traced("Queue.ofDataset")(function* (ref: DatasetRef) {
      const permitted = yield* access.require(ref, "label")
      const all = allows(permitted.role, "view_work", permitted.dataset)
      const openClaims = all
        ? yield* listInDataset(permitted)
        : (yield* listOfUser(permitted)).filter(({ datasetId }) => datasetId === permitted.dataset.id)
      return yield* readContents(permitted, openClaims, false)
    })

    /** The caller's open claims, oldest first. */
    const listOfUser = ({ actor, dataset }: Permitted) =>
      dataset.settings.usesOverlap ? overlapClaims.listAll(actor) : claims.ofUser(actor)

    /** The oldest open claims in a dataset. */
    const listInDataset = Effect.fnUntraced(function* ({ dataset: { id, settings } }: Permitted) {
      const others = settings.usesOverlap ? yield* overlapClaims.list({ dataset: id, limit: maxListed }) : []
      return mergeByAge(yield* claims.ofDataset(id, maxListed), others).slice(0, maxListed)
    })

    return {
      claim,
      claimSample,
      get,
      renew,
      undo,
      giveBack,
      mine: listMine,
      ofDataset: listOfDataset,
      /** Performs work on a claim: `save` renews the claim; `submit`, `skip`, `accept` and `reject` end it. */
      perform,
      /** Shows what waits for a person in each step of a queue. */
      view,
      /** Explains which sample a person would get next and why, or why none. */
      explain,
      /** Returns the work of people in a time span, by default the last seven days. */
      stats,
      /** Returns the finished work of each day: everybody's for managers, one's own for others. */
      throughput,
    }
  }),
}) {
  static readonly dependencies = [
    Access,
    CheckResults,
    LabelWriter,
    LabelsetFinder,
    Placement,
    QueueViews,
    SampleReader,
    Work,
  ] as const
}

/** The label that the holder of a claim sees. `draft`: theirs of a sample with overlap, null where they have saved none. */
const chooseLabel = (truth: Label | null, draft: Label | null | undefined): Label | null =>
  draft === undefined ? truth : (draft ?? pickStart(truth))

const toOperation = (queue: QueueName) => operations[queue]
const operations = { prelabeling: "prelabel", labeling: "label", reviewing: "review" } as const

/** Models wait while the dataset has their labels off. */
const isClosed = ({ dataset }: Permitted, queue: QueueName): boolean =>
  queue === "prelabeling" && !dataset.settings.enablePrelabeling

/** Models label no samples that several people label. */
const hasOverlap = ({ dataset }: Permitted, queue: QueueName): boolean =>
  dataset.settings.usesOverlap && queue !== "prelabeling"

const limits = { count: [1, 1000], leaseSeconds: [30, 86_400] } as const
const pointers = { count: "/count", leaseSeconds: "/leaseSeconds" } as const

/** Validates whole numbers within their ranges. */
const checkBounds = (given: {
  readonly count?: number
  readonly leaseSeconds: number
}): Effect.Effect<void, InvalidInput> => {
  const errors = (["count", "leaseSeconds"] as const).flatMap((key): ReadonlyArray<Violation> => {
    const value = given[key]
    const [least, most] = limits[key]
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return []
    return [{ pointer: pointers[key], message: `must be a whole number from ${least} to ${most}` }]
  })
  return errors.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ errors }))
}

/** Merges two lists that are sorted by age. */
const mergeByAge = (
  withoutOverlap: ReadonlyArray<Claim>,
  withOverlap: ReadonlyArray<Claim>,
): ReadonlyArray<Claim> =>
  withOverlap.length === 0
    ? withoutOverlap
    : [...withoutOverlap, ...withOverlap].toSorted((a, b) =>
        a.claimedAt < b.claimedAt ? -1 : a.claimedAt > b.claimedAt ? 1 : 0,
      )

const groupByDataset = (found: ReadonlyArray<Claim>): ReadonlyMap<DatasetId, ReadonlyArray<Claim>> => {
  const groups = new Map<DatasetId, Array<Claim>>()
  for (const claim of found) groups.set(claim.datasetId, [...(groups.get(claim.datasetId) ?? []), claim])
  return groups
}

const handedOut = Metric.counter("annotary_claims_total", {
  description: "Claims handed out or renewed by a claim request, by queue.",
})

const byQueue = {
  prelabeling: Metric.tagged(handedOut, "queue", "prelabeling"),
  labeling: Metric.tagged(handedOut, "queue", "labeling"),
  reviewing: Metric.tagged(handedOut, "queue", "reviewing"),
}

/** Counts claims in Effect's metric registry. */
const countClaims = (queue: QueueName, claims: number): Effect.Effect<void> =>
  Metric.update(byQueue[queue], claims)
