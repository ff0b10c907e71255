/** The routes of the webhook pages. The account, filters and the open delivery are search parameters, so that every view is a link. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"
import { accountSearch, deliverySearch } from "./search.ts"

const webhooks = createRoute({
  getParentRoute: () => signedInRoute,
  path: "webhooks",
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import("./EndpointsPage.tsx"), "EndpointsPage"),
})

const newEndpoint = createRoute({
  getParentRoute: () => signedInRoute,
  path: "webhooks/new",
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import("./NewEndpointPage.tsx"), "NewEndpointPage"),
})

const deliveries = createRoute({
  getParentRoute: () => signedInRoute,
  path: "webhooks/deliveries",
  validateSearch: deliverySearch,
  component: lazyRouteComponent(() => import("./DeliveriesPage.tsx"), "DeliveriesPage"),
})

const endpoint = createRoute({
  getParentRoute: () => signedInRoute,
  path: "webhooks/$endpoint",
  validateSearch: deliverySearch,
  component: lazyRouteComponent(() => import("./EndpointPage.tsx"), "EndpointPage"),
})

const settings = createRoute({
  getParentRoute: () => signedInRoute,
  path: "webhooks/$endpoint/settings",
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import("./EndpointSettingsPage.tsx"), "EndpointSettingsPage"),
})

export const webhookRoutes = [webhooks, newEndpoint, deliveries, endpoint, settings] as const
