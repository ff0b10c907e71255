/** The routes of the releases of a dataset, and of the comparison of two. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

const releases = createRoute({
  getParentRoute: () => datasetRoute,
  path: "releases",
  component: lazyRouteComponent(() => import("./ReleasesPage.tsx"), "ReleasesPage"),
})

const diff = createRoute({
  getParentRoute: () => datasetRoute,
  path: "releases/$release/diff/$other",
  component: lazyRouteComponent(() => import("./DiffPage.tsx"), "DiffPage"),
})

export const releaseRoutes = [releases, diff] as const
