/** The access log: one line per finished request. */
import type { Observation } from "@annotary/http"
import { Effect, type Runtime } from "effect"
import * as FiberRuntime from "effect/Runtime"

/** Frequent and uninteresting: logged at debug level. */
const quiet = new Set(["/healthz", "/readyz", "/metrics"])

export const accessLog = (runtime: Runtime.Runtime<never>): ((observation: Observation) => void) => {
  const run = FiberRuntime.runFork(runtime)
  return (observation) => {
    const {
      aborted,
      bytes,
      clientAddress,
      durationMillis,
      method,
      requestId,
      route = "unmatched",
      status,
    } = observation
    const user = textIn(observation.actor, "username")
    const key = textIn(observation.actor, "apiKeyId")
    const line = quiet.has(route) ? Effect.logDebug("request") : Effect.logInfo("request")
    run(
      Effect.annotateLogs(line, {
        requestId,
        method,
        route,
        status,
        ms: Math.round(durationMillis * 100) / 100,
        bytes,
        ...(clientAddress === undefined ? {} : { client: clientAddress }),
        ...(user === undefined ? {} : { user }),
        ...(key === undefined ? {} : { key }),
        ...(aborted ? { aborted } : {}),
      }),
    )
  }
}

const textIn = (actor: unknown, name: string): string | undefined => {
  const value: unknown = typeof actor === "object" && actor !== null ? Reflect.get(actor, name) : undefined
  return typeof value === "string" ? value : undefined
}
