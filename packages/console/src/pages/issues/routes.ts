/** The route of the issues of a dataset. The filters are search parameters, so that every view is a link. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"
import { issueSearch } from "./search.ts"

const issues = createRoute({
  getParentRoute: () => datasetRoute,
  path: "issues",
  validateSearch: issueSearch,
  component: lazyRouteComponent(() => import("./IssuesPage.tsx"), "IssuesPage"),
})

export const issueRoutes = [issues] as const
