/** The routes of the import and the exports of a dataset. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"
import { sampleSearch } from "../samples/search.ts"

const imports = createRoute({
  getParentRoute: () => datasetRoute,
  path: "import",
  component: lazyRouteComponent(() => import("./ImportPage.tsx"), "ImportPage"),
})

const exports = createRoute({
  getParentRoute: () => datasetRoute,
  path: "exports",
  // The filters of the samples that one came from.
  validateSearch: sampleSearch,
  component: lazyRouteComponent(() => import("./ExportsPage.tsx"), "ExportsPage"),
})

export const transferRoutes = [imports, exports] as const
