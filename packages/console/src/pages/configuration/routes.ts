/** The route of the configuration of a dataset. The view is a search parameter. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"
import { viewSearch } from "./views.ts"

const configuration = createRoute({
  getParentRoute: () => datasetRoute,
  path: "configuration",
  validateSearch: viewSearch,
  component: lazyRouteComponent(() => import("./ConfigurationPage.tsx"), "ConfigurationPage"),
})

export const configurationRoutes = [configuration] as const
