/** The route of links of invitations. People open it before they have an account, too. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../app/parents.ts"

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "invitation",
  component: lazyRouteComponent(() => import("./InvitationPage.tsx"), "InvitationPage"),
})

export const invitationRoutes = [invitation] as const
