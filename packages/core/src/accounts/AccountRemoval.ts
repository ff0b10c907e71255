import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { requireSiteAdmin } from "../access/actors.ts"
import { type ClosedAccount, ErasureStore, type Renaming } from "../access/ErasureStore.ts"
import { IdentityCache } from "../access/IdentityCache.ts"
import { replaceNamePrefix } from "../access/replacePersonName.ts"
import { UserStore } from "../access/UserStore.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { Conflict, InvalidInput, NotFound } from "../domain/errors.ts"
import type { NamedReleases } from "../domain/NamedReleases.ts"
import { makePseudonym, type Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import type { User } from "../domain/User.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { traced } from "../kernel/traced.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { makeNamingReleases, type NamingRelease } from "../releases/makeNamingReleases.ts"
import { Releases } from "../releases/Releases.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { Transaction } from "../storage/Transaction.ts"
import { Users } from "./Users.ts"

/** The choices of a removal. */
export interface RemovalOptions {
  /** Deletes webhook events that name the person at once, instead of with the retention, and compacts the database. */
  readonly now?: boolean | undefined
  /** Defaults to `keep`: the releases are only reported. */
  readonly releases?: NamedReleases | undefined
}

/** Counts of the changes by a removal. It does not contain the name. */
export interface RemovalReport {
  /** The pseudonym. */
  readonly username: Username
  /** The datasets with rows that contained the name, with the number of the rows. */
  readonly datasets: ReadonlyArray<{ readonly dataset: string; readonly rows: number }>
  /** The number of other rows that named the person. */
  readonly otherRows: number
  readonly closed: ClosedAccount
  /** The number of deleted webhook events; null when they are left to the retention. */
  readonly events: number | null
  /** Whether deleted rows were removed from the files of the database. */
  readonly compacted: boolean
  readonly releases: ReadonlyArray<NamingRelease & { readonly outcome: "kept" | "deleted" | "remade" }>
}

/**
 * Removes a person from the stored data: a pseudonym replaces the name, and keys, rights and the e-mail address are deleted. Work
 * stays, under the pseudonym. A removal that was interrupted continues when it is called again, unless only the last events and the
 * compaction are left.
 */
export class AccountRemoval extends Effect.Service<AccountRemoval>()("@annotary/core/AccountRemoval", {
  effect: Effect.gen(function* () {
    const store = yield* ErasureStore
    const users = yield* UserStore
    const accounts = yield* Users
    const access = yield* Access
    const transaction = yield* Transaction
    const audit = yield* AuditLog
    const cache = yield* IdentityCache
    const keys = yield* SigningKeys
    const roleChanges = yield* RoleChanges
    const releases = yield* makeNamingReleases
    const { identityCacheMillis, transactionMillis } = yield* EngineSettings
    /**
     * Other processes know the key and the roles of the disabled account for a while, and what began with them ends as one
     * transaction. Long writes look up the role in each of their batches.
     */
    const settleMillis = identityCacheMillis + transactionMillis

    /**
     * Removes a person. Requires a site admin, who cannot remove themselves. Fails when the person owns datasets or is the last
     * admin of an organization: somebody else must own them first. Outside of a transaction it waits some seconds until requests of
     * the person have ended. A removal that did not come to its end can be repeated.
     */
    const remove = traced("AccountRemoval.remove")(function* (name: string, options: RemovalOptions = {}) {
      const user = yield* transaction.run(begin(name))
      const isInside = yield* transaction.inside
      // Before anything else: nobody else can take the name yet, and another attempt still finds the account.
      if (!isInside) yield* Effect.sleep(settleMillis)
      const names = { from: user.username, to: yield* choosePseudonym(user) }
      const namingDatasets = yield* renameInDatasets(names)
      const person = { username: user.username, email: user.email }
      const forgetEvents =
        options.now === true ? transaction.run(store.forgetEvents(person)) : Effect.succeed(null)
      const events = yield* forgetEvents
      const named = yield* releases.applyChoice(yield* store.datasets, names.from, options.releases ?? "keep")
      // Almost last: without the account, another attempt finds nobody.
      const { closed, otherRows } = yield* transaction.run(close(names))
      const lateEvents = yield* forgetEvents
      const compacted = options.now === true && !isInside ? yield* store.compact : false
      const report: RemovalReport = {
        username: names.to,
        datasets: namingDatasets,
        otherRows,
        closed,
        events: events === null ? null : events + (lateEvents ?? 0),
        compacted,
        releases: named.map((release) => ({
          ...release,
          dataset: replaceNamePrefix(release.dataset, names),
        })),
      }
      return report
    })

    /** Checks that the account can be removed, and disables it, so that it stays removable. */
    const begin = (name: string) =>
      Effect.gen(function* () {
        yield* requireSiteAdmin
        const actor = yield* CurrentActor
        const [found] = yield* users.byNames([name])
        if (found === undefined) return yield* new NotFound({ resource: "user" })
        if (found.isOrganization) return yield* InvalidInput.at("/user", "must be a person")
        if (actor._tag === "Person" && actor.username === found.username)
          return yield* new Conflict({ code: "own_account" })
        const user = yield* accounts.setDisabled(name, true)
        if ((yield* access.datasetsOwnedBy(user.username)).length > 0)
          return yield* new Conflict({ code: "owns_datasets" })
        for (const { organization, role } of yield* users.memberships(user.username)) {
          if (role !== "admin") continue
          const admins = (yield* users.members(organization)).filter((member) => member.role === "admin")
          if (admins.length === 1) return yield* new Conflict({ code: "last_admin" })
        }
        return user
      })

    /** The same for every attempt, and not to be computed without the server's key. */
    const choosePseudonym = (user: User): Effect.Effect<Username> =>
      Effect.gen(function* () {
        for (let count = 0; ; count++) {
          const signature = yield* keys.sign(`deleted user ${user.username} ${user.createdAt} ${count}`)
          const name = makePseudonym(computeSha256Hex(signature))
          if ((yield* users.byNames([name])).length === 0) return name
        }
      })

    /** One transaction for each dataset, so that none is long. */
    const renameInDatasets = (names: Renaming) =>
      Effect.gen(function* () {
        const changed: Array<{ readonly dataset: string; readonly rows: number }> = []
        for (const { id, name } of yield* store.datasets) {
          const rows = yield* transaction.run(store.rename(names, id))
          if (rows > 0) changed.push({ dataset: replaceNamePrefix(name, names), rows })
        }
        return changed
      })

    const close = (names: Renaming) =>
      Effect.gen(function* () {
        const at = yield* now
        const datasets = yield* access.datasetsOf(names.from)
        const closed = yield* store.close(names, at)
        if (closed === null) return yield* new NotFound({ resource: "user" })
        const otherRows = yield* store.rename(names, null)
        yield* audit.record({ action: "user.deleted", account: names.to })
        yield* cache.forgetUser(names.from)
        yield* roleChanges.follow({ people: [names.to], datasets })
        return { closed, otherRows }
      })

    return { remove }
  }),
}) {
  static readonly dependencies = [
    Access,
    AuditLog,
    IdentityCache,
    Releases,
    RoleChanges,
    SigningKeys,
    Users,
  ] as const
}
