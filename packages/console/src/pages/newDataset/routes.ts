/** The route of a new dataset. `owner` proposes an organization that will own it. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"

const readOwnerSearch = ({ owner }: Readonly<Record<string, unknown>>): { readonly owner?: string } =>
  typeof owner === "string" && owner !== "" ? { owner } : {}

const newDataset = createRoute({
  getParentRoute: () => signedInRoute,
  path: "new-dataset",
  validateSearch: readOwnerSearch,
  component: lazyRouteComponent(() => import("./NewDatasetPage.tsx"), "NewDatasetPage"),
})

export const newDatasetRoutes = [newDataset] as const
