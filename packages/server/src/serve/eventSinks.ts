/** Publishes events to the sinks of `ANNOTARY_EVENT_SINKS` in the worker role. */
import { isAbsolute, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { areValidNames, type EventSink, makeSinksLayer } from "@annotary/core/effect"
import { Effect, Layer, type Scope } from "effect"
import { CommandFailed, getReason } from "../cli/failures.ts"
import type { Running } from "../engine/engineLayer.ts"
import { settings as all, type Settings } from "../settings/settings.ts"

type Env = Readonly<Record<string, string | undefined>>

/** Publishes until the scope closes. Fails when a sink cannot be loaded; one that is unavailable is retried. */
export const publishToSinks = (
  { eventSinks }: Settings,
  env: Env,
): Effect.Effect<void, CommandFailed, Running | Scope.Scope> =>
  Effect.gen(function* () {
    if (eventSinks.length === 0) return
    const sinks = yield* Effect.forEach(eventSinks, (module) => loadSink(module, env))
    if (!areValidNames(sinks))
      return yield* new CommandFailed({
        sentence: `The sinks of ${all.eventSinks.name} need their own names, of letters, digits, dots, underscores and hyphens.`,
      })
    yield* Layer.build(makeSinksLayer(sinks))
  })

const loadSink = (module: string, env: Env): Effect.Effect<EventSink, CommandFailed> =>
  Effect.tryPromise({
    try: async () => {
      const { default: make }: { readonly default?: unknown } = await importModule(module)
      if (typeof make !== "function")
        throw new Error("It must export a function by default that makes the sink.")
      const sink: unknown = await make({ env })
      if (!isSink(sink)) throw new Error("Its function must return an object with name and publish.")
      return sink
    },
    catch: (error) =>
      new CommandFailed({
        sentence: `The module ${module} of ${all.eventSinks.name} cannot be used. ${getReason(error)}`,
      }),
  })

/** A path is relative to the folder of the process, where packages are looked for first, then beside the server. */
const importModule = async (module: string): Promise<{ readonly default?: unknown }> => {
  if (module.startsWith(".") || isAbsolute(module)) return import(pathToFileURL(resolve(module)).href)
  const { resolve: findModule } = await import("import-meta-resolve")
  let address: string
  try {
    address = findModule(module, pathToFileURL(join(process.cwd(), "package.json")).href)
  } catch {
    return import(module)
  }
  return import(address)
}

const isSink = (value: unknown): value is EventSink =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "publish" in value &&
  typeof value.publish === "function"
