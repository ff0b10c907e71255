/** The routes of the workbench: the labeling and the reviewing session of a dataset. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { wholeWindowRoute } from "../app/parents.ts"

const label = createRoute({
  getParentRoute: () => wholeWindowRoute,
  path: "d/$owner/$dataset/label",
  component: lazyRouteComponent(() => import("./session/queuePages.tsx"), "LabelPage"),
})

const review = createRoute({
  getParentRoute: () => wholeWindowRoute,
  path: "d/$owner/$dataset/review",
  // The sample that is claimed first, whatever its place in the queue.
  validateSearch: ({ sample }: Readonly<Record<string, unknown>>): { readonly sample?: string } =>
    typeof sample === "string" ? { sample } : {},
  component: lazyRouteComponent(() => import("./session/queuePages.tsx"), "ReviewPage"),
})

export const workbenchRoutes = [label, review] as const
