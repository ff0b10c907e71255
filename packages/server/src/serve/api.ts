/** The API role: metrics and access log around the handlers, and the listening socket. */
import type { Observation } from "@annotary/http"
import { makeApi } from "@annotary/http"
import { type Listening, serveNode } from "@annotary/http/node"
import { Effect, type Scope } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import type { Running } from "../engine/engineLayer.ts"
import { makeMetrics } from "../metrics/metrics.ts"
import type { Settings } from "../settings/settings.ts"
import { version } from "../version.ts"
import { accessLog } from "./accessLog.ts"
import { shortReason } from "./dataDir.ts"
import { readiness } from "./readiness.ts"
import { telemetryWanted } from "./telemetry.ts"
import { transportOptions } from "./transport.ts"

/** Listens until the scope closes; then waits for requests in progress. */
export const serveApi = (
  settings: Settings,
): Effect.Effect<Listening, CommandFailed, Running | Scope.Scope> =>
  Effect.gen(function* () {
    const metrics = yield* Effect.acquireRelease(Effect.sync(makeMetrics), ({ stop }) => Effect.sync(stop))
    const log = accessLog(yield* Effect.runtime<never>())
    const observe = (observation: Observation) => {
      const { durationMillis, method, route = "unmatched", status } = observation
      metrics.observe({
        method: known.has(method) ? method : "OTHER",
        route,
        status,
        millis: durationMillis,
      })
      log(observation)
    }
    const handler = yield* makeApi({
      version: version(),
      ready: yield* readiness(settings),
      metrics: { text: Effect.promise(metrics.text), open: settings.metrics === "open" },
      transport: transportOptions(settings, telemetryWanted(process.env)),
      observe,
    })
    const { host, maxConnections, port, shutdownSeconds } = settings
    return yield* Effect.mapError(
      serveNode({ handler, host, port, maxConnections, stopMillis: shutdownSeconds * 1000 }),
      ({ cause }) =>
        new CommandFailed({
          sentence: `The server cannot listen on ${host}:${port}: ${shortReason(cause)}.`,
        }),
    )
  })

/** Clients can invent methods, which must not become labels. */
const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
