import { Effect } from "effect"
import { requirePerson } from "../access/actors.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { traced } from "../kernel/traced.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"
import { type ListWorkunits, readWorkunitPage } from "../placement/workunitPage.ts"

/** The workunits that are kept of deleted datasets, as long as the settings say. */
export class DeletedWork extends Effect.Service<DeletedWork>()("@annotary/core/DeletedWork", {
  effect: Effect.gen(function* () {
    const store = yield* WorkunitStore
    const users = yield* KnownUsers
    const organizations = yield* Organizations

    /** Lists a page of the work in datasets that the caller owned. */
    const listMine = traced("DeletedWork.mine")(function* (query: ListWorkunits = {}) {
      const { username } = yield* requirePerson
      return yield* readPage(username, query)
    })

    /** Lists a page of the work in datasets of an organization whose admin the caller is. */
    const listOfOrganization = traced("DeletedWork.ofOrganization")(function* (
      name: string,
      query: ListWorkunits = {},
    ) {
      const { username } = yield* organizations.requireAdmin(name)
      return yield* readPage(username, query)
    })

    const readPage = (owner: Username, query: ListWorkunits) =>
      Effect.gen(function* () {
        if (query.user === undefined)
          return yield* store.ofDeleted({ owner, ...readWorkunitPage(undefined, query) })
        const key = nameKey(query.user)
        const user = (yield* users.findAmong([key])).get(key)
        return user === undefined ? [] : yield* store.ofDeleted({ owner, ...readWorkunitPage(user, query) })
      })

    return { mine: listMine, ofOrganization: listOfOrganization }
  }),
}) {
  static readonly dependencies = [KnownUsers, Organizations] as const
}
