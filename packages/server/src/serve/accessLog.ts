/** The access log: one line per finished request, without a fiber unless the logger was replaced. */
import type { Observation } from "@annotary/http"
import { Effect, FiberRef, FiberRefs, LogLevel, type Runtime } from "effect"
import * as FiberRuntime from "effect/Runtime"
import { findDirectLog } from "./logging.ts"

/** Frequent and uninteresting: logged at debug level. */
const quiet = new Set(["/healthz", "/readyz", "/metrics"])

export const makeAccessLog = (runtime: Runtime.Runtime<never>): ((observation: Observation) => void) => {
  const minimum = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentMinimumLogLevel)
  const write = findDirectLog(runtime) ?? makeEffectWriter(runtime)
  return (observation) => {
    const level = quiet.has(observation.route ?? "") ? LogLevel.Debug : LogLevel.Info
    if (LogLevel.greaterThan(minimum, level)) return
    write({ date: new Date(), level, message: "request", fields: toFields(observation) })
  }
}

type Write = NonNullable<ReturnType<typeof findDirectLog>>

const makeEffectWriter = (runtime: Runtime.Runtime<never>): Write => {
  const run = FiberRuntime.runFork(runtime)
  return ({ fields, level, message }) =>
    run(Effect.annotateLogs(Effect.logWithLevel(level, message), Object.fromEntries(fields)))
}

const toFields = (observation: Observation): ReadonlyArray<readonly [string, unknown]> => {
  const { aborted, actor, bytes, clientAddress, durationMillis, method, requestId, route, status } =
    observation
  const fields: Array<readonly [string, unknown]> = [
    ["requestId", requestId],
    ["method", method],
    ["route", route ?? "unmatched"],
    ["status", status],
    ["ms", Math.round(durationMillis * 100) / 100],
    ["bytes", bytes],
  ]
  const user = findText(actor, "username")
  const key = findText(actor, "apiKeyId")
  if (clientAddress !== undefined) fields.push(["client", clientAddress])
  if (user !== undefined) fields.push(["user", user])
  if (key !== undefined) fields.push(["key", key])
  if (aborted) fields.push(["aborted", true])
  return fields
}

const findText = (actor: unknown, name: string): string | undefined => {
  const value: unknown = typeof actor === "object" && actor !== null ? Reflect.get(actor, name) : undefined
  return typeof value === "string" ? value : undefined
}
