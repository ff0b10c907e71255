/** The routes of pages for people who are not signed in. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../app/parents.ts"

const readText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "sign-in",
  validateSearch: (search: Record<string, unknown>): { return?: string; error?: string } => {
    const [path, error] = [readText(search.return), readText(search.error)]
    return { ...(path === undefined ? {} : { return: path }), ...(error === undefined ? {} : { error }) }
  },
  component: lazyRouteComponent(() => import("./SignInPage.tsx"), "SignInPage"),
})

export const signInRoutes = [signIn] as const
