/** `annotary serve`: runs the engine with the roles of this process and reports when it is ready. */
import { setFlagsFromString } from "node:v8"
import {
  CurrentActor,
  JobWorker,
  layerJobHandlers,
  layerWorkers,
  Maintenance,
  SigningKeys,
  system,
} from "@annotary/core/effect"
import { Cause, Effect, Layer, Redacted, type Scope } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printLine } from "../cli/output.ts"
import { engineLayer, type Running } from "../engine/engineLayer.ts"
import { storageProblem } from "../engine/storageProblem.ts"
import { serveApi } from "../serve/api.ts"
import { makeFolder } from "../serve/dataDir.ts"
import { deliver } from "../serve/deliveries.ts"
import { firstStart, type MadeKey } from "../serve/firstStart.ts"
import { logging } from "../serve/logging.ts"
import { telemetry } from "../serve/telemetry.ts"
import { unknownVariables } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"

export const run = ({ settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    yield* makeFolder(values.dataDir)
    const address = { url: `http://${values.host}:${values.port}` }
    const engine = yield* engineLayer(values, () => address.url)
    yield* Effect.scoped(serve(values, address)).pipe(
      Effect.provide(engine),
      Effect.catchAllCause((cause) => storageProblem(values, Cause.squash(cause)) ?? Effect.failCause(cause)),
      Effect.provide(Layer.merge(logging(values), telemetry(process.env))),
    )
  })

const serve = (
  settings: Settings,
  address: { url: string },
): Effect.Effect<never, CommandFailed, Running | Scope.Scope> =>
  Effect.gen(function* () {
    for (const sentence of unknownVariables(process.env)) yield* Effect.logWarning(sentence)
    const made = yield* firstStart(settings).pipe(
      Effect.provideService(CurrentActor, system),
      Effect.mapError(refused),
    )
    const keys = yield* SigningKeys
    // Creates the signing key, when none is set, at the first start instead of with the first URL.
    yield* keys.sign("start")
    const isWorker = settings.roles.includes("worker")
    if (isWorker) yield* Layer.build(workers)
    const deliveries = isWorker ? yield* deliver(settings) : undefined
    const api = settings.roles.includes("api")
    if (api) address.url = (yield* serveApi(settings)).url
    const ready = api ? `listening on ${address.url}` : "working on jobs"
    // Requests make many objects that live for a moment: bin/annotary.js kept the space for them small, this is V8's default.
    setFlagsFromString("--semi-space-growth-factor=2")
    // One write, so that a reader of the first line has the second one too.
    yield* printLine(made === undefined ? ready : `${ready}\n${keyLine(made)}`)
    // Stops claiming before the API waits for its requests to end.
    return yield* Effect.onInterrupt(Effect.never, () =>
      Effect.zipRight(
        deliveries?.stop ?? Effect.void,
        Effect.logInfo("The server is stopping; waiting for running requests."),
      ),
    )
  })

const keyLine = ({ secret, user }: MadeKey): string =>
  `admin API key of ${user} (shown once): ${Redacted.value(secret)}`

/** Uses the running services. */
const workers: Layer.Layer<never, never, Running> = layerWorkers.pipe(
  Layer.provide(Layer.merge(JobWorker.Default, Maintenance.Default)),
  Layer.provide(layerJobHandlers),
)

const refused = (error: { readonly message: string }) =>
  new CommandFailed({
    sentence: `The site admin of the first start cannot be made; ANNOTARY_ADMIN_USER may name another one. ${error.message}`,
  })
