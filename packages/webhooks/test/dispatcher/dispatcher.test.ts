import { type DeliveryState, DeliveryStore, type Endpoint, EndpointStore } from "@annotary/core/effect"
import { ann, listDeliveries } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric, Option, Tracer } from "effect"
import { Webhook } from "standardwebhooks"
import { Dispatcher, layerDispatcher } from "../../src/dispatcher/Dispatcher.ts"
import { defaultLimits } from "../../src/http/limits.ts"
import { answering, ok, receiver } from "../support/receivers.ts"
import { senderOf } from "../support/sending.ts"
import { inSimulatedTime } from "../support/simulatedTime.ts"
import {
  answer,
  dispatching,
  endpointOf,
  happen,
  headerOf,
  secret,
  senderDoing,
  until,
  world,
} from "./world.ts"

const statesOf = (endpoint: Endpoint) =>
  Effect.map(listDeliveries(endpoint), (deliveries) => deliveries.map(({ state }) => state))
const all = (endpoint: Endpoint, state: DeliveryState) =>
  Effect.flatMap(Effect.context<DeliveryStore>(), (context) =>
    until(
      Effect.provide(
        Effect.map(statesOf(endpoint), (states) => states.every((one) => one === state)),
        context,
      ),
    ),
  )

describe("the dispatcher", () => {
  it.scopedLive("sends what was committed, signed, and tells what came of it", () =>
    Effect.gen(function* () {
      const target = yield* Effect.acquireRelease(
        Effect.promise(() => receiver(answering(ok))),
        ({ close }) => Effect.promise(close),
      )
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner, { url: target.url })
      yield* dispatching(
        yield* senderOf({ limits: defaultLimits }),
        Effect.gen(function* () {
          const events = yield* happen(place, 3)
          yield* all(endpoint, "delivered")
          const received = target.received()
          for (const { id } of events) assert.include(received, `webhook-id: ${id}`)
          const [head = "", ...rest] = received.split("\r\n\r\n")
          const headers = Object.fromEntries(
            head.split("\r\n").map((line) => [line.split(": ")[0]?.toLowerCase(), line.split(": ")[1] ?? ""]),
          )
          const body = Buffer.from(rest[0]?.split("POST /hook")[0] ?? "", "latin1").toString()
          const verified = new Webhook(secret).verify(body, headers) as { readonly dataset: string }
          assert.strictEqual(verified.dataset, events[0]?.dataset)
          const store = yield* DeliveryStore
          for (const delivery of yield* listDeliveries(endpoint)) {
            const attempts = yield* store.attempts(delivery, { before: null, limit: 10 })
            assert.lengthOf(attempts, 1)
            assert.deepInclude(attempts[0], {
              outcome: "delivered",
              status: 200,
              error: null,
              responseBody: "ok",
              trigger: "live",
            })
          }
        }),
      )
    }).pipe(Effect.provide(world)),
  )

  it.scopedLive("begins at once when it is woken, and finds by itself what it was not woken for", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      yield* happen(place, 2)
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* all(endpoint, "delivered")
          yield* Effect.sleep(50)
          yield* happen(place, 1)
          yield* until(() => sent.length === 3, 1000)
        }),
        { pollMillis: 60_000 },
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("tries again after the waits, with the same bytes and id, and gives up after the last", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(500)))
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          const [event] = yield* happen(place, 1)
          yield* all(endpoint, "dead")
          assert.lengthOf(sent, 4)
          for (const request of sent) {
            assert.strictEqual(headerOf(request, "webhook-id"), event?.id)
            assert.deepStrictEqual(request.body, sent[0]?.body)
          }
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive(
    "sends at most eight requests to one endpoint at a time, and a slow one holds up nobody else",
    () =>
      Effect.gen(function* () {
        const place = yield* ann
        const slow = yield* endpointOf(place.owner, { url: "https://slow.example.com/" })
        const quick = yield* endpointOf(place.owner, { url: "https://quick.example.com/" })
        let slowNow = 0
        let slowMost = 0
        const { sender } = senderDoing(({ url }) => {
          if (url.includes("quick")) return Effect.succeed(answer(200))
          slowMost = Math.max(slowMost, ++slowNow)
          return Effect.delay(
            Effect.sync(() => {
              slowNow -= 1
              return answer(200)
            }),
            300,
          )
        })
        yield* dispatching(
          sender,
          Effect.gen(function* () {
            yield* happen(place, 40)
            yield* all(quick, "delivered")
            const before = (yield* statesOf(slow)).filter((state) => state === "delivered").length
            assert.isBelow(before, 20)
            yield* all(slow, "delivered")
            assert.strictEqual(slowMost, 8)
          }),
        )
      }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("pauses an endpoint that asks for it, and goes on with the others", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const busy = yield* endpointOf(place.owner, { url: "https://busy.example.com/" })
      const other = yield* endpointOf(place.owner, { url: "https://other.example.com/" })
      const { sender, sent } = senderDoing(({ url }) =>
        Effect.succeed(url.includes("busy") ? answer(429, { retryAfter: "60" }) : answer(200)),
      )
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 1)
          yield* all(other, "delivered")
          yield* until(() => sent.length === 2)
          yield* Effect.sleep(100)
          yield* happen(place, 5)
          yield* all(other, "delivered")
          yield* Effect.sleep(200)
          assert.lengthOf(
            sent.filter(({ url }) => url.includes("busy")),
            1,
          )
          const health = yield* Effect.flatMap(EndpointStore, (store) => store.health([busy.id]))
          assert.isNotNull(health.get(busy.id)?.pausedUntil)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("disables an endpoint that says 410, once, and holds what waits for it", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender } = senderDoing(() => Effect.succeed(answer(410)))
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 12)
          yield* all(endpoint, "held")
          const stored = yield* Effect.flatMap(EndpointStore, (store) => store.byId(endpoint.id))
          assert.deepInclude(Option.getOrThrow(stored), { enabled: false, disabledReason: "gone" })
          const changed = yield* Metric.value(
            Metric.counter("annotary_webhook_endpoint_changes_total", {
              description: "Endpoints that are failing, were disabled or have recovered.",
            }).pipe(Metric.tagged("change", "disabled_gone")),
          )
          assert.isAtLeast(changed.count, 1)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive(
    "sends to a fifo endpoint one after the other, in the order of the events, whatever fails",
    () =>
      Effect.gen(function* () {
        const place = yield* ann
        const endpoint = yield* endpointOf(place.owner, { fifo: true })
        const { most, sender, sent } = senderDoing((_, nth) =>
          Effect.succeed(answer(nth % 3 === 0 ? 500 : 200)),
        )
        yield* dispatching(
          sender,
          Effect.gen(function* () {
            const events = yield* happen(place, 20)
            yield* all(endpoint, "delivered")
            const order = sent.map((request) => headerOf(request, "webhook-id"))
            const firsts = order.filter((id, at) => order.indexOf(id) === at)
            assert.deepStrictEqual(
              firsts,
              events.map(({ id }) => id as string),
            )
            assert.strictEqual(most(), 1)
          }),
        )
      }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("sends many events in few requests to an endpoint that takes several", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner, { batch: 100 })
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          const events = yield* happen(place, 250)
          yield* all(endpoint, "delivered")
          const told = sent.flatMap(
            ({ body }) =>
              (JSON.parse(Buffer.from(body).toString()) as { readonly events: ReadonlyArray<{ id: string }> })
                .events,
          )
          assert.deepStrictEqual(
            told.map(({ id }) => id).sort(),
            events.map(({ id }) => id as string),
          )
          assert.isAtMost(sent.length, 3)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("counts a request that cannot be signed as failed, and sends the others", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const good = yield* endpointOf(place.owner)
      const secrets = [
        { kind: "v1" as const, sealed: "sealed1.none.none", createdAt: good.createdAt, expiresAt: null },
      ]
      const broken = yield* endpointOf(place.owner, { secrets })
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 3)
          yield* all(good, "delivered")
          yield* all(broken, "dead")
          assert.lengthOf(sent, 3)
          const [delivery] = yield* listDeliveries(broken)
          if (delivery === undefined) throw new Error("none")
          const attempts = yield* Effect.flatMap(DeliveryStore, (store) =>
            store.attempts(delivery, { before: null, limit: 1 }),
          )
          assert.strictEqual(attempts[0]?.error?.code, "unsealable")
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("signs with every secret that has not expired, newest first", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const [first] = endpoint.secrets
      if (first === undefined) throw new Error("none")
      const expiring = (text: string) => ({ ...first, expiresAt: text as typeof first.createdAt })
      yield* Effect.flatMap(EndpointStore, (store) =>
        store.update({
          ...endpoint,
          secrets: [first, expiring("2999-01-01T00:00:00.000000Z"), expiring("2020-01-01T00:00:00.000000Z")],
        }),
      )
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 1)
          yield* all(endpoint, "delivered")
          assert.lengthOf(
            sent.flatMap((request) => headerOf(request, "webhook-signature").split(" ")),
            2,
          )
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("makes a span for each attempt", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender } = senderDoing((_, nth) => Effect.succeed(answer(nth === 1 ? 500 : 200)))
      const spans: Array<Tracer.Span> = []
      const native = yield* Effect.tracer
      const watching = Tracer.make({
        context: native.context,
        span: (name, ...rest) => {
          const span = native.span(name, ...rest)
          if (name === "webhook.attempt") spans.push(span)
          return span
        },
      })
      yield* Effect.withTracer(
        dispatching(
          sender,
          Effect.gen(function* () {
            yield* happen(place, 1)
            yield* all(endpoint, "delivered")
          }),
        ),
        watching,
      )
      assert.deepStrictEqual(
        spans.map(({ attributes, kind }) => [
          kind,
          attributes.get("webhook.attempt"),
          attributes.get("http.response.status_code"),
          attributes.get("webhook.outcome"),
        ]),
        [
          ["client", 1, 500, "status"],
          ["client", 2, 200, "delivered"],
        ],
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.effect("does not start with a lease that may end before the request does", () =>
    Effect.gen(function* () {
      const { sender } = senderDoing(() => Effect.succeed(answer(200)))
      for (const [settings, least] of [
        [{ leaseMillis: 20_000 }, 20_020],
        [{ leaseMillis: 20_019 }, 20_020],
        [{ renewMillis: 16_000 }, 32_000],
      ] as const) {
        const refused = yield* Effect.flip(
          Effect.scoped(Effect.provide(Dispatcher, layerDispatcher({ sender, worker: "w", settings }))),
        )
        assert.deepInclude(refused, { _tag: "DispatchMisconfigured", setting: "leaseMillis", least })
        assert.include(refused.message, "`leaseMillis`")
      }
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})
