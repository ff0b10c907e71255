/** The route of the list of datasets. The page of the list is a search parameter. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"

/** `page` counts from 1, and is absent on the first page. */
const pageSearch = ({ page }: Readonly<Record<string, unknown>>): { readonly page?: number } =>
  typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {}

const datasets = createRoute({
  getParentRoute: () => signedInRoute,
  path: "datasets",
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import("./DatasetsPage.tsx"), "DatasetsPage"),
})

export const datasetRoutes = [datasets] as const
