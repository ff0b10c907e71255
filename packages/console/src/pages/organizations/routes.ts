/** The routes of the pages of organizations. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"
import { makeOrganizationQuery } from "./calls.ts"

/** Those who manage an organization see its members first, others its datasets. */
const start = createRoute({
  getParentRoute: () => signedInRoute,
  path: "orgs/$organization",
  beforeLoad: async ({ context, params }) => {
    const account = await context.queryClient
      .fetchQuery(makeOrganizationQuery(params.organization))
      .catch(() => null)
    throw redirect({
      to: account?.members === undefined ? "/orgs/$organization/datasets" : "/orgs/$organization/members",
      params,
      replace: true,
    })
  },
})

const members = createRoute({
  getParentRoute: () => signedInRoute,
  path: "orgs/$organization/members",
  component: lazyRouteComponent(() => import("./MembersPage.tsx"), "MembersPage"),
})

/** `page` counts from 1, and is absent on the first page. */
const datasets = createRoute({
  getParentRoute: () => signedInRoute,
  path: "orgs/$organization/datasets",
  validateSearch: ({ page }: Readonly<Record<string, unknown>>): { readonly page?: number } =>
    typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {},
  component: lazyRouteComponent(() => import("./OrganizationDatasetsPage.tsx"), "OrganizationDatasetsPage"),
})

/** The webhook pages show whose webhooks they are about by themselves. */
const webhooks = createRoute({
  getParentRoute: () => signedInRoute,
  path: "orgs/$organization/webhooks",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/webhooks", search: { owner: params.organization }, replace: true })
  },
})

const settings = createRoute({
  getParentRoute: () => signedInRoute,
  path: "orgs/$organization/settings",
  component: lazyRouteComponent(() => import("./OrganizationSettingsPage.tsx"), "OrganizationSettingsPage"),
})

export const organizationRoutes = [start, members, datasets, webhooks, settings] as const
