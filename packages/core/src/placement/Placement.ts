import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import type { Claim } from "../domain/Claim.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import type { DatasetRole } from "../domain/User.ts"
import { Transaction } from "../storage/Transaction.ts"
import { ClaimStore } from "./ClaimStore.ts"
import { makeOverlapPlacement } from "./makeOverlapPlacement.ts"
import {
  collectDeciders,
  collectPeople,
  hasOpenOverlap,
  listQueueKeys,
  type QueueFacts,
  queueKey,
  type Workers,
} from "./queueKey.ts"

/** Rows in one call of a storage. */
const batch = 1000

/** More than a dataset has open claims. */
const maxClaims = 1_000_000

/**
 * Updates the places of samples in the queues after any change. Its row locks are the first of each transaction, in one
 * order, so that transactions cannot deadlock.
 */
export class Placement extends Effect.Service<Placement>()("@annotary/core/Placement", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const access = yield* Access
    const overlapPlacement = yield* makeOverlapPlacement
    const transaction = yield* Transaction

    /** Locks the samples' rows until the transaction ends, and returns the open claims on them. */
    const lock = Effect.fnUntraced(function* (dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
      const openClaims = new Map<SampleId, Claim>()
      const sorted = [...samples].sort()
      for (let i = 0; i < sorted.length; i += batch) {
        for (const [id, claim] of yield* claims.lock(dataset, sorted.slice(i, i + batch)))
          openClaims.set(id, claim)
      }
      return openClaims as ReadonlyMap<SampleId, Claim>
    })

    /** Ends the claims on these samples, if any, because the caller's write replaces that work. */
    const release = Effect.fnUntraced(function* (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      reason: "superseded" | "withdrawn" = "superseded",
    ) {
      for (let i = 0; i < samples.length; i += batch)
        yield* claims.release(dataset, samples.slice(i, i + batch), reason)
    })

    /** Which of these people may work in which queue now. */
    const findWorkers = Effect.fnUntraced(function* (dataset: DatasetId, users: Iterable<Username>) {
      const roles = new Map<Username, DatasetRole>()
      const names = [...new Set(users)]
      for (let i = 0; i < names.length; i += batch) {
        for (const [user, role] of yield* access.rolesOf(dataset, names.slice(i, i + batch)))
          roles.set(user, role)
      }
      return makeWorkers(roles)
    })

    /** The people who may work, of those whose roles decide the places. Mostly there are none, and nothing is read. */
    const findDecidingWorkers = (
      dataset: DatasetId,
      facts: ReadonlyArray<QueueFacts>,
    ): Effect.Effect<Workers> => {
      const people = collectDeciders(facts)
      return people.size === 0 ? Effect.succeed(noWorkers) : findWorkers(dataset, people)
    }

    /**
     * Sets the places of samples whose facts were read in this transaction, after their rows were locked or inserted. `made`:
     * they have places already.
     */
    const place = Effect.fnUntraced(function* (
      dataset: DatasetId,
      facts: ReadonlyArray<QueueFacts>,
      rows: "made" | "unknown" = "unknown",
    ) {
      const workers = yield* findDecidingWorkers(dataset, facts)
      const keys = listQueueKeys(facts, workers)
      for (let i = 0; i < keys.length; i += batch)
        yield* claims.place(dataset, keys.slice(i, i + batch), rows)
    })

    /** Ends the claim after work and sets the place of its sample, as `place` does. */
    const finish = (claim: Claim, facts: QueueFacts) =>
      Effect.flatMap(findDecidingWorkers(claim.datasetId, [facts]), (workers) =>
        claims.finish(claim, queueKey(facts, workers)),
      )

    /** Reads the facts of the samples and sets their places. `made`: they have places already. */
    const refresh = Effect.fnUntraced(function* (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      rows: "made" | "unknown" = "made",
    ) {
      for (let i = 0; i < samples.length; i += batch) {
        const facts = yield* claims.facts(dataset, samples.slice(i, i + batch))
        yield* place(dataset, facts, rows)
        const withOverlap = facts.filter(hasOpenOverlap)
        if (withOverlap.length === 0) continue
        const workers = yield* findWorkers(dataset, collectPeople(withOverlap))
        yield* overlapPlacement.update(dataset, withOverlap, workers)
      }
    })

    /** Updates a batch of a person's samples in its own transaction. Returns how many, and the last id when there may be more. */
    const refreshSome = (dataset: DatasetId, user: Username, after: SampleId | null, limit = batch) =>
      transaction.run(
        Effect.gen(function* () {
          const ids = yield* claims.concerning({ datasetId: dataset, user, after, limit })
          yield* lock(dataset, ids)
          yield* refresh(dataset, ids)
          return { placed: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) }
        }),
      )

    /** Ends the person's claims in queues where they may no longer work. */
    const endLost = (dataset: DatasetId, user: Username) =>
      transaction.run(
        Effect.gen(function* () {
          const workers = yield* findWorkers(dataset, [user])
          const queues = (["labeling", "reviewing"] as const).filter(
            (queue) => !canWork(workers, queue, user),
          )
          const open = (yield* claims.ofUser(user)).filter((claim) => claim.datasetId === dataset)
          const withOverlap = yield* overlapPlacement.listOwn(dataset, user, queues)
          // At once, in one order: a change of many samples would deadlock with two calls.
          const openClaims = yield* lock(dataset, [...open.map((claim) => claim.sampleId), ...withOverlap])
          const lost = [...openClaims.values()].filter(
            (claim) => claim.holder === user && !canWork(workers, claim.queue, user),
          )
          yield* release(
            dataset,
            lost.map((claim) => claim.sampleId),
            "withdrawn",
          )
          yield* overlapPlacement.leave(dataset, user, queues, withOverlap)
        }),
      )

    /**
     * Updates the queues after a person's role on the dataset changed: ends their claims where they may no longer work, and
     * updates the places of their samples. Outside a transaction it runs in batches.
     */
    const refreshUser = Effect.fnUntraced(function* (dataset: DatasetId, user: Username) {
      let { next } = yield* refreshUpTo(dataset, user, batch)
      while (next !== null) ({ next } = yield* refreshSome(dataset, user, next))
    })

    /**
     * The same for at most `limit` samples, at most 1000. Returns how many there were, and the last id when there may be
     * more.
     */
    const refreshUpTo = Effect.fnUntraced(function* (dataset: DatasetId, user: Username, limit: number) {
      yield* endLost(dataset, user)
      return yield* refreshSome(dataset, user, null, limit)
    })

    /** Ends every claim in the dataset when it is archived or deleted, in the caller's transaction. */
    const endAll = Effect.fnUntraced(function* ({ id: dataset, settings }: Pick<Dataset, "id" | "settings">) {
      const open = (yield* claims.ofDataset(dataset, maxClaims)).map((claim) => claim.sampleId)
      const withOverlap = settings.usesOverlap ? yield* overlapPlacement.listClaimed(dataset) : []
      // At once, in one order: a change of many samples would deadlock with two calls.
      yield* lock(dataset, [...open, ...withOverlap])
      yield* release(dataset, open, "withdrawn")
      yield* overlapPlacement.endClaims(dataset, withOverlap)
    })

    return {
      lock,
      release,
      place,
      finish,
      refresh,
      refreshUser,
      refreshUpTo,
      endAll,
      findWorkers,
      /** Deletes the overlaps of samples whose rows the caller has locked, and ends their claims. */
      removeOverlaps: overlapPlacement.remove,
    }
  }),
}) {
  static readonly dependencies = [Access] as const
}

/** Whether the person may work in that queue. */
export const canWork = (workers: Workers, queue: Claim["queue"], user: Username): boolean =>
  queue === "labeling"
    ? workers.mayLabel(user)
    : queue === "reviewing"
      ? workers.mayReview(user)
      : workers.mayPrelabel(user)

/** Roles of nobody: none may label or review. */
const noWorkers: Workers = { mayLabel: () => false, mayReview: () => false, mayPrelabel: () => false }

const makeWorkers = (roles: ReadonlyMap<Username, DatasetRole>): Workers => {
  const byKey = new Map([...roles].map(([user, role]) => [nameKey(user), role]))
  const makeRoleCheck = (operation: "label" | "prelabel" | "review") => (user: Username) => {
    const role = byKey.get(nameKey(user))
    return role !== undefined && allows(role, operation, { public: false })
  }
  return {
    mayLabel: makeRoleCheck("label"),
    mayReview: makeRoleCheck("review"),
    mayPrelabel: makeRoleCheck("prelabel"),
  }
}
