import { Effect } from "effect"
import { PermissionDenied } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { traced } from "../engine/traced.ts"
import { Access, type DatasetRef } from "../identity/Access.ts"
import { KnownUsers } from "../identity/KnownUsers.ts"
import { allows } from "../identity/permissions.ts"
import { WorkunitStore } from "./WorkunitStore.ts"
import { type ListWorkunits, workunitPage } from "./workunitPage.ts"

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
      const user = !all ? actor : of === null ? undefined : (yield* users.among([of])).get(of)
      if (of !== null && user === undefined) return []
      return yield* store.list({ datasetId: dataset.id, ...workunitPage(user, query) })
    })

    /** Records work in the transaction of the change. Checks no permissions. */
    const record = Effect.fnUntraced(function* (workunit: Workunit) {
      return yield* store.insert(workunit)
    })

    /** No longer keeps the workunits of a deleted dataset, if that was its owner; true if some were kept. Checks no permissions. */
    const endKept = (id: DatasetId, owner: Username): Effect.Effect<boolean> =>
      Effect.map(store.endKept({ id, owner }), (ended) => ended.length > 0)

    return { list, record, endKept }
  }),
}) {}
