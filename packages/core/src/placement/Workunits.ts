import { Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { PermissionDenied } from "../domain/errors.ts"
import type { ClaimId, DatasetId } from "../domain/Ids.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { traced } from "../kernel/traced.ts"
import { type WorkSession, WorkunitStore } from "./WorkunitStore.ts"
import { type ListWorkunits, readWorkunitPage } from "./workunitPage.ts"

/** A workunit with its session. */
export interface WorkunitInSession {
  readonly workunit: Workunit
  readonly session: WorkSession | null
}

/** Claims in one call of a storage. */
const batch = 500

/** Workunits: records of work, with its sample, person and duration. */
export class Workunits extends Effect.Service<Workunits>()("@annotary/core/Workunits", {
  effect: Effect.gen(function* () {
    const store = yield* WorkunitStore
    const access = yield* Access
    const users = yield* KnownUsers

    /** Lists a page of the dataset's workunits. Without permission to see others' work, only the caller's own. */
    const list = traced("Workunits.list")(function* (ref: DatasetRef, query: ListWorkunits = {}) {
      const { dataset, role, actor } = yield* access.require(ref, "label")
      const all = allows(role, "view_work", dataset)
      const of = query.user === undefined ? null : nameKey(query.user)
      if (!all && of !== null && of !== nameKey(actor)) return yield* new PermissionDenied()
      const user = !all ? actor : of === null ? undefined : (yield* users.findAmong([of])).get(of)
      if (of !== null && user === undefined) return []
      return yield* store.list({ datasetId: dataset.id, ...readWorkunitPage(user, query) })
    })

    /**
     * Lists a page as `list` does, each workunit with the session it belongs to: all work on its claim. Null for work outside of the
     * queues.
     */
    const listSessions = traced("Workunits.sessions")(function* (ref: DatasetRef, query: ListWorkunits = {}) {
      const units = yield* list(ref, query)
      const [first] = units
      if (first === undefined) return []
      const claims = [...new Set(units.flatMap(({ claimId }) => claimId ?? []))]
      const sessions = new Map<ClaimId, WorkSession>()
      for (let i = 0; i < claims.length; i += batch)
        for (const session of yield* store.sessions(first.datasetId, claims.slice(i, i + batch)))
          sessions.set(session.claimId, session)
      return units.map(
        (workunit): WorkunitInSession => ({
          workunit,
          session: workunit.claimId === null ? null : (sessions.get(workunit.claimId) ?? null),
        }),
      )
    })

    /** Records work in the transaction of the change. Checks no permissions. */
    const record = Effect.fnUntraced(function* (workunit: Workunit) {
      return yield* store.insert(workunit)
    })

    /** No longer keeps the workunits of a deleted dataset, if that was its owner; true if some were kept. Checks no permissions. */
    const endKept = (id: DatasetId, owner: Username): Effect.Effect<boolean> =>
      Effect.map(store.endKept({ id, owner }), (ended) => ended.length > 0)

    return { list, sessions: listSessions, record, endKept }
  }),
}) {
  static readonly dependencies = [Access, KnownUsers] as const
}
