/** The routes of the audits of a release: their list, and each of them. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

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

export const auditRoutes = [audits, audit] as const
