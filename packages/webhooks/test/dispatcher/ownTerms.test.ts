/** What endpoints ask for themselves, what embedders are told, and what a span is linked to. */
import { createEngine } from "@annotary/core"
import {
  type DeliveryStore,
  type Endpoint,
  Outbox,
  parseSpan,
  type WebhookTransition,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { ann, append, listDeliveries, makeEvent, runInTransaction } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { layerDispatcher } from "../../src/dispatcher/Dispatcher.ts"
import { defaultDispatch } from "../../src/dispatcher/DispatchSettings.ts"
import { webhooks } from "../../src/webhooks.ts"
import { inSimulatedTime } from "../support/simulatedTime.ts"
import { answer, dispatching, endpointOf, happen, senderDoing, soon, until, world } from "./world.ts"

const isOver = (endpoint: Endpoint, state: string) =>
  Effect.flatMap(Effect.context<DeliveryStore>(), (context) =>
    until(
      Effect.provide(
        Effect.map(listDeliveries(endpoint), (all) => all.every((one) => one.state === state)),
        context,
      ),
    ),
  )

describe("an endpoint", () => {
  it.scopedLive("is given up on by its own schedule, and others by the server's", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const once = yield* endpointOf(place.owner, { retrySchedule: [] })
      const often = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(500)))
      yield* dispatching(
        sender,
        Effect.zipRight(happen(place, 1), Effect.zipRight(isOver(once, "dead"), isOver(often, "dead"))),
      )
      const to = ({ id }: Endpoint) => sent.filter(({ endpoint }) => endpoint === id).length
      assert.deepStrictEqual([to(once), to(often)], [1, 4])
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("is given its own time for a request, but no more than the lease leaves", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const [short, long, none] = [
        yield* endpointOf(place.owner, { timeoutSeconds: 2 }),
        yield* endpointOf(place.owner, { timeoutSeconds: 3600 }),
        yield* endpointOf(place.owner),
      ]
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      yield* dispatching(sender, Effect.zipRight(happen(place, 1), isOver(none, "delivered")))
      const of = ({ id }: Endpoint) => sent.find(({ endpoint }) => endpoint === id)?.timeoutMillis
      assert.deepStrictEqual([of(short), of(long), of(none)], [2000, 30_000 - 5 - 5000, null])
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("is not tried again for an event that will be too old by then", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner, { timeToLiveSeconds: 60, retrySchedule: [3600, 3600] })
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(500)))
      yield* dispatching(sender, Effect.zipRight(happen(place, 1), isOver(endpoint, "dead")))
      assert.lengthOf(sent, 1)
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("an embedder's hook", () => {
  it.scopedLive("is called for each transition, and does not stop the dispatcher by failing", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const gone = yield* endpointOf(place.owner)
      const dying = yield* endpointOf(place.owner, { retrySchedule: [] })
      const { sender } = senderDoing(({ endpoint }) =>
        Effect.succeed(answer(endpoint === gone.id ? 410 : 500)),
      )
      const called: Array<WebhookTransition> = []
      const onTransition = (transition: WebhookTransition) =>
        Effect.suspend(() => {
          called.push(transition)
          return Effect.dieMessage("The hook is broken.")
        })
      const settings = { ...defaultDispatch, ...soon }
      yield* Effect.provide(
        Effect.zipRight(
          happen(place, 1),
          until(() => called.length === 2),
        ),
        layerDispatcher({ sender, worker: "test", settings, onTransition }),
      )
      const [disabled] = called.filter(({ _tag }) => _tag === "Disabled")
      const [exhausted] = called.filter(({ _tag }) => _tag === "Exhausted")
      assert.deepInclude(disabled, { endpointId: gone.id, reason: "gone" })
      assert.deepInclude(exhausted, { endpointId: dying.id, eventType: "label.updated", lastStatus: 500 })
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("the span of an attempt", () => {
  const trace = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`

  it.scopedLive("is linked to the span in which its event was written", () =>
    Effect.gen(function* () {
      const { owner, dataset } = yield* ann
      const endpoint = yield* endpointOf(owner)
      const { sender } = senderDoing(() => Effect.succeed(answer(200)))
      const links: Array<ReadonlyArray<Tracer.SpanLink>> = []
      const native = yield* Effect.tracer
      const watching = Tracer.make({
        context: native.context,
        span: (name, parent, context, linked, ...rest) => {
          if (name === "webhook.attempt") links.push(linked)
          return native.span(name, parent, context, linked, ...rest)
        },
      })
      yield* runInTransaction(append([{ ...(yield* makeEvent(dataset)), trace }]))
      yield* Effect.withTracer(dispatching(sender, isOver(endpoint, "delivered")), watching)
      assert.deepStrictEqual(
        links.map((some) => some.map(({ span }) => [span.traceId, span.spanId])),
        [[["a".repeat(32), "b".repeat(16)]]],
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it("is known from the change on: what is traced is written with the event, and nothing else", async () => {
    const tracer = Layer.unwrapEffect(
      Effect.map(Effect.tracer, ({ context, span }) => Layer.setTracer(Tracer.make({ context, span }))),
    )
    const engine = await createEngine({
      storage: Layer.merge(memory(), tracer),
      extensions: [webhooks()],
      worker: false,
    })
    try {
      await engine.users.create({ username: "ann" })
      await engine.as("ann").users.setWebhooks(true)
      await engine.as("ann").datasets.create({ name: "cats", category: "other", taskType: "bboxes" })
      const [event] = await engine.runtime.runPromise(
        Effect.flatMap(Outbox, (outbox) => outbox.read({ after: null, limit: 1 })),
      )
      assert.strictEqual(parseSpan(event?.trace ?? "")?.sampled, true)
      assert.isUndefined(parseSpan("noop"))
    } finally {
      await engine.close()
    }
  })
})
