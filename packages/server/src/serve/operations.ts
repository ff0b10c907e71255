/** The port for operators, in every role: health, readiness and metrics of a process, also of one without the API. */
import { listHosts, makeOperations } from "@annotary/http"
import { type ListenFailed, type Listening, serveNode } from "@annotary/http/node"
import { Effect, type Scope } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import type { Running } from "../engine/engineLayer.ts"
import type { Settings } from "../settings/settings.ts"
import { getShortReason } from "./dataDir.ts"
import type { Observed } from "./observed.ts"
import { findProcessIndex } from "./processes.ts"

/** Listens until the scope closes. Undefined when no port is set. */
export const serveOperations = (
  settings: Settings,
  { ready, scraping }: Observed,
): Effect.Effect<Listening | undefined, CommandFailed, Running | Scope.Scope> =>
  Effect.gen(function* () {
    const { allowedHosts, metricsHost: host, metricsPort } = settings
    if (metricsPort === undefined) return undefined
    // Each process of ANNOTARY_WORKERS has a separate port, the next ones after the first.
    const index = findProcessIndex() ?? 0
    const port = metricsPort === 0 ? 0 : metricsPort + index
    const handler = yield* makeOperations({
      ready,
      metrics: scraping,
      transport: { allowedHosts: listHosts(host, allowedHosts) },
    })
    return yield* Effect.mapError(
      serveNode({ handler, host, port, maxConnections, stopMillis, isShared: false }),
      makeCannotListen(host, port),
    )
  })

/** More than any number of monitoring systems keeps open. */
const maxConnections = 100

/** A scrape that takes longer is not waited for when the server stops. */
const stopMillis = 1000

/** The failure for the user, with the address and the system's reason. */
export const makeCannotListen =
  (host: string, port: number) =>
  ({ cause }: ListenFailed): CommandFailed =>
    new CommandFailed({ sentence: `The server cannot listen on ${host}:${port}: ${getShortReason(cause)}.` })
