/** The routes of the pages of organizations. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"
import { omitUndefined, readPageNumber, type SearchInput } from "../../ui/search.ts"
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

const datasets = createRoute({
  getParentRoute: () => signedInRoute,
  path: "orgs/$organization/datasets",
  validateSearch: ({ page }: SearchInput): { readonly page?: number } =>
    omitUndefined({ page: readPageNumber(page) }),
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
