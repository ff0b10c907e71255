/** The route of the queues of a dataset. The queue and the person are search parameters, so that every view is a link. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute } from "../../app/parents.ts"
import { queueSearch } from "./search.ts"

const queue = createRoute({
  getParentRoute: () => datasetRoute,
  path: "queue",
  validateSearch: queueSearch,
  component: lazyRouteComponent(() => import("./QueuePage.tsx"), "QueuePage"),
})

export const queueRoutes = [queue] as const
