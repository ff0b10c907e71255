/** The route of the quality of a dataset: its warnings by rule. The chosen rule is a search parameter. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"

const quality = createRoute({
  getParentRoute: () => datasetRoute,
  path: "quality",
  validateSearch: ({ rule }: Readonly<Record<string, unknown>>): { readonly rule?: string } =>
    typeof rule === "string" && rule !== "" ? { rule } : {},
  component: lazyRouteComponent(() => import("./QualityPage.tsx"), "QualityPage"),
})

export const qualityRoutes = [quality] as const
