/** The routes of the pages of one dataset: the overview. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

const overview = createRoute({
  getParentRoute: () => datasetRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./OverviewPage.tsx"), "OverviewPage"),
})

export const datasetPageRoutes = [overview] as const
