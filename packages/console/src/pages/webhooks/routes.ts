/** The routes of the webhook pages. The account, filters and the open delivery are search parameters, so that every view is a link. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import type { signedInRoute } from "../../app/parents.ts"
import { readAccountSearch, readDeliverySearch } from "./search.ts"

/** The routes below the parent of pages that need somebody who is signed in. */
export const makeWebhookRoutes = (getParentRoute: () => typeof signedInRoute) => {
  const webhooks = createRoute({
    getParentRoute,
    path: "webhooks",
    validateSearch: readAccountSearch,
    component: lazyRouteComponent(() => import("./EndpointsPage.tsx"), "EndpointsPage"),
  })

  const newEndpoint = createRoute({
    getParentRoute,
    path: "webhooks/new",
    validateSearch: readAccountSearch,
    component: lazyRouteComponent(() => import("./NewEndpointPage.tsx"), "NewEndpointPage"),
  })

  const deliveries = createRoute({
    getParentRoute,
    path: "webhooks/deliveries",
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import("./DeliveriesPage.tsx"), "DeliveriesPage"),
  })

  const endpoint = createRoute({
    getParentRoute,
    path: "webhooks/$endpoint",
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import("./EndpointPage.tsx"), "EndpointPage"),
  })

  const settings = createRoute({
    getParentRoute,
    path: "webhooks/$endpoint/settings",
    validateSearch: readAccountSearch,
    component: lazyRouteComponent(() => import("./EndpointSettingsPage.tsx"), "EndpointSettingsPage"),
  })

  return [webhooks, newEndpoint, deliveries, endpoint, settings] as const
}
