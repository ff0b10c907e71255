/** Test events through the dispatcher: at once, once, and beside whatever waits. */
import { DeliveryStore, EndpointStore, Notifier, now } from "@annotary/core/effect"
import { ann, listDeliveries, makeEvent } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Option } from "effect"
import type { SendResult } from "../../src/http/Sender.ts"
import { inSimulatedTime } from "../support/simulatedTime.ts"
import { answer, dispatching, endpointOf, happen, headerOf, senderDoing, until, world } from "./world.ts"

/** A test as an account's owner asks for one. */
const test = (place: Effect.Effect.Success<typeof ann>, endpoint: Effect.Effect.Success<typeof one>) =>
  Effect.gen(function* () {
    const event = yield* makeEvent(place.dataset)
    const added = yield* (yield* DeliveryStore).addTest(endpoint.id, { ...event, createdAt: yield* now })
    yield* (yield* Notifier).notify("webhook_tests")
    return Option.getOrThrow(added)
  })

const one = Effect.flatMap(ann, ({ owner }) => endpointOf(owner))

describe("a test event", () => {
  it.scopedLive("that is answered with 400 is not tried again, and does not have live events wait", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner, { fifo: true })
      const { sender, sent } = senderDoing(({ body }) =>
        Effect.succeed(answer(sent.length === 1 && body.length > 0 ? 400 : 200)),
      )
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          const { id } = yield* test(place, endpoint)
          const ended = Effect.map(listDeliveries(endpoint, { states: ["dead"] }), (dead) =>
            dead.some((each) => each.id === id),
          )
          yield* until(ended)
          yield* happen(place, 3)
          yield* until(
            Effect.map(listDeliveries(endpoint, { states: ["delivered"] }), (all) => all.length === 3),
          )
        }),
      )
      assert.lengthOf(sent, 4)
      const health = (yield* (yield* EndpointStore).health([endpoint.id])).get(endpoint.id)
      assert.isNull(health?.failingSince)
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("is sent while as many requests hang as an endpoint may have", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const gate = yield* Deferred.make<SendResult>()
      const { sender, sent } = senderDoing((_, nth) =>
        nth <= 8 ? Deferred.await(gate) : Effect.succeed(answer(200)),
      )
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 20)
          yield* until(() => sent.length === 8)
          const { eventId } = yield* test(place, endpoint)
          yield* until(() => sent.length === 9)
          assert.strictEqual(sent[8] && headerOf(sent[8], "webhook-id"), eventId)
          yield* Deferred.succeed(gate, answer(200))
          yield* until(
            Effect.map(listDeliveries(endpoint, { states: ["delivered"] }), (all) => all.length === 21),
          )
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})
