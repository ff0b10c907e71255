/** Quotas of organizations: who sets and reads them, and what they refuse. */
import {
  ApiKeys,
  AssetRemoval,
  Assets,
  CurrentActor,
  CurrentRequest,
  Datasets,
  Organizations,
  Queue,
  QuotaStore,
  Quotas,
  Samples,
  system,
  type Username,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream, TestClock } from "effect"
import { findAssetIds } from "../../src/assets/assetReferences.ts"
import { collectReady } from "../../src/kernel/readyStream.ts"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const cars = named("acme", "cars")

const setting = Effect.gen(function* () {
  yield* people("ann", "bob", "eve")
  const organizations = yield* Organizations
  yield* as("ann")(organizations.create({ username: "acme" }))
  yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
  yield* datasetOf("acme", { name: "cars" })
  return yield* Quotas
})

const add = (...names: ReadonlyArray<string>) =>
  Effect.flatMap(Samples, (samples) =>
    samples.createMany(
      cars,
      names.map((name) => ({ name, attributes: { image: { url: "https://x.example/a.png" } } })),
    ),
  )

const used = Effect.flatMap(Quotas, (quotas) =>
  Effect.map(asSystem(quotas.get("acme")), ({ samplesUsed }) => samplesUsed),
)

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

describe("a quota", () => {
  it.effect("is set by site admins, and read by members and site admins", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(Effect.flatMap(Users, (users) => users.create({ username: "root", siteAdmin: true })))
      assert.strictEqual(yield* tagOf(as("ann")(quotas.change("acme", { samples: 5 }))), "PermissionDenied")
      assert.deepInclude(yield* as("root")(quotas.change("acme", { samples: 5 })), { samples: 5 })
      for (const member of ["ann", "bob", "root"])
        assert.strictEqual(yield* tagOf(as(member)(quotas.get("acme"))), "done", member)
      assert.strictEqual(yield* tagOf(as("eve")(quotas.get("acme"))), "PermissionDenied")
      assert.strictEqual(yield* tagOf(as("root")(quotas.change("ann", { samples: 5 }))), "NotFound")
      assert.strictEqual(yield* tagOf(as("root")(quotas.change("acme", { samples: -1 }))), "InvalidInput")
    }).pipe(Effect.provide(world())),
  )

  it.effect("changes the given limits alone, and counts the samples that exist", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* as("ann")(add("a", "b"))
      assert.isNull(yield* used)
      yield* asSystem(quotas.change("acme", { samples: 5 }))
      const quota = yield* asSystem(quotas.change("acme", { requestsPerMinute: 60 }))
      assert.deepInclude(quota, { samples: 5, requestsPerMinute: 60, samplesUsed: 2 })
      const without = yield* asSystem(quotas.change("acme", { samples: null }))
      assert.deepInclude(without, { samples: null, requestsPerMinute: 60 })
    }).pipe(Effect.provide(world())),
  )
})

describe("a quota of samples", () => {
  it.effect("refuses what would exceed it, adds nothing of it, and names its limit and use", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(quotas.change("acme", { samples: 3 }))
      yield* as("ann")(add("a", "b"))
      const error = yield* Effect.flip(as("ann")(add("c", "d")))
      assert.deepInclude(error, { _tag: "QuotaExceeded", quota: "samples", limit: 3, used: 2 })
      yield* as("ann")(add("a", "c"))
      assert.strictEqual(yield* used, 3)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is free again for deleted samples and datasets", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(quotas.change("acme", { samples: 2 }))
      const [first] = (yield* as("ann")(add("a", "b"))).samples
      yield* as("ann")(
        Effect.flatMap(Samples, (samples) => samples.remove(first?.sample.id ?? assert.fail())),
      )
      assert.strictEqual(yield* used, 1)
      yield* as("ann")(add("c"))
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(cars)))
      assert.strictEqual(yield* used, 0)
    }).pipe(Effect.provide(world())),
  )

  it.effect("holds for clones, and for datasets that are transferred to the organization", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      const datasets = yield* Datasets
      yield* as("ann")(add("a", "b"))
      yield* asSystem(quotas.change("acme", { samples: 3 }))
      const clone = as("ann")(datasets.clone(cars, { name: "copy", owner: "acme" }))
      assert.strictEqual(yield* tagOf(clone), "QuotaExceeded")
      yield* as("ann")(datasets.clone(cars, { name: "mine", owner: "ann" }))
      const transfer = as("ann")(datasets.transfer(named("ann", "mine"), "acme"))
      assert.strictEqual(yield* tagOf(transfer), "QuotaExceeded")
      assert.strictEqual(yield* used, 2)
      yield* asSystem(quotas.change("acme", { samples: 4 }))
      assert.strictEqual(yield* tagOf(transfer), "done")
      assert.strictEqual(yield* used, 4)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is not exceeded by many callers at once", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(quotas.change("acme", { samples: 7 }))
      const all = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => `s${n}`),
        (name) => tagOf(as("ann")(add(name))),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(all.filter((outcome) => outcome === "done").length, 7)
      assert.strictEqual(yield* used, 7)
    }).pipe(Effect.provide(world())),
  )

  it.effect("counts anew before it refuses", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(quotas.change("acme", { samples: 3 }))
      const { username } = (yield* asSystem(Effect.flatMap(Users, (users) => users.get("acme")))).user
      // As after transactions that began before the quota was set.
      yield* Effect.flatMap(QuotaStore, (store) => store.add(username, { samples: 3, bytes: 0 }))
      yield* as("ann")(add("a"))
      assert.strictEqual(yield* used, 1)
    }).pipe(Effect.provide(world())),
  )
})

describe("a quota of requests", () => {
  const read = Effect.flatMap(Datasets, (datasets) => datasets.get(cars))
  const request = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() =>
      Effect.provideService(effect, CurrentRequest, { organizations: new Set<Username>() }),
    )

  it.effect("refuses more requests than the limit within a minute, and permits them steadily again", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(quotas.change("acme", { requestsPerMinute: 2 }))
      assert.strictEqual(yield* tagOf(request(as("ann")(read))), "done")
      assert.strictEqual(yield* tagOf(request(as("bob")(read))), "done")
      const error = yield* Effect.flip(request(as("ann")(read)))
      assert.deepInclude(error, { _tag: "RequestsExceeded", limit: 2, retryAfter: 30 })
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* tagOf(request(as("ann")(read))), "done")
      assert.strictEqual(yield* tagOf(request(as("ann")(read))), "RequestsExceeded")
    }).pipe(Effect.provide(world())),
  )

  it.effect("counts a request once, and neither calls of the application nor strangers", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      yield* asSystem(quotas.change("acme", { requestsPerMinute: 1 }))
      for (let n = 0; n < 3; n++) yield* as("ann")(read)
      for (let n = 0; n < 3; n++) assert.strictEqual(yield* tagOf(request(as("eve")(read))), "NotFound")
      assert.strictEqual(yield* tagOf(request(as("ann")(Effect.zipRight(read, read)))), "done")
      assert.strictEqual(yield* tagOf(request(as("ann")(read))), "RequestsExceeded")
      const job = Effect.provideService(read, CurrentActor, system)
      assert.strictEqual(yield* tagOf(job), "done")
      assert.isTrue(Option.isNone(yield* Effect.serviceOption(CurrentRequest)))
    }).pipe(Effect.provide(world())),
  )

  it.effect("neither counts nor refuses the list of one's own claims", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      const queue = yield* Queue
      yield* as("ann")(add("a"))
      yield* as("bob")(queue.claim(cars, "labeling"))
      yield* asSystem(quotas.change("acme", { requestsPerMinute: 1 }))
      const mine = request(as("bob")(Effect.flatMap(queue.mine(), collectReady)))
      for (let n = 0; n < 3; n++) assert.lengthOf(yield* mine, 1)
      assert.strictEqual(yield* tagOf(request(as("ann")(read))), "done")
      assert.strictEqual(yield* tagOf(request(as("ann")(read))), "RequestsExceeded")
      assert.lengthOf(yield* mine, 1)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is reported by calls that look for datasets, not answered as if there were none", () =>
    Effect.gen(function* () {
      const quotas = yield* setting
      const [datasets, keys, assets, removal] = yield* Effect.all([Datasets, ApiKeys, Assets, AssetRemoval])
      const { secret } = yield* as("bob")(keys.create({ scope: { dataset: "acme/cars" } }))
      const alone = yield* keys.findActor(secret)
      const made = yield* as("bob")(assets.save("a.png", Stream.make(Uint8Array.of(1))))
      const [asset = assert.fail()] = findAssetIds(made)
      const calls = {
        listMine: Effect.provideService(datasets.listMine({ shared: true }), CurrentActor, alone),
        createKey: as("bob")(keys.create({ scope: { dataset: "acme/cars" } })),
        references: as("bob")(removal.references(asset)),
        remove: as("bob")(removal.remove(asset)),
      }
      yield* asSystem(quotas.change("acme", { requestsPerMinute: 0 }))
      const outcomes = yield* Effect.all({
        listMine: tagOf(request(calls.listMine)),
        createKey: tagOf(request(calls.createKey)),
        references: tagOf(request(calls.references)),
        remove: tagOf(request(calls.remove)),
      })
      for (const [name, outcome] of Object.entries(outcomes))
        assert.strictEqual(outcome, "RequestsExceeded", name)
      yield* asSystem(quotas.change("acme", { requestsPerMinute: null }))
      assert.lengthOf(yield* request(calls.listMine), 1)
    }).pipe(Effect.provide(world())),
  )
})
