import { Clock, Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { PauseStore } from "../access/PauseStore.ts"
import type { Claim, QueueName } from "../domain/Claim.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { NotFound, PermissionDenied } from "../domain/errors.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { waitingStatuses } from "../domain/labelStates.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import { fromMillis, type Timestamp } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { traced } from "../kernel/traced.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { canWork, Placement } from "../placement/Placement.ts"
import { collectPeople, type QueueFacts } from "../placement/queueKey.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import {
  type Explanation,
  findNextSample,
  listBlocked,
  listObstacles,
  makeEmptySteps,
  makeObstacle,
  makePauseObstacle,
  type Obstacle,
  type QueueStepView,
} from "./explanation.ts"
import type { WorkFigures } from "./figures/WorkFigures.ts"
import { WorkStatistics } from "./figures/WorkStatistics.ts"
import { joinSteps, makeQueueSteps } from "./makeQueueSteps.ts"
import { omitBodies } from "./omitBodies.ts"
import { explainOverlap } from "./overlap/explainOverlap.ts"

export type { Explanation, QueueStepView, WaitingSample } from "./explanation.ts"

/** The work of one person in a time span. */
export interface WorkSummary extends WorkFigures {
  readonly user: Username
  readonly workType: Workunit["workType"]
}

/** The work that was finished on one day. A save finishes nothing. */
export interface DailyWork extends Pick<WorkFigures, "accepted" | "rejected" | "skipped" | "submitted"> {
  /** `2026-11-20` */
  readonly day: string
  readonly workType: Workunit["workType"]
  readonly workunits: number
}

/** The work and the state of a dataset's queues. */
export interface QueueStats {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly people: ReadonlyArray<WorkSummary>
}

/** Finished work over time. */
export interface Throughput {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly days: ReadonlyArray<DailyWork>
}

/** The options of a queue view. */
export interface QueueViewRequest {
  /** The user of the view. Defaults to the caller. */
  readonly user?: string | undefined
  /** Samples shown for each step: 0–1000. Defaults to 10. */
  readonly limit?: number | undefined
}

/** The limit for counts and for the search for reasons. */
const cap = 1000
const day = 24 * 3600 * 1000
const week = 7 * day

/** Read-only views of the queues: the waiting samples of each step, explanations, and statistics. */
export class QueueViews extends Effect.Service<QueueViews>()("@annotary/core/QueueViews", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const overlaps = yield* OverlapStore
    const pauses = yield* PauseStore
    const statistics = yield* WorkStatistics
    const access = yield* Access
    const users = yield* KnownUsers
    const samples = yield* SampleReader
    const placement = yield* Placement
    const queueSteps = yield* makeQueueSteps

    /** Models see their own queue, and managers all. */
    const requireView = Effect.fnUntraced(function* (ref: DatasetRef, queue: QueueName) {
      if (queue !== "prelabeling") return yield* access.require(ref, "label")
      const permitted = yield* access.find(ref)
      return permitted.role === "model" ? permitted : yield* access.require(ref, "view_work")
    })

    /** The user of the view: the caller, or anybody for managers. */
    const findSubject = Effect.fnUntraced(function* (
      ref: DatasetRef,
      queue: QueueName,
      user: string | undefined,
    ) {
      const { dataset, role, actor, pauseReason } = yield* requireView(ref, queue)
      const username = user === undefined ? actor : (yield* users.findAmong([user])).get(nameKey(user))
      if (username !== actor && !allows(role, "view_work", dataset)) return yield* new PermissionDenied()
      if (username === undefined) return yield* new NotFound({ resource: "user" })
      const workers = yield* placement.findWorkers(dataset.id, [username])
      const showsPeople = allows(role, "view_work", dataset)
      const reason = username === actor ? pauseReason : yield* findPauseReason(dataset, username)
      const allowed = canWork(workers, queue, username)
      return { dataset, user: username, allowed, pauseReason: reason, showsPeople }
    })

    const findPauseReason = ({ id }: Dataset, user: Username) =>
      Effect.map(pauses.list(id), (all) => all.find((pause) => pause.user === user)?.reason ?? null)

    /** Shows what waits for a person in each step of a queue. Nothing waits for a person who may not work in it, or is paused. */
    const view = traced("Queue.view")(function* (
      ref: DatasetRef,
      queue: QueueName,
      request: QueueViewRequest = {},
    ) {
      const { dataset, user, allowed, pauseReason } = yield* findSubject(ref, queue, request.user)
      const limit = Math.min(Math.max(request.limit ?? 10, 0), cap)
      return allowed && pauseReason === null
        ? yield* queueSteps.readAll(dataset, user, queue, limit)
        : makeEmptySteps(queue)
    })

    /** Explains which sample the person would get next and why, or why none. */
    const explain = traced("Queue.explain")(function* (
      ref: DatasetRef,
      queue: QueueName,
      request: Pick<QueueViewRequest, "user"> = {},
    ) {
      const { dataset, user, allowed, pauseReason, showsPeople } = yield* findSubject(
        ref,
        queue,
        request.user,
      )
      const explainNothing = (
        reasons: ReadonlyArray<Obstacle>,
        steps: ReadonlyArray<QueueStepView> = makeEmptySteps(queue),
      ): Explanation => ({
        queue,
        user,
        next: null,
        steps,
        obstacles: reasons,
      })
      if (!allowed) return explainNothing([makeObstacle("not_allowed")])
      if (dataset.archived) return explainNothing([makeObstacle("archived")])
      if (pauseReason !== null) {
        const next = yield* findNextOpenClaim(dataset, user, queue)
        const nothing = explainNothing([makePauseObstacle(pauseReason)])
        return next === null ? nothing : { ...nothing, next, obstacles: [] }
      }
      const free = yield* queueSteps.readFree(dataset, user, queue, 1)
      const ofModels = yield* queueSteps.readOfModels(dataset, user, queue, 1)
      const steps = joinSteps(free, ofModels, 1)
      const next =
        (yield* findNextOpenClaim(dataset, user, queue)) ??
        findNextSample(free, queue) ??
        findNextSample(ofModels, queue, "A model has it, and people do not wait for models.")
      if (next !== null) return { queue, user, next, steps, obstacles: [] } satisfies Explanation
      return explainNothing(yield* findReasons(dataset, user, queue, showsPeople), steps)
    })

    /** The user's open claim comes before everything else. */
    const findNextOpenClaim = Effect.fnUntraced(function* (
      { id: dataset, settings }: Dataset,
      user: Username,
      queue: QueueName,
    ) {
      const isOpenHere = (claim: Claim) => claim.datasetId === dataset && claim.queue === queue
      const open = settings.usesOverlap ? yield* overlaps.listAllClaims(user) : yield* claims.ofUser(user)
      const claim = open.find(isOpenHere)
      if (claim === undefined) return null
      const [sample] = yield* samples.listSummaries([claim.sampleId])
      const reason = "Claimed by this user already."
      if (sample === undefined) return null
      return { sample: omitBodies(sample), step: claim.step, reason, claim }
    })

    /** The reasons why the person does not get the most urgent waiting samples. */
    const findReasons = Effect.fnUntraced(function* (
      { id: dataset, settings }: Dataset,
      user: Username,
      queue: QueueName,
      showsPeople: boolean,
    ) {
      const page = yield* samples.readPage({
        filter: { datasetId: dataset, labelStatuses: waitingStatuses[queue] },
        sort: { key: "priority", descending: true },
        start: { offset: 0 },
        limit: cap,
      })
      const ids = page.map((place) => place.id)
      const facts = new Map<SampleId, QueueFacts>()
      for (const sampleFacts of yield* claims.facts(dataset, ids))
        facts.set(sampleFacts.sampleId, sampleFacts)
      const openClaims = new Map(
        (yield* claims.ofDataset(dataset, cap)).map((claim) => [claim.sampleId, claim]),
      )
      const workers = yield* placement.findWorkers(dataset, collectPeople(facts.values()))
      const withoutOverlap = listBlocked(
        { user, queue, showsPeople },
        ids.flatMap((id) => facts.get(id) ?? []),
        openClaims,
        workers,
      )
      const withOverlap = settings.usesOverlap
        ? yield* findBlockedOverlaps(dataset, user, queue, showsPeople)
        : []
      return listObstacles([...withoutOverlap, ...withOverlap])
    })

    /** The samples with overlap that the person does not get, whatever the status of their ground truth. */
    const findBlockedOverlaps = Effect.fnUntraced(function* (
      dataset: DatasetId,
      user: Username,
      queue: QueueName,
      showsPeople: boolean,
    ) {
      const placed = yield* overlaps.listPlaced(dataset, queue, cap)
      const request = { queue, user, showsPeople, now: placed.now }
      return [...placed.overlaps.values()].flatMap((overlap) => explainOverlap(overlap, request) ?? [])
    })

    /**
     * Returns the work of people in a time span, by default the last seven days: of everybody for managers, for others their
     * own.
     */
    const readStats = traced("Queue.stats")(function* (
      ref: DatasetRef,
      span: { readonly start?: Timestamp | undefined; readonly end?: Timestamp | undefined } = {},
    ) {
      const { actor, dataset, role } = yield* access.require(ref, "label")
      const millis = yield* Clock.currentTimeMillis
      // The end is exclusive, and work of this millisecond counts.
      const end = span.end ?? fromMillis(millis + 1)
      const start = span.start ?? fromMillis(Math.max(0, millis - week))
      const user = allows(role, "view_work", dataset) ? null : actor
      const by = ["person", "work_type"] as const
      const rows = yield* statistics.addUp(dataset, { start, end, timeZone: "UTC", by, user })
      const people = rows.flatMap(({ figures, person, workType }) =>
        person === null || workType === null ? [] : [{ user: person, workType, ...figures }],
      )
      return { start, end, people } satisfies QueueStats
    })

    /**
     * Returns the finished work of each day: everybody's for managers, one's own for others. By default of the last 30 days,
     * the first one whole.
     */
    const readThroughput = traced("Queue.throughput")(function* (
      ref: DatasetRef,
      span: { readonly start?: Timestamp | undefined; readonly end?: Timestamp | undefined } = {},
    ) {
      const { actor, dataset, role } = yield* access.require(ref, "label")
      const millis = yield* Clock.currentTimeMillis
      const end = span.end ?? fromMillis(millis + 1)
      const start = span.start ?? fromMillis(Math.max(0, (Math.floor(millis / day) - 29) * day))
      const user = allows(role, "view_work", dataset) ? null : actor
      const by = ["day", "work_type"] as const
      const rows = yield* statistics.addUp(dataset, { start, end, timeZone: "UTC", by, user })
      const days = rows.flatMap(({ day, figures, workType }): ReadonlyArray<DailyWork> => {
        const { accepted, edited, rejected, skipped, submitted } = figures
        const workunits = submitted + skipped + accepted + rejected + edited
        return day === null || workType === null || workunits === 0
          ? []
          : [{ day, workType, workunits, submitted, skipped, accepted, rejected }]
      })
      return { start, end, days } satisfies Throughput
    })

    return { view, explain, stats: readStats, throughput: readThroughput }
  }),
}) {
  static readonly dependencies = [Access, KnownUsers, Placement, SampleReader, WorkStatistics] as const
}
