/** The routes of the audits of a release: their list, each of them, and the work on it. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute, wholeWindowRoute } from "../../app/parents.ts"

const audits = createRoute({
  getParentRoute: () => datasetRoute,
  path: "releases/$release/audits",
  component: lazyRouteComponent(() => import("./AuditsPage.tsx"), "AuditsPage"),
})

/** `joint`: its bounds hold together. */
const audit = createRoute({
  getParentRoute: () => datasetRoute,
  path: "releases/$release/audits/$audit",
  validateSearch: ({ joint }: Readonly<Record<string, unknown>>): { readonly joint?: true } =>
    joint === true ? { joint } : {},
  component: lazyRouteComponent(() => import("./AuditPage.tsx"), "AuditPage"),
})

const check = createRoute({
  getParentRoute: () => wholeWindowRoute,
  path: "d/$owner/$dataset/releases/$release/audits/$audit/check",
  component: lazyRouteComponent(() => import("./check/CheckPage.tsx"), "CheckPage"),
})

export const wholeWindowAuditRoutes = [check] as const
export const auditRoutes = [audits, audit] as const
