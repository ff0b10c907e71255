/** What happens to requests in hand when the dispatcher stops, when the storage fails, and when the process was away for too long. */
import { DeliveryStore } from "@annotary/core/effect"
import { ann, claim, listDeliveries } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Scope } from "effect"
import { layerDispatcher, makeDispatcher } from "../../src/dispatcher/Dispatcher.ts"
import { defaultDispatch } from "../../src/dispatcher/DispatchSettings.ts"
import { makeTally } from "../../src/dispatcher/dispatchMetrics.ts"
import { type InFlightRequest, InFlightRequests } from "../../src/dispatcher/InFlightRequests.ts"
import { sendOne } from "../../src/dispatcher/sendOne.ts"
import type { SendResult } from "../../src/http/Sender.ts"
import { readMonotonicMillis } from "../../src/monotonic.ts"
import { inSimulatedTime } from "../support/simulatedTime.ts"
import {
  answer,
  dispatching,
  endpointOf,
  happen,
  headerOf,
  senderDoing,
  soon,
  until,
  world,
} from "./world.ts"

const settings = { ...defaultDispatch, ...soon }

describe("stopping", () => {
  it.scopedLive(
    "lets end what is being sent, gives back at once what was not begun, and tells what it knows",
    () =>
      Effect.gen(function* () {
        const place = yield* ann
        const endpoint = yield* endpointOf(place.owner)
        const gate = yield* Deferred.make<SendResult>()
        const { sender, sent } = senderDoing(() => Deferred.await(gate))
        const scope = yield* Scope.make()
        const { stop } = yield* Scope.extend(makeDispatcher({ sender, worker: "w", settings }), scope)
        yield* happen(place, 30)
        yield* until(() => sent.length === 8)

        yield* stop
        yield* happen(place, 5)
        // Somebody else has them at once, although eight requests are still under way.
        const { requests } = yield* claim({ inFlight: 100 })
        assert.lengthOf(requests, 27)
        const [closing] = yield* Effect.all([
          Effect.fork(Scope.close(scope, Exit.void)),
          Effect.delay(Deferred.succeed(gate, answer(200)), 50),
        ])
        yield* closing
        assert.lengthOf(sent, 8)
        const delivered = (yield* listDeliveries(endpoint)).filter(({ state }) => state === "delivered")
        assert.lengthOf(delivered, 8)
        assert.deepStrictEqual(
          new Set(delivered.map(({ eventId }) => eventId as string)),
          new Set(sent.map((request) => headerOf(request, "webhook-id"))),
        )
      }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("again and again under load sends nothing twice and loses nothing", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.delay(Effect.succeed(answer(200)), 3))
      const events = yield* happen(place, 300)
      const isDone = Effect.map(listDeliveries(endpoint), (all) =>
        all.every(({ state }) => state === "delivered"),
      )
      for (let round = 0; !(yield* isDone) && round < 100; round++)
        yield* Effect.scoped(
          Effect.provide(Effect.sleep(15), layerDispatcher({ sender, worker: "w", settings })),
        )
      assert.deepStrictEqual(
        sent.map((request) => headerOf(request, "webhook-id")).sort(),
        events.map(({ id }) => id as string),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("a storage that fails", () => {
  it.scopedLive("is told later what came of requests, and nothing is sent twice", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      const store = yield* DeliveryStore
      let failures = 0
      const away = Effect.suspend(() => {
        failures += 1
        return Effect.dieMessage("away")
      })
      const failing = DeliveryStore.of({
        ...store,
        complete: (ask) => (failures < 3 ? away : store.complete(ask)),
        claim: (ask) => (failures === 1 ? away : store.claim(ask)),
      })
      yield* Effect.provideService(
        dispatching(
          sender,
          Effect.gen(function* () {
            yield* happen(place, 10)
            yield* until(
              Effect.map(listDeliveries(endpoint), (all) =>
                all.every(({ state }) => state === "delivered"),
              ).pipe(Effect.provideService(DeliveryStore, store)),
            )
            assert.lengthOf(sent, 10)
          }),
        ),
        DeliveryStore,
        failing,
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive(
    "that refuses one completion is told the others",
    () =>
      Effect.gen(function* () {
        const place = yield* ann
        const endpoint = yield* endpointOf(place.owner)
        const { sender } = senderDoing(() => Effect.succeed(answer(200)))
        const store = yield* DeliveryStore
        const [poison] = yield* happen(place, 10)
        const refusing = DeliveryStore.of({
          ...store,
          complete: (ask) =>
            ask.completions.some(({ request }) =>
              request.deliveries.some(({ event }) => event.id === poison?.id),
            )
              ? Effect.dieMessage("I cannot keep this.")
              : store.complete(ask),
        })
        const delivered = Effect.map(
          listDeliveries(endpoint),
          (all) => all.filter(({ state }) => state === "delivered").length,
        )
        yield* Effect.provideService(
          dispatching(
            sender,
            until(
              Effect.provideService(
                Effect.map(delivered, (count) => count === 9),
                DeliveryStore,
                store,
              ),
              40_000,
            ),
          ),
          DeliveryStore,
          refusing,
        )
      }).pipe(Effect.provide(world), inSimulatedTime),
    60_000,
  )
})

const monotonicNow = Effect.clockWith((clock) => Effect.sync(() => readMonotonicMillis(clock)))

describe("a lease", () => {
  const heldOf = (validFor: number) =>
    Effect.zipWith(claim(), monotonicNow, ({ requests }, at): InFlightRequest => {
      const [request] = requests
      if (request === undefined) throw new Error("nothing was claimed")
      return {
        request,
        startsAt: 0,
        clockOffset: 0,
        validUntil: at + validFor,
        state: "sending",
      }
    })

  it.scopedLive("that may have ended while the process was away is not acted on", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* endpointOf(place.owner)
      yield* happen(place, 1)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      const prepare = () => Effect.succeed({ endpoint: "e", url: "", headers: [], body: Buffer.of() })
      const sending = {
        sender,
        prepare,
        waits: [1],
        tally: makeTally(),
        lastStarts: new Map(),
        spans: false,
        reportedBroken: new Set<string>(),
      }
      const held = yield* heldOf(-1)
      assert.isNull(yield* sendOne(sending, held))
      assert.lengthOf(sent, 0)
      assert.isNotNull(yield* sendOne(sending, { ...held, validUntil: held.validUntil + 1001 }))
      assert.lengthOf(sent, 1)
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("is renewed for as long as the request takes; one that is lost ends its request", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* endpointOf(place.owner)
      const store = yield* DeliveryStore
      let renewals = 0
      let keeping = true
      const watching = DeliveryStore.of({
        ...store,
        renew: (requests, millis) => {
          renewals += 1
          return keeping ? store.renew(requests, millis) : Effect.succeed(new Set<string>())
        },
      })
      let interrupted = 0
      const { sender, sent } = senderDoing(() =>
        Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            interrupted += 1
          }),
        ),
      )
      yield* Effect.provideService(
        dispatching(
          sender,
          Effect.gen(function* () {
            yield* happen(place, 10)
            yield* until(() => sent.length === 8 && renewals >= 2)
            assert.strictEqual(interrupted, 0)
            keeping = false
            yield* until(() => interrupted === 8)
          }),
          { renewMillis: 50 },
        ),
        DeliveryStore,
        watching,
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("requests in flight", () => {
  it.scopedLive("know who waits, who is being sent and who is next", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* endpointOf(place.owner)
      yield* happen(place, 4)
      const { requests } = yield* claim()
      const inFlight = new InFlightRequests(2)
      const held = requests.map(
        (request): InFlightRequest => ({
          request,
          startsAt: 0,
          clockOffset: 0,
          validUntil: 0,
          state: "queued",
        }),
      )
      const begun = held.map((one) => inFlight.add(one))
      assert.deepStrictEqual(begun, [held[0], held[1], undefined, undefined])
      assert.deepStrictEqual([inFlight.size, inFlight.sending], [4, 2])
      const [first, second, third, fourth] = held
      if (first === undefined || second === undefined || third === undefined || fourth === undefined)
        throw new Error("four were claimed")
      assert.strictEqual(inFlight.markSent(first), third)
      assert.isUndefined(inFlight.markSent(first))
      assert.deepStrictEqual(inFlight.withdraw(new Set()), [])
      // Out of the queue, and leased until the storage has it back.
      assert.deepStrictEqual(inFlight.withdraw(), [fourth])
      assert.deepStrictEqual(inFlight.withdraw(new Set()), [fourth])
      assert.deepStrictEqual([inFlight.size, inFlight.sending], [4, 2])
      inFlight.remove(fourth.request.token)
      assert.isUndefined(inFlight.markSent(second))
      inFlight.remove(first.request.token)
      assert.isUndefined(inFlight.markSent(third))
      assert.deepStrictEqual([inFlight.size, inFlight.sending], [2, 0])
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})
