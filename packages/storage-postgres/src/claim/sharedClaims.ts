/**
 * Lets users who claim at the same time share a statement, per process. While a claim of a dataset is running, further ones wait for
 * it, and are then made by one statement and one commit. A claim that runs alone is not delayed.
 */
import type { ClaimId, ClaimRequest, DatasetId, Username } from "@annotary/core/effect"
import type { Run } from "@annotary/storage-sql"
import { Effect, Exit, Option, Runtime } from "effect"
import { beginEach, claimNext, decodeLeased, endEach, type Found, type Leased } from "./hintedClaim.ts"
import type { QueueHints } from "./queueHints.ts"
import { makeClaimTogetherQuery, maxTogether } from "./togetherStatement.ts"

/** Claims the next sample outside of a transaction. */
export type SharedClaims = (run: Run, request: ClaimRequest) => Found

/** A user who waits for a running claim. */
interface Waiting {
  readonly request: ClaimRequest
  readonly id: ClaimId
  readonly runtime: Runtime.Runtime<never>
  readonly resume: (claim: Found) => void
}

/** The users that wait for a running claim of a dataset. Each user is there once, so that one statement cannot lease them two samples. */
type Queued = Map<Username, Waiting>

export const makeSharedClaims = (hints: QueueHints): SharedClaims => {
  /** Of each dataset with a running claim. */
  const running = new Map<DatasetId, Queued>()

  /** Makes the claims of those who wait, until nobody does. */
  const runNext = (run: Run, dataset: DatasetId, queued: Queued): void => {
    const group = [...queued.values()].slice(0, maxTogether)
    for (const { request } of group) queued.delete(request.user)
    const [first] = group
    if (first === undefined) running.delete(dataset)
    // In a separate fiber: the interruption of one user does not concern the others.
    else
      Runtime.runFork(first.runtime)(
        Effect.ensuring(
          serve(run, hints, group),
          Effect.sync(() => scheduleNext(run, dataset, queued)),
        ),
      )
  }

  /** After the requests that arrived with the answer, so that they share the statement too. */
  const scheduleNext = (run: Run, dataset: DatasetId, queued: Queued) =>
    void setImmediate(runNext, run, dataset, queued)

  /** Claims alone, and lets others wait meanwhile. */
  const claimAlone = (run: Run, request: ClaimRequest): Found => {
    const { datasetId: dataset } = request
    let queued: Queued | undefined
    const beginRun: Run = (query) =>
      Effect.suspend(() => {
        if (!running.has(dataset)) {
          queued = new Map()
          running.set(dataset, queued)
        }
        return run(query)
      })
    return claimNext(beginRun, hints, request, () => {
      const waiting = queued
      // After a conflict this claim runs again, and others may be running then.
      queued = undefined
      if (waiting?.size === 0) running.delete(dataset)
      else if (waiting !== undefined) scheduleNext(run, dataset, waiting)
    })
  }

  const wait = (run: Run, request: ClaimRequest, id: ClaimId): Found =>
    Effect.flatMap(Effect.runtime(), (runtime) =>
      Effect.async((resume) => {
        const queued = running.get(request.datasetId)
        // It may have ended, or have the user already.
        if (queued === undefined || queued.has(request.user)) return resume(claimNext(run, hints, request))
        const waiting = { request, id, runtime, resume }
        queued.set(request.user, waiting)
        return Effect.sync(() => {
          if (queued.get(request.user) === waiting) queued.delete(request.user)
        })
      }),
    )

  return (run, request) => {
    const [id] = request.ids
    if (id === undefined || request.queue !== "labeling") return claimNext(run, hints, request)
    return running.has(request.datasetId) ? wait(run, request, id) : claimAlone(run, request)
  }
}

/** Answers every one of the group. When the shared statement fails, each claims alone, and fails alone. */
const serve = (run: Run, hints: QueueHints, group: ReadonlyArray<Waiting>): Effect.Effect<void> => {
  const [only, ...others] = group
  if (only === undefined) return Effect.void
  if (others.length === 0)
    return Effect.map(Effect.exit(claimNext(run, hints, only.request)), (exit) => only.resume(exit))
  return Effect.map(Effect.exit(claimTogether(run, hints, [only, ...others])), (exit) => {
    for (const { request, resume } of group)
      resume(
        Exit.isSuccess(exit)
          ? Effect.succeed(Option.fromNullable(exit.value.get(request.user)?.claim))
          : claimNext(run, hints, request),
      )
  })
}

const claimTogether = (run: Run, hints: QueueHints, group: readonly [Waiting, ...ReadonlyArray<Waiting>]) =>
  Effect.suspend(() => {
    const begun = performance.now()
    const begin = ({ id, request }: Waiting) => {
      const readings = beginEach(hints, request, begun)
      const { assigned, held, pool } = readings
      const from = { held: held.from, assigned: assigned.from, pool: pool.from }
      return { request, id, readings, from }
    }
    const [first, ...others] = group
    const requested = [begin(first), ...others.map(begin)] as const
    return run(makeClaimTogetherQuery(requested)).pipe(
      Effect.map((rows) => new Map(rows.map(decodeLeased).map((leased) => [leased.claim.holder, leased]))),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          const leasedByUser: ReadonlyMap<Username, Leased> = Exit.isSuccess(exit) ? exit.value : new Map()
          for (const { readings, request } of requested)
            endEach(readings, leasedByUser.get(request.user) ?? null)
          // After a failure it is unknown whether the rows are leased.
          if (Exit.isFailure(exit)) hints.forget(first.request.datasetId)
        }),
      ),
    )
  })
