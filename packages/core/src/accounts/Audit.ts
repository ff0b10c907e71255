import { Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { type AuditPage, AuditStore } from "../access/AuditStore.ts"
import { requirePerson, requireSiteAdmin } from "../access/actors.ts"
import { traced } from "../kernel/traced.ts"
import { Organizations } from "./Organizations.ts"

export type { AuditPage } from "../access/AuditStore.ts"

/** Reads the audit log: changes of keys, roles, members, owners and webhooks, and deletions. */
export class Audit extends Effect.Service<Audit>()("@annotary/core/Audit", {
  effect: Effect.gen(function* () {
    const store = yield* AuditStore
    const access = yield* Access
    const organizations = yield* Organizations

    /** Lists the audit entries of a dataset, newest first. Requires an admin of the dataset. */
    const listOfDataset = traced("Audit.ofDataset")(function* (ref: DatasetRef, page: AuditPage) {
      const { dataset } = yield* access.require(ref, "read_audit")
      return yield* store.ofDataset(dataset.id, page)
    })

    /**
     * Lists the audit entries of an organization and its datasets, newest first. Requires an admin of the organization. Site
     * admins, who see no datasets, get the entries of the organization itself.
     */
    const listOfOrganization = traced("Audit.ofOrganization")(function* (name: string, page: AuditPage) {
      const { username } = yield* organizations.requireManager(name)
      return yield* organizations.requireAdmin(username).pipe(
        Effect.zipRight(store.ofAccount(username, page)),
        Effect.catchTag("PermissionDenied", () => store.ofAccountAlone(username, page)),
      )
    })

    /** Lists the audit entries of all accounts, newest first, without those of datasets. Requires a site admin. */
    const listOfAccounts = traced("Audit.ofAccounts")(function* (page: AuditPage) {
      yield* requireSiteAdmin
      return yield* store.ofAccounts(page)
    })

    /** Lists the audit entries of the caller's account and its datasets, newest first. */
    const listMine = traced("Audit.mine")(function* (page: AuditPage) {
      const { username } = yield* requirePerson
      return yield* store.ofAccount(username, page)
    })

    return {
      ofDataset: listOfDataset,
      ofOrganization: listOfOrganization,
      ofAccounts: listOfAccounts,
      mine: listMine,
    }
  }),
}) {
  static readonly dependencies = [Access, Organizations] as const
}
