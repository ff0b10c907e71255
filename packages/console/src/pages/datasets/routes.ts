/** The route of the list of datasets. The page of the list and its filters are search parameters. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"
import { readDatasetsSearch } from "./search.ts"

const datasets = createRoute({
  getParentRoute: () => signedInRoute,
  path: "datasets",
  validateSearch: readDatasetsSearch,
  component: lazyRouteComponent(() => import("./DatasetsPage.tsx"), "DatasetsPage"),
})

export const datasetRoutes = [datasets] as const
