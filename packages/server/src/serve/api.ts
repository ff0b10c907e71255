/** The API role: metrics and access log around the handlers, and the listening socket. */
import type { ConsoleOptions, Observation } from "@annotary/http"
import { combineHandlers, installedSite, makeApi, makeProviderSignIn, withConsole } from "@annotary/http"
import { type Listening, serveNode } from "@annotary/http/node"
import { Effect, type Scope } from "effect"
import { CommandProcess } from "../cli/CommandProcess.ts"
import type { CommandFailed } from "../cli/failures.ts"
import type { Running } from "../engine/engineLayer.ts"
import { openIdProvider } from "../openid/provider.ts"
import type { Settings } from "../settings/settings.ts"
import { getVersion } from "../version.ts"
import { makeAccessLog } from "./accessLog.ts"
import { withAgents } from "./agents.ts"
import type { Observed } from "./observed.ts"
import { makeCannotListen } from "./operations.ts"
import { isTelemetryEnabled } from "./telemetry.ts"
import { toTransportOptions } from "./transport.ts"

/** Listens until the scope closes; then waits for requests in progress. */
export const serveApi = (
  settings: Settings,
  { metrics, ready, report, scraping }: Observed,
): Effect.Effect<Listening, CommandFailed, Running | Scope.Scope> =>
  Effect.gen(function* () {
    const log = makeAccessLog(yield* Effect.runtime<never>())
    const observe = (observation: Observation) => {
      const { durationMillis, method, route = "unmatched", status } = observation
      metrics.observe({
        method: knownMethods.has(method) ? method : "OTHER",
        route,
        status,
        millis: durationMillis,
      })
      log(observation)
    }
    const transport = toTransportOptions(settings, isTelemetryEnabled((yield* CommandProcess).env))
    const provider = yield* openIdProvider(settings)
    const console = toConsoleOptions(settings, provider !== undefined)
    const api = yield* makeApi({
      version: getVersion(),
      ready,
      host: report,
      metrics: scraping,
      transport,
      observe,
      ...(console === undefined ? {} : { console }),
    })
    const signIn =
      console === undefined || provider === undefined
        ? api
        : combineHandlers(yield* makeProviderSignIn({ provider, console, transport, observe }), api)
    const agents = yield* withAgents(signIn, { transport, observe })
    const handler = console === undefined ? agents : withConsole(agents, { console, transport, observe })
    const { host, maxConnections, port, shutdownSeconds } = settings
    const listening = yield* Effect.mapError(
      serveNode({ handler, host, port, maxConnections, stopMillis: shutdownSeconds * 1000 }),
      makeCannotListen(host, port),
    )
    if (console !== undefined && installedSite() === undefined)
      yield* Effect.logInfo(
        "The console is not served: the package @annotary/console is not installed, or not built.",
      )
    return listening
  })

/** Undefined without a console: then there are no sessions, and no cookie counts. */
const toConsoleOptions = (
  { console, consoleAssetOrigins, consolePlainHttp, invitedAccounts, openidCreate }: Settings,
  provider: boolean,
): ConsoleOptions | undefined =>
  console === "on"
    ? {
        plainHttp: consolePlainHttp === "anywhere",
        assetOrigins: consoleAssetOrigins,
        provider,
        newAccounts:
          invitedAccounts === "on" ? "link" : provider && openidCreate !== "nobody" ? "provider" : "nobody",
      }
    : undefined

/** Clients can invent methods, which must not become labels. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
