/** The route of the samples of a dataset. Filters and order are search parameters, so that every view is a link. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"
import { sampleSearch } from "./search.ts"

const samples = createRoute({
  getParentRoute: () => datasetRoute,
  path: "samples",
  validateSearch: sampleSearch,
  component: lazyRouteComponent(() => import("./SamplesPage.tsx"), "SamplesPage"),
})

export const sampleRoutes = [samples] as const
