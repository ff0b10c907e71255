/** The routes that others lie below: the root, the pages of people who are signed in, and the pages of one dataset. */
import type { QueryClient } from "@tanstack/react-query"
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from "@tanstack/react-router"
import { makeDatasetQuery } from "../api/dataset.ts"
import { hasStatus } from "../api/problem.ts"
import { sessionQuery } from "../api/session.ts"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { PageError } from "./PageError.tsx"

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
})

/** The arguments of a route before it is shown. */
export interface Arrival {
  readonly context: { readonly queryClient: QueryClient }
  /** Its address with the path under which the console is served. */
  readonly location: { readonly publicHref: string }
}

/** The session of somebody who is signed in. Others are led to the sign-in, and back. */
const withSession = async ({ context, location }: Arrival) => {
  const session = await context.queryClient.ensureQueryData(sessionQuery)
  if (session === null) throw redirect({ to: "/sign-in", search: { return: location.publicHref } })
  // Before the sheets of the pages themselves, which change what these say.
  await import("./pageStyles.ts")
  return { session }
}

/** The parent of every page that needs somebody who is signed in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  component: lazyRouteComponent(() => import("./Shell.tsx"), "Shell"),
  beforeLoad: withSession,
})

/** The parent of pages that take the whole window, without header and navigation: the workbench. */
export const wholeWindowRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "whole-window",
  beforeLoad: withSession,
})

/** The parent of the pages of one dataset. `d/` keeps names of accounts apart from the console's own words. */
export const datasetRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "d/$owner/$dataset",
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(makeDatasetQuery(params)).catch((error) => {
      throw hasStatus(error, 404) ? notFound() : error
    }),
  component: lazyRouteComponent(() => import("./DatasetFrame.tsx"), "DatasetFrame"),
  errorComponent: PageError,
  notFoundComponent: NotFoundPage,
})
