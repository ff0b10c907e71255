/** The route of links of invitations. People open it before they have an account, too. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../app/parents.ts"

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "invitation",
  // The key of a new account is shown in a dialog.
  beforeLoad: async () => {
    await import("../../app/pageStyles.ts")
  },
  component: lazyRouteComponent(() => import("./InvitationPage.tsx"), "InvitationPage"),
})

export const invitationRoutes = [invitation] as const
