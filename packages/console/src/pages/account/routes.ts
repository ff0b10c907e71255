/** The routes of the account pages. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../../app/parents.ts"

const account = createRoute({
  getParentRoute: () => signedInRoute,
  path: "account",
  component: lazyRouteComponent(() => import("./AccountPage.tsx"), "AccountPage"),
})

const shortcuts = createRoute({
  getParentRoute: () => signedInRoute,
  path: "account/shortcuts",
  component: lazyRouteComponent(() => import("./ShortcutsPage.tsx"), "ShortcutsPage"),
})

export const accountRoutes = [account, shortcuts] as const
