/** The route of the configuration of a dataset. The view is a search parameter. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

export const views = ["form", "json", "history"] as const
export type View = (typeof views)[number]

/** `view` is absent for the form. */
const viewSearch = ({ view }: Readonly<Record<string, unknown>>): { readonly view?: View } => {
  const named = views.find((one) => one === view)
  return named === undefined || named === "form" ? {} : { view: named }
}

const configuration = createRoute({
  getParentRoute: () => datasetRoute,
  path: "configuration",
  validateSearch: viewSearch,
  component: lazyRouteComponent(() => import("./ConfigurationPage.tsx"), "ConfigurationPage"),
})

export const configurationRoutes = [configuration] as const
