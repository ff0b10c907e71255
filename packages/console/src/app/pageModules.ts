/**
 * The modules of each page, by the id of its route. The server names their files in the page that it sends, so that a browser loads them
 * at once and not one after the other.
 */
import type { makeRouter } from "./router.ts"

/** A module that the pages below a route share. */
export interface PageFrame {
  /** Below `src`. */
  readonly modules: ReadonlyArray<string>
  /** Addresses of the API that the frame reads first. These must be the addresses of its calls to the letter. */
  readonly calls: ReadonlyArray<string>
}

/** The routes around pages, by their ids. */
export const pageFrames = {
  "/signed-in": { modules: ["app/pageStyles.ts", "app/Shell.tsx"], calls: ["/console/session", "/claims/"] },
  "/signed-in/d/$owner/$dataset": {
    modules: ["app/DatasetFrame.tsx"],
    calls: ["/datasets/$owner/$dataset/"],
  },
  "/whole-window": { modules: ["app/pageStyles.ts"], calls: ["/console/session"] },
} as const satisfies Readonly<Record<string, PageFrame>>

/** Routes whose page is not known from their address alone. */
type WithoutPage = "__root__" | "/signed-in/admin" | "/signed-in/orgs/$organization"

type PageId = Exclude<
  keyof ReturnType<typeof makeRouter>["routesById"],
  keyof typeof pageFrames | WithoutPage
>

/** The modules of each page, below `src`. A route that leads to another has those of the other. */
export const pageModules: { readonly [Id in PageId]: ReadonlyArray<string> } = {
  "/sign-in": ["pages/signIn/SignInPage.tsx"],
  "/invitation": ["app/pageStyles.ts", "pages/invitation/InvitationPage.tsx"],
  "/signed-in/": ["pages/datasets/DatasetsPage.tsx"],
  "/signed-in/account": ["pages/account/AccountPage.tsx"],
  "/signed-in/account/shortcuts": ["pages/account/ShortcutsPage.tsx"],
  "/signed-in/admin/": ["pages/admin/UsersPage.tsx"],
  "/signed-in/admin/users": ["pages/admin/UsersPage.tsx"],
  "/signed-in/admin/jobs": ["pages/admin/JobsPage.tsx"],
  "/signed-in/admin/audit": ["pages/admin/AuditPage.tsx"],
  "/signed-in/admin/health": ["pages/admin/HealthPage.tsx"],
  "/signed-in/datasets": ["pages/datasets/DatasetsPage.tsx"],
  "/signed-in/new-dataset": ["pages/newDataset/NewDatasetPage.tsx"],
  "/signed-in/orgs/$organization/members": ["pages/organizations/MembersPage.tsx"],
  "/signed-in/orgs/$organization/datasets": ["pages/organizations/OrganizationDatasetsPage.tsx"],
  "/signed-in/orgs/$organization/settings": ["pages/organizations/OrganizationSettingsPage.tsx"],
  "/signed-in/orgs/$organization/webhooks": ["pages/webhooks/EndpointsPage.tsx"],
  "/signed-in/webhooks": ["pages/webhooks/EndpointsPage.tsx"],
  "/signed-in/webhooks/new": ["pages/webhooks/NewEndpointPage.tsx"],
  "/signed-in/webhooks/deliveries": ["pages/webhooks/DeliveriesPage.tsx"],
  "/signed-in/webhooks/$endpoint": ["pages/webhooks/EndpointPage.tsx"],
  "/signed-in/webhooks/$endpoint/settings": ["pages/webhooks/EndpointSettingsPage.tsx"],
  "/signed-in/d/$owner/$dataset/": ["pages/dataset/OverviewPage.tsx"],
  "/signed-in/d/$owner/$dataset/configuration": ["pages/configuration/ConfigurationPage.tsx"],
  "/signed-in/d/$owner/$dataset/samples": ["pages/samples/SamplesPage.tsx", "pages/samples/firstRows.ts"],
  "/signed-in/d/$owner/$dataset/import": ["pages/transfers/ImportPage.tsx"],
  "/signed-in/d/$owner/$dataset/exports": ["pages/transfers/ExportsPage.tsx"],
  "/signed-in/d/$owner/$dataset/releases": ["pages/releases/ReleasesPage.tsx"],
  "/signed-in/d/$owner/$dataset/releases/$release/diff/$other": ["pages/releases/DiffPage.tsx"],
  "/signed-in/d/$owner/$dataset/releases/$release/audits": ["pages/audits/AuditsPage.tsx"],
  "/signed-in/d/$owner/$dataset/releases/$release/audits/$audit": ["pages/audits/AuditPage.tsx"],
  "/signed-in/d/$owner/$dataset/queue": ["pages/queue/QueuePage.tsx"],
  "/signed-in/d/$owner/$dataset/issues": ["pages/issues/IssuesPage.tsx"],
  "/signed-in/d/$owner/$dataset/quality": ["pages/quality/QualityPage.tsx"],
  "/signed-in/d/$owner/$dataset/agreement": ["pages/agreement/AgreementPage.tsx"],
  "/signed-in/d/$owner/$dataset/gold": ["pages/gold/GoldPage.tsx"],
  "/signed-in/d/$owner/$dataset/settings": ["pages/datasetSettings/SettingsPage.tsx"],
  "/whole-window/d/$owner/$dataset/samples/$uuid": ["pages/samples/SamplePage.tsx"],
  "/whole-window/d/$owner/$dataset/samples/$uuid/gold": ["pages/gold/KnownLabelPage.tsx"],
  "/whole-window/d/$owner/$dataset/releases/$release/audits/$audit/check": [
    "pages/audits/check/CheckPage.tsx",
  ],
  "/whole-window/d/$owner/$dataset/label": ["workbench/session/queuePages.tsx"],
  "/whole-window/d/$owner/$dataset/review": ["workbench/session/queuePages.tsx"],
}

/** Loads what pages need besides, with a value of a search parameter. */
export const searchModules: { readonly [Id in `${PageId}?${string}`]?: ReadonlyArray<string> } = {
  "/signed-in/d/$owner/$dataset/configuration?view=json": ["pages/configuration/json/JsonEditor.tsx"],
}
