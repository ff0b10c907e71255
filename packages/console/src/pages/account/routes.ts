/** The routes of the account pages. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"

const account = createRoute({
  getParentRoute: () => signedInRoute,
  path: "account",
  component: lazyRouteComponent(() => import("./AccountPage.tsx"), "AccountPage"),
})

export const accountRoutes = [account] as const
