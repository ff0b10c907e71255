/** The routes of the webhook pages alone, under the ids that they have in the console. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RegisteredRouter,
} from "@tanstack/react-router"
import { NotFoundPage } from "../app/NotFoundPage.tsx"
import { PageError } from "../app/PageError.tsx"
import type { signedInRoute } from "../app/parents.ts"
import { makeWebhookRoutes } from "../pages/webhooks/routes.ts"

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: PageError })
const parent = createRoute({ getParentRoute: () => root, id: "signed-in" })
// Cast: the pages use nothing of the session that the console's parent has.
const pages = makeWebhookRoutes(() => parent as unknown as typeof signedInRoute)
const routeTree = root.addChildren([parent.addChildren([...pages])])

/** A router that begins at the endpoints of an account. Cast: it has the console's routes, but not all of them. */
export const makeWebhookRouter = (owner: string | undefined): RegisteredRouter => {
  const start = owner === undefined ? "/webhooks" : `/webhooks?${new URLSearchParams({ owner })}`
  const history = createMemoryHistory({ initialEntries: [start] })
  // A link that is opened in another tab would lead to an address of the application that does not exist.
  history.createHref = () => "#"
  return createRouter({ routeTree, history, defaultPendingMs: 150 }) as unknown as RegisteredRouter
}
