/** The router: every area brings its routes, and each of its pages is loaded when it is opened first. */
import type { QueryClient } from "@tanstack/react-query"
import { createRouter } from "@tanstack/react-router"
import { base } from "../api/base.ts"
import { accountRoutes } from "../pages/account/routes.ts"
import { adminRoutes } from "../pages/admin/routes.ts"
import { agreementRoutes } from "../pages/agreement/routes.ts"
import { auditRoutes, wholeWindowAuditRoutes } from "../pages/audits/routes.ts"
import { configurationRoutes } from "../pages/configuration/routes.ts"
import { datasetPageRoutes } from "../pages/dataset/routes.ts"
import { datasetSettingsRoutes } from "../pages/datasetSettings/routes.ts"
import { datasetRoutes } from "../pages/datasets/routes.ts"
import { goldRoutes } from "../pages/gold/routes.ts"
import { invitationRoutes } from "../pages/invitation/routes.ts"
import { issueRoutes } from "../pages/issues/routes.ts"
import { newDatasetRoutes } from "../pages/newDataset/routes.ts"
import { organizationRoutes } from "../pages/organizations/routes.ts"
import { qualityRoutes } from "../pages/quality/routes.ts"
import { queueRoutes } from "../pages/queue/routes.ts"
import { releaseRoutes } from "../pages/releases/routes.ts"
import { sampleRoutes, wholeWindowSampleRoutes } from "../pages/samples/routes.ts"
import { signInRoutes } from "../pages/signIn/routes.ts"
import { transferRoutes } from "../pages/transfers/routes.ts"
import { makeWebhookRoutes } from "../pages/webhooks/routes.ts"
import { workbenchRoutes } from "../workbench/routes.ts"
import { PageError } from "./PageError.tsx"
import { datasetRoute, rootRoute, signedInRoute, wholeWindowRoute } from "./parents.ts"
import { startRoute } from "./startRoute.ts"

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  ...invitationRoutes,
  wholeWindowRoute.addChildren([...workbenchRoutes, ...wholeWindowSampleRoutes, ...wholeWindowAuditRoutes]),
  signedInRoute.addChildren([
    startRoute,
    ...accountRoutes,
    ...datasetRoutes,
    ...newDatasetRoutes,
    ...organizationRoutes,
    ...adminRoutes,
    ...makeWebhookRoutes(() => signedInRoute),
    datasetRoute.addChildren([
      ...datasetPageRoutes,
      ...configurationRoutes,
      ...sampleRoutes,
      ...transferRoutes,
      ...releaseRoutes,
      ...auditRoutes,
      ...queueRoutes,
      ...issueRoutes,
      ...qualityRoutes,
      ...agreementRoutes,
      ...goldRoutes,
      ...datasetSettingsRoutes,
    ]),
  ]),
])

export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: base,
    context: { queryClient },
    // In the place of the page that failed, so that the frame around it stays.
    defaultErrorComponent: PageError,
    defaultPreload: "intent",
    // The cache of answers decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    scrollRestoration: true,
  })

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
