import { Effect, Option } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import type { Username } from "../domain/Names.ts"
import { findUsername } from "./Access.ts"
import { isSiteAdmin } from "./actors.ts"
import { UserStore } from "./UserStore.ts"

/** The managers of models: the person that they belong to, the admins of the organization, and site admins. */
export const makeModelManagers = Effect.gen(function* () {
  const store = yield* UserStore

  /** Whether the caller manages the models of the account. */
  const canManageModels = Effect.fnUntraced(function* (owner: Username) {
    const caller = findUsername(yield* CurrentActor)
    if (caller === owner || (yield* isSiteAdmin)) return true
    const member = caller === null ? Option.none() : yield* store.member(owner, caller)
    return Option.exists(member, ({ role }) => role === "admin")
  })

  return { canManageModels }
})
