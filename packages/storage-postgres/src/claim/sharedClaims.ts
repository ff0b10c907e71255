/**
 * Lets users who claim at the same time share a statement, per process. While a claim of a dataset is running, further ones wait for
 * it, and are then made by one statement and one commit. A claim that runs alone is not delayed.
 */
import type { ClaimId, ClaimRequest, DatasetId, Username } from "@annotary/core/effect"
import type { Run } from "@annotary/storage-sql"
import { Effect, Exit, Option, Runtime } from "effect"
import { beginEach, claimNext, endEach, type Found, type Leased, leasedOf } from "./hintedClaim.ts"
import type { QueueHints } from "./queueHints.ts"
import { claimTogetherQuery, mostTogether } from "./togetherStatement.ts"

/** Claims the next sample outside of a transaction. */
export type SharedClaims = (run: Run, request: ClaimRequest) => Found

interface Waiting {
  readonly request: ClaimRequest
  readonly id: ClaimId
  readonly runtime: Runtime.Runtime<never>
  readonly resume: (claim: Found) => void
}

/** Those who wait for a running claim of a dataset. Each user is there once, so that one statement cannot lease them two samples. */
type Line = Map<Username, Waiting>

export const sharedClaims = (hints: QueueHints): SharedClaims => {
  const lines = new Map<DatasetId, Line>()

  /** Makes the claims of those who wait, until nobody does. */
  const next = (run: Run, dataset: DatasetId, line: Line): void => {
    const group = [...line.values()].slice(0, mostTogether)
    for (const { request } of group) line.delete(request.user)
    const [first] = group
    if (first === undefined) lines.delete(dataset)
    // In a separate fiber: the interruption of one user does not concern the others.
    else
      Runtime.runFork(first.runtime)(
        Effect.ensuring(
          serve(run, hints, group),
          Effect.sync(() => soon(run, dataset, line)),
        ),
      )
  }

  /** After the requests that arrived with the answer, so that they share the statement too. */
  const soon = (run: Run, dataset: DatasetId, line: Line) => void setImmediate(next, run, dataset, line)

  const lead = (run: Run, request: ClaimRequest): Found => {
    const { datasetId: dataset } = request
    let line: Line | undefined
    const begun: Run = (query) =>
      Effect.suspend(() => {
        if (!lines.has(dataset)) {
          line = new Map()
          lines.set(dataset, line)
        }
        return run(query)
      })
    return claimNext(begun, hints, request, () => {
      if (line?.size === 0) lines.delete(dataset)
      else if (line !== undefined) soon(run, dataset, line)
    })
  }

  const wait = (run: Run, request: ClaimRequest, id: ClaimId): Found =>
    Effect.flatMap(Effect.runtime(), (runtime) =>
      Effect.async((resume) => {
        const line = lines.get(request.datasetId)
        // It may have ended, or have the user already.
        if (line === undefined || line.has(request.user)) return resume(claimNext(run, hints, request))
        const waiting = { request, id, runtime, resume }
        line.set(request.user, waiting)
        return Effect.sync(() => {
          if (line.get(request.user) === waiting) line.delete(request.user)
        })
      }),
    )

  return (run, request) => {
    const [id] = request.ids
    if (id === undefined || request.queue !== "labeling") return claimNext(run, hints, request)
    return lines.has(request.datasetId) ? wait(run, request, id) : lead(run, request)
  }
}

/** Answers every one of the group. When the shared statement fails, each claims alone, and fails alone. */
const serve = (run: Run, hints: QueueHints, group: ReadonlyArray<Waiting>): Effect.Effect<void> => {
  const [only, ...others] = group
  if (only === undefined) return Effect.void
  if (others.length === 0)
    return Effect.map(Effect.exit(claimNext(run, hints, only.request)), (exit) => only.resume(exit))
  return Effect.map(Effect.exit(together(run, hints, [only, ...others])), (exit) => {
    for (const { request, resume } of group)
      resume(
        Exit.isSuccess(exit)
          ? Effect.succeed(Option.fromNullable(exit.value.get(request.user)?.claim))
          : claimNext(run, hints, request),
      )
  })
}

const together = (run: Run, hints: QueueHints, group: readonly [Waiting, ...ReadonlyArray<Waiting>]) =>
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
    return run(claimTogetherQuery(requested)).pipe(
      Effect.map((rows) => new Map(rows.map(leasedOf).map((leased) => [leased.claim.holder, leased]))),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          const found: ReadonlyMap<Username, Leased> = Exit.isSuccess(exit) ? exit.value : new Map()
          for (const { readings, request } of requested) endEach(readings, found.get(request.user) ?? null)
          // After a failure it is unknown whether the rows are leased.
          if (Exit.isFailure(exit)) hints.forget(first.request.datasetId)
        }),
      ),
    )
  })
