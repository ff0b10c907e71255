/** The routes of the pages for site admins. For others they do not exist. */
import { createRoute, lazyRouteComponent, notFound, redirect } from "@tanstack/react-router"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { signedInRoute } from "../../app/parents.ts"
import { readAuditSearch, readJobSearch, readUserSearch } from "./search.ts"

const admin = createRoute({
  getParentRoute: () => signedInRoute,
  path: "admin",
  beforeLoad: ({ context }) => {
    if (!context.session.site_admin) throw notFound()
  },
  notFoundComponent: NotFoundPage,
})

const start = createRoute({
  getParentRoute: () => admin,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/admin/users", replace: true })
  },
})

const users = createRoute({
  getParentRoute: () => admin,
  path: "users",
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import("./UsersPage.tsx"), "UsersPage"),
})

const jobs = createRoute({
  getParentRoute: () => admin,
  path: "jobs",
  validateSearch: readJobSearch,
  component: lazyRouteComponent(() => import("./JobsPage.tsx"), "JobsPage"),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: "audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("./AuditPage.tsx"), "AuditPage"),
})

const health = createRoute({
  getParentRoute: () => admin,
  path: "health",
  component: lazyRouteComponent(() => import("./HealthPage.tsx"), "HealthPage"),
})

export const adminRoutes = [admin.addChildren([start, users, jobs, audit, health])] as const
