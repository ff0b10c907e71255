import { Effect } from "effect"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { type Actor, CurrentActor, getScope } from "../domain/Actor.ts"
import { PermissionDenied } from "../domain/errors.ts"
import type { User } from "../domain/User.ts"

/** The account of a call. Defaults to the caller's own. */
export interface WebhookAccount {
  readonly organization?: string | undefined
  /** Any account by name. Only the engine itself may set it. */
  readonly account?: string | undefined
}

/**
 * Finds the account of a webhook call: the caller's own, an organization's for its admins, any account for the engine
 * itself.
 */
export class AccountFinder extends Effect.Service<AccountFinder>()("@annotary/core/AccountFinder", {
  effect: Effect.gen(function* () {
    const users = yield* Users
    const organizations = yield* Organizations

    /** Returns the account of a call, if the caller may manage its webhooks. */
    const find = Effect.fnUntraced(function* ({ account, organization }: WebhookAccount) {
      const actor = yield* CurrentActor
      const user = yield* findAccount(actor, { account, organization })
      const only = getScope(actor)?.webhooksOf ?? null
      if (only !== null && only !== user.username) return yield* new PermissionDenied({ scope: "webhooks" })
      return user
    })

    const findAccount = Effect.fnUntraced(function* (
      actor: Actor,
      { account, organization }: WebhookAccount,
    ) {
      if (organization !== undefined) return yield* organizations.requireAdmin(organization)
      if (account !== undefined && actor._tag === "System") return (yield* users.get(account)).user
      if (actor._tag !== "Person" || account !== undefined) return yield* new PermissionDenied()
      const { user } = yield* users.me()
      return user satisfies User
    })

    return { find }
  }),
}) {}
