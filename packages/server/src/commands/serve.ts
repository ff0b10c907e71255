/** `annotary serve`: runs the engine with the roles of this process and reports when it is ready. */
import { setFlagsFromString } from "node:v8"
import {
  CurrentActor,
  JobWorker,
  type JsonTree,
  layerJobHandlers,
  layerWorkers,
  Maintenance,
  SigningKeys,
  system,
  writeJson,
} from "@annotary/core/effect"
import { sweepTemporaryFolders } from "@annotary/formats/files"
import { Cause, Effect, Layer, Redacted, Schedule, type Scope } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { CommandFailed } from "../cli/failures.ts"
import { JsonOutput } from "../cli/JsonOutput.ts"
import { printLine } from "../cli/output.ts"
import { getDatabaseKind } from "../databases/kinds.ts"
import { makeEngineLayer, type Running } from "../engine/engineLayer.ts"
import { toStorageProblem } from "../engine/storageProblem.ts"
import { serveApi } from "../serve/api.ts"
import { makeFolder } from "../serve/dataDir.ts"
import { deliver } from "../serve/deliveries.ts"
import { publishToSinks } from "../serve/eventSinks.ts"
import { type MadeKey, runFirstStart } from "../serve/firstStart.ts"
import { makeLoggingLayer } from "../serve/logging.ts"
import { makeObserved } from "../serve/observed.ts"
import { serveOperations } from "../serve/operations.ts"
import { findProcessIndex, reportStarted, superviseProcesses } from "../serve/processes.ts"
import { shrinkHeap } from "../serve/shrinkHeap.ts"
import { signInLink } from "../serve/signInLink.ts"
import { makeTelemetryLayer } from "../serve/telemetry.ts"
import { findAssetAddress } from "../settings/address.ts"
import { findUnknownVariables } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { formatVersion } from "../version.ts"

export const run = ({ settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    const { env } = yield* CommandProcess
    if (values.workers > 1 && findProcessIndex() === undefined)
      return yield* superviseProcesses({
        count: values.workers,
        // Longer than a process waits for its requests.
        stopMillis: (values.shutdownSeconds + 10) * 1000,
      }).pipe(Effect.provide(makeLoggingLayer(values)))
    yield* makeFolder(values.dataDir)
    const address = { url: findAssetAddress(values) ?? "" }
    const engine = yield* makeEngineLayer(values, () => address.url)
    yield* Effect.scoped(serve(values, address)).pipe(
      Effect.provide(engine),
      Effect.catchAllCause(
        (cause) => toStorageProblem(values, Cause.squash(cause)) ?? Effect.failCause(cause),
      ),
      Effect.provide(Layer.merge(makeLoggingLayer(values), makeTelemetryLayer(env))),
    )
  })

const serve = (
  settings: Settings,
  address: { url: string },
): Effect.Effect<never, CommandFailed, Running | Scope.Scope> =>
  Effect.gen(function* () {
    const { env, stdout } = yield* CommandProcess
    for (const sentence of findUnknownVariables(env)) yield* Effect.logWarning(sentence)
    const made = yield* runFirstStart(settings, { toFile: stdout.isTTY !== true }).pipe(
      Effect.provideService(CurrentActor, system),
      Effect.mapError(toCommandFailed),
    )
    const keys = yield* SigningKeys
    // Creates the signing key, when none is set, at the first start instead of with the first URL.
    yield* keys.sign("start")
    const isWorker = settings.roles.includes("worker")
    if (isWorker) yield* Layer.build(workers)
    const deliveries = isWorker ? yield* deliver(settings) : undefined
    if (isWorker) yield* publishToSinks(settings, env)
    const api = settings.roles.includes("api")
    const visible = api || settings.metricsPort !== undefined
    const observed = visible ? yield* makeObserved(settings) : undefined
    // Opens first and closes last: health is answered while the API waits for its requests.
    const operations = observed && (yield* serveOperations(settings, observed))
    if (api && observed !== undefined) address.url = (yield* serveApi(settings, observed)).url
    observed?.setServing(true)
    yield* Effect.forkScoped(sweepHourly)
    // Requests make many objects that live for a moment: bin/annotary.js kept the space for them small, this is V8's default.
    setFlagsFromString("--semi-space-growth-factor=2")
    // One write, so that a reader of the first line has the second one too.
    const link =
      api && made?.key._tag === "Shown" ? yield* signInLink(settings, address.url, made.user) : undefined
    const started = { url: api ? address.url : undefined, made, link, operations: operations?.url }
    const lines = (yield* JsonOutput) ? toStartedJson(started).map(writeJson) : formatStarted(started)
    yield* printStarted(lines, operations?.url)
    yield* startLine(settings)
    // After the first readiness checks and requests, which a client sends at once.
    yield* Effect.forkScoped(Effect.delay(Effect.sync(shrinkHeap), "1 second"))
    // Stops claiming before the API waits for its requests to end.
    return yield* Effect.onInterrupt(Effect.never, () => {
      observed?.setServing(false)
      return Effect.zipRight(
        deliveries?.stop ?? Effect.void,
        Effect.logInfo("The server is stopping; waiting for running requests."),
      )
    })
  })

/** One of several processes reports its lines to the one that supervises. The last line is that of the port for operators, where there is one. */
const printStarted = (lines: ReadonlyArray<string>, operations: string | undefined): Effect.Effect<void> =>
  findProcessIndex() === undefined
    ? printLine(lines.join("\n"))
    : reportStarted({ type: "started", lines, own: operations === undefined ? [] : lines.slice(-1) })

/** Removes temporary files of imports and exports whose process was killed. */
const sweepHourly: Effect.Effect<void> = Effect.promise(() => sweepTemporaryFolders()).pipe(
  Effect.tap((names) =>
    names.length === 0
      ? Effect.void
      : Effect.logInfo("Temporary folders of ended processes were removed.").pipe(
          Effect.annotateLogs({ count: names.length }),
        ),
  ),
  Effect.repeat(Schedule.spaced("1 hour")),
  Effect.asVoid,
)

interface Started {
  /** Undefined for a worker. */
  readonly url: string | undefined
  readonly made: MadeKey | undefined
  /** Signs the new admin in, once. */
  readonly link: string | undefined
  /** The port of health and metrics. */
  readonly operations: string | undefined
}

const formatStarted = ({ link, made, operations, url }: Started): ReadonlyArray<string> => [
  url === undefined ? "working on jobs" : `listening on ${url}`,
  ...(made === undefined ? [] : [formatKey(made)]),
  ...(link === undefined ? [] : [`sign in with a browser (once, within 5 minutes): ${link}`]),
  ...(operations === undefined ? [] : [`health and metrics on ${operations}`]),
]

const toStartedJson = ({ link, made, operations, url }: Started): ReadonlyArray<JsonTree> => [
  url === undefined ? { event: "working" } : { event: "listening", url },
  ...(made === undefined ? [] : [toKeyJson(made)]),
  ...(link === undefined ? [] : [{ event: "sign_in_link", url: link }]),
  ...(operations === undefined ? [] : [{ event: "operations", url: operations }]),
]

/** The line that says what runs here, for the reader of a log of many processes. The place of the database never contains its password. */
const startLine = ({ databaseUrl, metricsPort, roles }: Settings): Effect.Effect<void> => {
  const invisible = !roles.includes("api") && metricsPort === undefined
  const started = Effect.logInfo("The server has started.").pipe(
    Effect.annotateLogs({
      roles: roles.join(","),
      database: getDatabaseKind(databaseUrl),
      version: formatVersion(),
      node: process.versions.node,
      ...(findProcessIndex() === undefined ? {} : { process: findProcessIndex() }),
    }),
  )
  return invisible
    ? Effect.zipRight(
        started,
        Effect.logInfo("This worker has no port for health and metrics; ANNOTARY_METRICS_PORT sets one."),
      )
    : started
}

const formatKey = ({ key, user }: MadeKey): string =>
  key._tag === "Shown"
    ? `admin API key of ${user} (shown once): ${Redacted.value(key.secret)}`
    : `admin API key of ${user} written to ${key.path}`

const toKeyJson = ({ key, user }: MadeKey): JsonTree => ({
  event: "admin_key",
  user,
  ...(key._tag === "Shown" ? { key: Redacted.value(key.secret) } : { file: key.path }),
})

/** Uses the running services. */
const workers: Layer.Layer<never, never, Running> = layerWorkers.pipe(
  Layer.provide(Layer.merge(JobWorker.Default, Maintenance.Default)),
  Layer.provide(layerJobHandlers),
)

const toCommandFailed = (error: { readonly message: string }) => {
  if (error instanceof CommandFailed) return error
  return new CommandFailed({
    sentence: `The site admin of the first start cannot be made; ANNOTARY_ADMIN_USER may name another one. ${error.message}`,
  })
}
