/** The route of the agreement of a dataset: how alike the labels of several people are. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

const agreement = createRoute({
  getParentRoute: () => datasetRoute,
  path: "agreement",
  component: lazyRouteComponent(() => import("./AgreementPage.tsx"), "AgreementPage"),
})

export const agreementRoutes = [agreement] as const
