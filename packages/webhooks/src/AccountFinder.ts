/** Whose webhooks a call is about: the caller's own, an organization's for its admins, anybody's for the engine itself. */
import { PermissionDenied, type User } from "@annotary/core"
import { CurrentActor, Organizations, Users } from "@annotary/core/effect"
import { Effect } from "effect"

/** Absent: the caller's own account. */
export interface Account {
  readonly organization?: string | undefined
  /** Any account by name, for the engine itself. */
  readonly account?: string | undefined
}

export class AccountFinder extends Effect.Service<AccountFinder>()("@annotary/webhooks/AccountFinder", {
  effect: Effect.gen(function* () {
    const users = yield* Users
    const organizations = yield* Organizations

    const find = Effect.fn("AccountFinder.find")(function* ({ account, organization }: Account) {
      const actor = yield* CurrentActor
      if (organization !== undefined) return yield* organizations.requireAdmin(organization)
      if (account !== undefined && actor._tag === "System") return (yield* users.get(account)).user
      if (actor._tag !== "Person" || account !== undefined) return yield* new PermissionDenied()
      const { user } = yield* users.me()
      return user satisfies User
    })

    return { find }
  }),
}) {}
