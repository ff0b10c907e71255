/** A dispatcher over the storage in memory, with a sender that does as it is told. */
import type { Username } from "@annotary/core"
import { type Endpoint, EndpointId, generateId, Notifier, now, SigningKeys } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { addEndpoint, type ann, append, makeEvents, runInTransaction } from "@annotary/storage-contract"
import { Clock, Effect, Layer, Logger } from "effect"
import { Dispatcher, layerDispatcher } from "../../src/dispatcher/Dispatcher.ts"
import { type DispatchSettings, defaultDispatch } from "../../src/dispatcher/DispatchSettings.ts"
import type { Sender, SendRequest, SendResult } from "../../src/http/Sender.ts"
import { toAttemptError } from "../../src/http/SendFailure.ts"
import { Sealer } from "../../src/signing/Sealer.ts"

/** A storage of its own for each test, and what opens secrets. */
export const world = Layer.suspend(() =>
  Sealer.Default.pipe(
    Layer.provideMerge(SigningKeys.Default),
    Layer.provideMerge(memory()),
    Layer.provideMerge(Logger.replace(Logger.defaultLogger, Logger.none)),
  ),
)

export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`

export const endpointOf = (owner: Username, fields: Partial<Endpoint> = {}) =>
  Effect.gen(function* () {
    const id = yield* generateId(EndpointId)
    const sealed = yield* Effect.flatMap(Sealer, (sealer) => sealer.seal(secret, id))
    const secrets = [{ kind: "v1" as const, sealed, createdAt: yield* now, expiresAt: null }]
    return yield* addEndpoint(owner, { id, secrets, url: "https://example.com/hook", ...fields })
  })

/** So many committed events, told of as the engine does. */
export const happen = (place: Effect.Effect.Success<typeof ann>, count: number) =>
  Effect.gen(function* () {
    const events = yield* makeEvents(place.dataset, count)
    yield* runInTransaction(append(events))
    yield* Effect.flatMap(Notifier, (notifier) => notifier.notify("deliveries"))
    return events
  })

export const answer = (status: number, more: Partial<SendResult> = {}): SendResult => ({
  status,
  retryAfter: undefined,
  error: status < 300 ? null : toAttemptError("status"),
  responseHeaders: [],
  responseBody: "",
  responseCut: false,
  ...more,
})

/** Keeps what it was asked to send. */
export const senderDoing = (act: (request: SendRequest, nth: number) => Effect.Effect<SendResult>) => {
  const sent: Array<SendRequest> = []
  let now = 0
  let most = 0
  const sender: Sender = {
    send: (request) =>
      Effect.suspend(() => {
        sent.push(request)
        now += 1
        most = Math.max(most, now)
        return Effect.ensuring(
          act(request, sent.length),
          Effect.sync(() => {
            now -= 1
          }),
        )
      }),
    connections: () => now,
    close: () => {},
  }
  return { sender, sent, most: () => most }
}

export const headerOf = ({ headers }: SendRequest, name: string): string =>
  headers[headers.indexOf(name) + 1] ?? ""

/** Everything a hundred times sooner. */
export const soon: Partial<DispatchSettings> = {
  pollMillis: 100,
  maintenanceIntervalMillis: 50,
  flushMillis: 5,
  waits: [20, 20, 20],
}

export const dispatching = <A, E, R>(
  sender: Sender,
  body: Effect.Effect<A, E, R>,
  settings: Partial<DispatchSettings> = {},
) =>
  Effect.provide(
    Effect.zipRight(Dispatcher, body),
    layerDispatcher({ sender, worker: "test", settings: { ...defaultDispatch, ...soon, ...settings } }),
  )

export const until = <R = never>(
  holds: Effect.Effect<boolean, never, R> | (() => boolean),
  millis = 5000,
): Effect.Effect<void, never, R> =>
  Effect.gen(function* () {
    const deadline = (yield* Clock.currentTimeMillis) + millis
    for (;;) {
      if (typeof holds === "function" ? holds() : yield* holds) return
      if ((yield* Clock.currentTimeMillis) > deadline) return yield* Effect.dieMessage("That never came.")
      yield* Effect.sleep(5)
    }
  })
