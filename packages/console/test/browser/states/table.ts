/**
 * The states of every page, by the id of its route. A new route does not compile without a row here: name at least the state with data
 * ("full"), the one with nothing ("empty") where it can be, the one whose calls fail, and one for each dialog.
 */
import type { makeRouter } from "../../../src/app/router.ts"
import { account, signIn } from "./account.ts"
import { audit, health, jobs, shortcuts, users } from "./admin.ts"
import {
  agreement,
  audits,
  checkDraw,
  configuration,
  datasets,
  diff,
  exports,
  gold,
  imports,
  issues,
  knownLabel,
  newDataset,
  overview,
  quality,
  queue,
  audit as releaseAudit,
  releases,
  sample,
  samples,
  settings,
} from "./dataset.ts"
import { invitation, members, organizationDatasets, organizationSettings } from "./organizations.ts"
import type { State } from "./State.ts"
import { deliveries, endpointPage, endpointSettings, endpoints, newEndpoint } from "./webhooks.ts"
import { labeling, reviewing } from "./workbench.ts"

/** Routes without a page: they lie around others, or lead to another. */
export const around = [
  "__root__",
  "/signed-in",
  "/signed-in/",
  "/signed-in/admin",
  "/signed-in/admin/",
  "/signed-in/orgs/$organization",
  "/signed-in/orgs/$organization/webhooks",
  "/signed-in/d/$owner/$dataset",
  "/whole-window",
] as const

/** Pages that make no calls, and so have no state of refused ones. */
export const withoutCalls: ReadonlySet<string> = new Set(["/signed-in/account/shortcuts"])

/** The ids of the routes that have a page. */
export type RouteId = Exclude<keyof ReturnType<typeof makeRouter>["routesById"], (typeof around)[number]>

export const states: { readonly [Id in RouteId]: ReadonlyArray<State> } = {
  "/sign-in": signIn,
  "/invitation": invitation,
  "/signed-in/account": account,
  "/signed-in/account/shortcuts": shortcuts,
  "/signed-in/admin/users": users,
  "/signed-in/admin/jobs": jobs,
  "/signed-in/admin/audit": audit,
  "/signed-in/admin/health": health,
  "/signed-in/datasets": datasets,
  "/signed-in/new-dataset": newDataset,
  "/signed-in/orgs/$organization/members": members,
  "/signed-in/orgs/$organization/datasets": organizationDatasets,
  "/signed-in/orgs/$organization/settings": organizationSettings,
  "/signed-in/webhooks": endpoints,
  "/signed-in/webhooks/new": newEndpoint,
  "/signed-in/webhooks/deliveries": deliveries,
  "/signed-in/webhooks/$endpoint": endpointPage,
  "/signed-in/webhooks/$endpoint/settings": endpointSettings,
  "/signed-in/d/$owner/$dataset/": overview,
  "/signed-in/d/$owner/$dataset/configuration": configuration,
  "/signed-in/d/$owner/$dataset/samples": samples,
  "/signed-in/d/$owner/$dataset/import": imports,
  "/signed-in/d/$owner/$dataset/exports": exports,
  "/signed-in/d/$owner/$dataset/releases": releases,
  "/signed-in/d/$owner/$dataset/releases/$release/diff/$other": diff,
  "/signed-in/d/$owner/$dataset/releases/$release/audits": audits,
  "/signed-in/d/$owner/$dataset/releases/$release/audits/$audit": releaseAudit,
  "/signed-in/d/$owner/$dataset/queue": queue,
  "/signed-in/d/$owner/$dataset/issues": issues,
  "/signed-in/d/$owner/$dataset/quality": quality,
  "/signed-in/d/$owner/$dataset/agreement": agreement,
  "/signed-in/d/$owner/$dataset/gold": gold,
  "/signed-in/d/$owner/$dataset/settings": settings,
  "/whole-window/d/$owner/$dataset/samples/$uuid": sample,
  "/whole-window/d/$owner/$dataset/samples/$uuid/gold": knownLabel,
  "/whole-window/d/$owner/$dataset/releases/$release/audits/$audit/check": checkDraw,
  "/whole-window/d/$owner/$dataset/label": labeling,
  "/whole-window/d/$owner/$dataset/review": reviewing,
}
