/** The start page leads to what most people come for. */
import { createRoute, redirect } from "@tanstack/react-router"
import { signedInRoute } from "./parents.ts"

export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/datasets" })
  },
})
