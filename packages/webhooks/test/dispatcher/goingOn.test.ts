/** The dispatcher goes on claiming, sending and recording, whatever was lost, refused or slow on the way. */
import { DeliveryStore, type Endpoint, type Recovery, StorageFailure } from "@annotary/core/effect"
import { ann, listDeliveries } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { defaultLimits } from "../../src/http/limits.ts"
import { inSimulatedTime } from "../support/simulatedTime.ts"
import { answer, dispatching, endpointOf, happen, headerOf, senderDoing, until, world } from "./world.ts"

type Store = typeof DeliveryStore.Service

/** Dispatches over a store that is sound but for one thing; the body sees the sound one. */
const over = <A, E, R>(
  change: (store: Store) => Partial<Store>,
  dispatch: <B, F, S>(body: Effect.Effect<B, F, S>) => ReturnType<typeof dispatching<B, F, S>>,
  body: Effect.Effect<A, E, R>,
) =>
  Effect.flatMap(DeliveryStore, (store) =>
    Effect.provideService(
      dispatch(Effect.provideService(body, DeliveryStore, store)),
      DeliveryStore,
      DeliveryStore.of({ ...store, ...change(store) }),
    ),
  )

const deliveredOf = (endpoint: Endpoint) =>
  Effect.map(listDeliveries(endpoint), (all) => all.filter(({ state }) => state === "delivered").length)

/** As `until`, for what needs services. */
const untilHolds = <R>(holds: Effect.Effect<boolean, never, R>, millis?: number) =>
  Effect.flatMap(Effect.context<R>(), (context) => until(Effect.provide(holds, context), millis))

const untilDelivered = (endpoint: Endpoint, count: number, millis = 5000) =>
  untilHolds(
    Effect.map(deliveredOf(endpoint), (n) => n === count),
    millis,
  )

/** What hangs is waited for at the end, for so long and a second. */
const brief = { limits: { ...defaultLimits, totalMillis: 100 } }
const full = { ...brief, capacity: 8, pollMillis: 200 }

describe("beside an endpoint that hangs the dispatcher", () => {
  it.scopedLive("does not search anew for each event that it cannot send, and hears of those it can", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* endpointOf(place.owner, { url: "https://slow.example.com/" })
      const { sender, sent } = senderDoing(({ url }) =>
        url.includes("slow") ? Effect.never : Effect.succeed(answer(200)),
      )
      let searches = 0
      yield* over(
        (store) => ({
          claim: (ask) => {
            searches += 1
            return store.claim(ask)
          },
        }),
        (running) => dispatching(sender, running, { ...brief, ahead: 2, inFlight: 2, pollMillis: 10_000 }),
        Effect.gen(function* () {
          yield* happen(place, 2)
          yield* until(() => sent.length === 2)
          yield* Effect.sleep(100)
          const before = searches
          for (let event = 0; event < 100; event++) yield* Effect.delay(happen(place, 1), 1)
          yield* Effect.sleep(50)
          assert.isBelow(searches - before, 40)
          const quick = yield* endpointOf(place.owner, { url: "https://quick.example.com/" })
          yield* happen(place, 1)
          yield* untilDelivered(quick, 1, 1000)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("with its hands full the dispatcher claims again", () => {
  it.scopedLive("after all its leases were lost", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* endpointOf(place.owner, { url: "https://slow.example.com/" })
      const { sender, sent } = senderDoing(({ url }) =>
        url.includes("slow") ? Effect.never : Effect.succeed(answer(200)),
      )
      let keeping = true
      yield* over(
        (store) => ({
          renew: (requests, millis) =>
            keeping ? store.renew(requests, millis) : Effect.succeed(new Set<string>()),
        }),
        (running) => dispatching(sender, running, { ...full, renewMillis: 50 }),
        Effect.gen(function* () {
          yield* happen(place, 20)
          yield* until(() => sent.length >= 6)
          yield* Effect.sleep(100)
          const quick = yield* endpointOf(place.owner, { url: "https://quick.example.com/" })
          keeping = false
          yield* Effect.sleep(200)
          keeping = true
          yield* happen(place, 1)
          yield* untilDelivered(quick, 1)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("after what came of its requests could not be told at all", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      let refusing = true
      yield* over(
        (store) => ({
          complete: (ask) => (refusing ? Effect.dieMessage("I cannot keep this.") : store.complete(ask)),
        }),
        (running) => dispatching(sender, running, full),
        Effect.gen(function* () {
          yield* happen(place, 8)
          yield* until(() => sent.length >= 6)
          yield* Effect.sleep(1500)
          refusing = false
          yield* happen(place, 1)
          yield* until(() => sent.length === 9)
          yield* untilDelivered(endpoint, 1)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive(
    "after the storage could not take back what waited; and that is given back later, without an attempt",
    () =>
      Effect.gen(function* () {
        const place = yield* ann
        const endpoint = yield* endpointOf(place.owner)
        const { sender, sent } = senderDoing((_, nth) =>
          nth <= 2
            ? Effect.delay(Effect.succeed(answer(500)), 50)
            : Effect.delay(Effect.succeed(answer(200)), 150),
        )
        let refused = 0
        yield* over(
          (store) => ({
            release: (requests) =>
              refused++ < 3 ? Effect.dieMessage("I cannot now.") : store.release(requests),
          }),
          (running) =>
            dispatching(sender, running, { ...full, inFlight: 2, renewMillis: 50, waits: [20, 20] }),
          Effect.gen(function* () {
            yield* happen(place, 8)
            yield* untilDelivered(endpoint, 8, 10_000)
            assert.isAbove(refused, 3)
            assert.lengthOf(sent, 10)
            const attempts = (yield* listDeliveries(endpoint)).map((delivery) => delivery.attempts)
            assert.strictEqual(
              attempts.reduce((sum, count) => sum + count, 0),
              10,
            )
          }),
        )
      }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("what came of requests", () => {
  it.scopedLive("is not given up because the storage goes away while it is told one by one", () =>
    Effect.gen(function* () {
      const place = yield* ann
      const endpoint = yield* endpointOf(place.owner)
      const { sender, sent } = senderDoing(() => Effect.succeed(answer(200)))
      let calls = 0
      const failing = () => {
        calls += 1
        if (calls <= 3) return Effect.dieMessage("I cannot keep this.")
        const cause = new Error("the connection is gone")
        return calls <= 5
          ? Effect.die(new StorageFailure({ operation: "DeliveryStore.complete", transient: true, cause }))
          : undefined
      }
      yield* over(
        (store) => ({ complete: (ask) => failing() ?? store.complete(ask) }),
        (running) => dispatching(sender, running),
        Effect.gen(function* () {
          yield* happen(place, 4)
          yield* untilDelivered(endpoint, 4, 10_000)
          assert.lengthOf(sent, 4)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("is told without waiting until all is held that waits for an endpoint that has ended", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* endpointOf(place.owner, { url: "https://gone.example.com/" })
      const well = yield* endpointOf(place.owner, { url: "https://well.example.com/" })
      const { sender, sent } = senderDoing(({ url }) =>
        Effect.succeed(answer(url.includes("gone") ? 410 : 200)),
      )
      yield* over(
        // A backlog of a million takes as long.
        () => ({ pausePending: () => Effect.delay(Effect.succeed(1000), 100) }),
        (running) => dispatching(sender, running),
        Effect.gen(function* () {
          yield* happen(place, 1)
          yield* until(() => sent.length === 2)
          yield* Effect.sleep(100)
          yield* happen(place, 5)
          yield* untilDelivered(well, 6, 2000)
        }),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

describe("beside a recovery that takes long", () => {
  it.scopedLive("what was lost is taken back, and what is to be held is held", () =>
    Effect.gen(function* () {
      yield* ann
      const { sender } = senderDoing(() => Effect.succeed(answer(200)))
      let reclaimed = 0
      let held = 0
      yield* over(
        (store) => ({
          advanceRecovery: () => Effect.delay(Effect.succeed(Option.some(endless)), 20),
          reclaim: (ask) =>
            Effect.suspend(() => {
              reclaimed += 1
              return store.reclaim(ask)
            }),
          pausePending: (endpoint, limit) =>
            Effect.suspend(() => {
              held += 1
              return store.pausePending(endpoint, limit)
            }),
        }),
        (running) => dispatching(sender, running),
        until(() => reclaimed >= 5 && held >= 5, 3000),
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})

/** Nobody looks into it. */
const endless = {} as Recovery

describe("endpoints that never answer", () => {
  const hanging = (place: Effect.Effect.Success<typeof ann>, count: number) =>
    Effect.forEach(Array.from({ length: count }), (_, at) =>
      endpointOf(place.owner, { url: `https://hanging-${at}.example.com/` }),
    )

  it.scopedLive("ten of them keep nobody else back, before it is known that they fail", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* hanging(place, 10)
      const quick = yield* endpointOf(place.owner, { url: "https://quick.example.com/" })
      const { sender, sent } = senderDoing(({ url }) =>
        url.includes("hanging") ? Effect.never : Effect.succeed(answer(200)),
      )
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 100)
          yield* untilDelivered(quick, 100)
          yield* Effect.sleep(300)
          for (let round = 1; round <= 5; round++) {
            const [event] = yield* happen(place, 1)
            const came = () =>
              sent.some((one) => one.url.includes("quick") && headerOf(one, "webhook-id") === event?.id)
            yield* until(came, 250)
          }
        }),
        brief,
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )

  it.scopedLive("and are known to fail leave some room to those that are well, however many they are", () =>
    Effect.gen(function* () {
      const place = yield* ann
      yield* hanging(place, 30)
      const quick = yield* endpointOf(place.owner, { url: "https://quick.example.com/" })
      const failed = new Set<string>()
      const { sender, sent } = senderDoing(({ url }) => {
        if (url.includes("quick")) return Effect.succeed(answer(200))
        if (failed.has(url)) return Effect.never
        failed.add(url)
        return Effect.succeed(answer(500))
      })
      yield* dispatching(
        sender,
        Effect.gen(function* () {
          yield* happen(place, 1)
          yield* untilDelivered(quick, 1)
          // All have failed once, and hang at the second attempt.
          yield* Effect.sleep(500)
          for (let round = 1; round <= 5; round++) {
            const [event] = yield* happen(place, 1)
            const came = () =>
              sent.some((one) => one.url.includes("quick") && headerOf(one, "webhook-id") === event?.id)
            yield* until(came, 250)
          }
        }),
        { ...brief, capacity: 16 },
      )
    }).pipe(Effect.provide(world), inSimulatedTime),
  )
})
