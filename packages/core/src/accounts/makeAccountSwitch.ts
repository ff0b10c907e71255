import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { IdentityCache } from "../access/IdentityCache.ts"
import { SessionStore } from "../access/SessionStore.ts"
import { UserStore } from "../access/UserStore.ts"
import { now } from "../domain/Timestamp.ts"
import type { User } from "../domain/User.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"

/** Disables and enables accounts with all consequences, in the transaction of the caller, who checks permissions. */
export const makeAccountSwitch = Effect.gen(function* () {
  const store = yield* UserStore
  const access = yield* Access
  const audit = yield* AuditLog
  const cache = yield* IdentityCache
  const roleChanges = yield* RoleChanges
  const sessions = yield* SessionStore

  /** Sets whether the account is disabled. Its row is locked. Returns the account as it is then. */
  const applyDisabled = Effect.fnUntraced(function* (user: User, disabled: boolean) {
    if ((user.disabledAt !== null) === disabled) return user
    const disabledAt = disabled ? yield* now : null
    const before = yield* access.datasetsOf(user.username)
    yield* store.update(user.username, { disabledAt })
    if (disabled) yield* sessions.removeOf(user.username)
    yield* audit.record({ action: disabled ? "user.disabled" : "user.enabled", account: user.username })
    yield* cache.forgetUser(user.username)
    const datasets = [...before, ...(yield* access.datasetsOf(user.username))]
    yield* roleChanges.follow({ people: [user.username], datasets })
    return { ...user, disabledAt }
  })

  return { applyDisabled }
})
