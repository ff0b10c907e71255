/** The entry point for hosts: the API over an engine, as `Request` → `Response` or for custom adapters. */
export { AnnotaryApi, apiVersion } from "./api/Api.ts"
export { openApi } from "./api/openapi.ts"
export { type AgentAddressOptions, makeAgentAddress } from "./handlers/agents/makeAgentAddress.ts"
export { toAgreementJson } from "./handlers/agreement.ts"
export { makeProviderSignIn, type ProviderSignInOptions } from "./handlers/console/makeProviderSignIn.ts"
export { type SignInFlow, type SignInProvider, SignInRefused } from "./handlers/console/SignInProvider.ts"
export type { ConsoleOptions } from "./handlers/console/site.ts"
export { type ApiOptions, type ApiServices, makeApi } from "./handlers/makeApi.ts"
export { makeOperations } from "./handlers/makeOperations.ts"
export { toApiKeyJson, toQuotaJson } from "./handlers/records.ts"
export { toAuditJson, toAuditWorkJson } from "./handlers/releaseAudits.ts"
export type { HostReport } from "./handlers/serverStatus.ts"
export type { OperationsOptions, StatusOptions } from "./handlers/status.ts"
export { installedSite } from "./site/SiteFiles.ts"
export { type SiteOptions, withConsole } from "./site/withConsole.ts"
export type { Proxies } from "./transport/address/clientAddress.ts"
export { listHosts } from "./transport/address/hostNames.ts"
export { Budget } from "./transport/body/budget.ts"
export type { LargeBodies } from "./transport/codec/largeBodies.ts"
export { combineHandlers } from "./transport/combineHandlers.ts"
export type { Observation } from "./transport/exchange/exchange.ts"
export type { Incoming } from "./transport/exchange/incoming.ts"
export type { HeaderList, Outlet, Responder } from "./transport/exchange/responder.ts"
export type { HttpHandler } from "./transport/handler.ts"
export { minify } from "./transport/json/minify.ts"
export { type JsonDocument, type ScanLimits, scan, scanLimits } from "./transport/json/scan.ts"
export type { TransportOptions } from "./transport/settings.ts"
export { toFetch, toWeb, type WebOptions, type WebSource } from "./transport/web.ts"
export {
  fetchHandler,
  type HostedEngine,
  type HostedOptions,
  type HostOptions,
  makeHostedApi,
  webHandler,
} from "./web.ts"
