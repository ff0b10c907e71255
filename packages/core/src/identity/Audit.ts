/** Reading the audit log: who changed keys, roles, members, owners and webhooks, or deleted something. */
import { Effect } from "effect"
import { Access, type DatasetRef } from "./Access.ts"
import { type AuditPage, AuditStore } from "./AuditStore.ts"
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

    /** What happened to an organization and its datasets, newest first; for its admins and site admins. */
    const ofOrganization = Effect.fn("Audit.ofOrganization")(function* (name: string, page: AuditPage) {
      const organization = yield* organizations.requireManager(name)
      return yield* store.ofAccount(organization.username, page)
    })

    return { ofDataset, ofOrganization }
  }),
}) {}
