/** Reading the audit log: who changed keys, roles, members, owners and webhooks, or deleted something. */
import { Effect } from "effect"
import { Access, type DatasetRef } from "./Access.ts"
import { type AuditPage, AuditStore } from "./AuditStore.ts"
import { requirePerson, requireSiteAdmin } from "./actors.ts"
import { Organizations } from "./Organizations.ts"

export type { AuditPage } from "./AuditStore.ts"

export class Audit extends Effect.Service<Audit>()("@annotary/core/Audit", {
  effect: Effect.gen(function* () {
    const store = yield* AuditStore
    const access = yield* Access
    const organizations = yield* Organizations

    /** What happened to a dataset, newest first; for its admins. */
    const ofDataset = Effect.fn("Audit.ofDataset")(function* (ref: DatasetRef, page: AuditPage) {
      const { dataset } = yield* access.require(ref, "read_audit")
      return yield* store.ofDataset(dataset.id, page)
    })

    /**
     * What happened to an organization and its datasets, newest first; for its admins. Site admins, who see no datasets,
     * see what happened to the organization itself.
     */
    const ofOrganization = Effect.fn("Audit.ofOrganization")(function* (name: string, page: AuditPage) {
      const { username } = yield* organizations.requireManager(name)
      return yield* organizations.requireAdmin(username).pipe(
        Effect.zipRight(store.ofAccount(username, page)),
        Effect.catchTag("PermissionDenied", () => store.ofAccountAlone(username, page)),
      )
    })

    /** What happened to all accounts, newest first; for site admins, who see nothing of datasets here. */
    const ofAccounts = Effect.fn("Audit.ofAccounts")(function* (page: AuditPage) {
      yield* requireSiteAdmin
      return yield* store.ofAccounts(page)
    })

    /** What happened to the caller's own account and its datasets, newest first. */
    const mine = Effect.fn("Audit.mine")(function* (page: AuditPage) {
      const { username } = yield* requirePerson
      return yield* store.ofAccount(username, page)
    })

    return { ofDataset, ofOrganization, ofAccounts, mine }
  }),
}) {}
