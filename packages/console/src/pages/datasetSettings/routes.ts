/** The route of the settings of a dataset. The view is a search parameter. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"
import { viewSearch } from "./views.ts"

const settings = createRoute({
  getParentRoute: () => datasetRoute,
  path: "settings",
  validateSearch: viewSearch,
  component: lazyRouteComponent(() => import("./SettingsPage.tsx"), "SettingsPage"),
})

export const datasetSettingsRoutes = [settings] as const
