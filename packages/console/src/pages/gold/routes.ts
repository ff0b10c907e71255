/** The route of the gold samples of a dataset: samples with a known label, and how people answered them. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

const gold = createRoute({
  getParentRoute: () => datasetRoute,
  path: "gold",
  component: lazyRouteComponent(() => import("./GoldPage.tsx"), "GoldPage"),
})

export const goldRoutes = [gold] as const
