import { Effect } from "effect"
import { Datasets } from "../datasets/Datasets.ts"
import { sha256Hex } from "../domain/digest.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import type { User } from "../domain/User.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { traced } from "../engine/traced.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { Transaction } from "../storage/Transaction.ts"
import { Access } from "./Access.ts"
import { AuditLog } from "./AuditLog.ts"
import { type ClosedOrganization, ErasureStore } from "./ErasureStore.ts"
import { IdentityCache } from "./IdentityCache.ts"
import { Organizations } from "./Organizations.ts"
import { UserStore } from "./UserStore.ts"

/** What the removal of an organization deleted. */
export interface OrganizationRemovalReport {
  /** The pseudonym that stays in the audit log. */
  readonly username: Username
  readonly closed: ClosedOrganization
}

/** The number of datasets that a refusal lists. */
const listed = 100

/** Removes organizations that own no datasets. Afterwards the name is free. */
export class OrganizationRemoval extends Effect.Service<OrganizationRemoval>()(
  "@annotary/core/OrganizationRemoval",
  {
    effect: Effect.gen(function* () {
      const store = yield* ErasureStore
      const users = yield* UserStore
      const organizations = yield* Organizations
      const datasets = yield* Datasets
      const access = yield* Access
      const transaction = yield* Transaction
      const audit = yield* AuditLog
      const cache = yield* IdentityCache
      const keys = yield* SigningKeys
      const { identityCacheMillis, transactionMillis } = yield* EngineSettings

      /**
       * Removes an organization with its memberships, invitations, webhook endpoints, buckets, quota, and the keys that manage
       * its webhooks alone. Requires one of its admins or a site admin. Fails while it owns datasets, which `datasets` of the
       * error lists: they must be transferred or deleted first. Outside of a transaction it waits some seconds, until requests
       * that may still create a dataset for it have ended.
       */
      const remove = traced("OrganizationRemoval.remove")(function* (name: string) {
        const organization = yield* transaction.run(begin(name))
        const { disabledAt, username: from } = organization
        // Whoever read the enabled organization has ended then: nothing is created for a name that is free.
        if (!(yield* transaction.inside)) yield* Effect.sleep(identityCacheMillis + transactionMillis)
        yield* Effect.tapError(refuseOwner(from), () => transaction.run(users.update(from, { disabledAt })))
        const names = { from, to: yield* pseudonymOf(organization) }
        // Datasets that wait for their purge, and clones of datasets that it owned.
        for (const { id } of yield* store.datasets) yield* transaction.run(store.rename(names, id))
        return yield* transaction.run(
          Effect.gen(function* () {
            yield* refuseOwner(from)
            const closed = yield* store.closeOrganization(names, yield* now)
            if (closed === null) return yield* new NotFound({ resource: "organization" })
            yield* store.rename(names, null)
            yield* audit.record({ action: "organization.deleted", account: names.to })
            yield* cache.forgetUser(from)
            return { username: names.to, closed } satisfies OrganizationRemovalReport
          }),
        )
      })

      /** Checks that the organization can be removed, and disables it, so that its admins change nothing any more. */
      const begin = (name: string) =>
        Effect.gen(function* () {
          const { username } = yield* organizations.requireManager(name, true)
          const [organization] = yield* users.findForUpdate([username])
          if (organization === undefined) return yield* new NotFound({ resource: "organization" })
          yield* refuseOwner(username)
          if (organization.disabledAt === null) yield* users.update(username, { disabledAt: yield* now })
          yield* cache.forgetUser(username)
          return organization
        })

      const refuseOwner = (organization: Username) =>
        Effect.gen(function* () {
          const owned = yield* access.datasetsOwnedBy(organization)
          if (owned.length === 0) return
          const seen = yield* datasets.listOwned(organization, { limit: listed })
          return yield* new Conflict({
            code: "owns_datasets",
            datasets: seen.map(({ record }) => `${organization}/${record.dataset.name}`),
            hiddenDatasets: owned.length - seen.length,
          })
        })

      /** Not to be computed without the server's key. */
      const pseudonymOf = ({ createdAt, username }: User): Effect.Effect<Username> =>
        Effect.gen(function* () {
          for (let count = 0; ; count++) {
            const signature = yield* keys.sign(`deleted organization ${username} ${createdAt} ${count}`)
            const name = Username.make(`deleted-organization-${sha256Hex(signature).slice(0, 12)}`)
            if ((yield* users.byNames([name])).length === 0) return name
          }
        })

      return { remove }
    }),
  },
) {}
