/** Deleting an asset: by its owner or a site admin, when nothing names it, or by force. */
import {
  ArchiveStore,
  AssetRemoval,
  AssetStore,
  Audit,
  Collaborators,
  Conflict,
  InvalidInput,
  NotFound,
  now,
  type Samples,
  Transaction,
  Users,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, TestClock } from "effect"
import { aDataset, aSample, gone, type SavedAsset, saved, stateOf, there } from "../assets/world.ts"
import { as, asSystem, named, people, world } from "../world.ts"

const remove = ({ id }: SavedAsset, force = false) =>
  Effect.flatMap(AssetRemoval, (removal) => removal.remove(id, { force }))

const references = ({ id }: SavedAsset) => Effect.flatMap(AssetRemoval, (removal) => removal.references(id))

const begun = Effect.zipRight(people("ada", "bob"), aDataset("cats"))

describe("the removal of an asset", () => {
  it.effect("deletes the record and the file, so that its URL reads nothing, and audits it", () =>
    Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("bob", "b.png")
      assert.deepStrictEqual(yield* stateOf(asset), there)
      yield* remove(asset).pipe(as("bob"))
      assert.deepStrictEqual(yield* stateOf(asset), gone)
      assert.instanceOf(yield* Effect.flip(remove(asset)).pipe(as("bob")), NotFound)
      const [entry] = yield* Effect.flatMap(Audit, (audit) => audit.mine({ before: null, limit: 10 })).pipe(
        as("bob"),
      )
      assert.strictEqual(entry?.action, "asset.deleted")
    }).pipe(Effect.provide(world())),
  )

  it.effect("says what names it, and leaves it", () =>
    Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("ada")
      const { sample } = yield* aSample("cats", "one", asset.url)
      const error = yield* Effect.flip(remove(asset)).pipe(as("ada"))
      assert.instanceOf(error, Conflict)
      const found = [{ dataset: "ada/cats", resource: "sample", id: sample.id, sampleId: null }]
      assert.deepStrictEqual(
        error instanceof Conflict ? [error.code, error.references, error.hiddenDatasets] : [],
        ["asset_referenced", found, 0],
      )
      assert.deepStrictEqual(yield* references(asset).pipe(as("ada")), {
        references: found,
        hiddenDatasets: 0,
      } as never)
      assert.deepStrictEqual(yield* stateOf(asset), there)
      yield* remove(asset, true).pipe(as("ada"))
      assert.deepStrictEqual(yield* stateOf(asset), gone)
    }).pipe(Effect.provide(world())),
  )

  it.effect("counts the datasets that the owner cannot see, without their names", () =>
    Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("bob")
      yield* aSample("cats", "one", asset.url)
      yield* aSample("cats", "two", asset.url)
      const hidden = yield* references(asset).pipe(as("bob"))
      assert.deepStrictEqual(hidden, { references: [], hiddenDatasets: 1 })
      assert.instanceOf(yield* Effect.flip(remove(asset)).pipe(as("bob")), Conflict)
      yield* Effect.flatMap(Collaborators, (collaborators) =>
        collaborators.add(named("ada", "cats"), { user: "bob", role: "labeler" }),
      ).pipe(as("ada"))
      const seen = yield* references(asset).pipe(as("bob"))
      assert.deepStrictEqual([seen.references.length, seen.hiddenDatasets], [2, 0])
    }).pipe(Effect.provide(world())),
  )

  it.effect("leaves an asset that a text names while the datasets are read", () => {
    let late: Effect.Effect<unknown, unknown, never> = Effect.void
    const storage = Layer.map(memory(), (context) => {
      const store = Context.get(context, ArchiveStore)
      const open: typeof store.open = (dataset) =>
        Effect.zipLeft(store.open(dataset), Effect.orDie(Effect.suspend(() => late)))
      return Context.add(context, ArchiveStore, { ...store, open })
    })
    return Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("ada")
      const context = yield* Effect.context<Samples | Users>()
      // The dataset was read when it comes to name the asset.
      late = Effect.suspend(() => {
        late = Effect.void
        return Effect.provide(aSample("cats", "one", asset.url), context)
      })
      const error = yield* Effect.flip(remove(asset)).pipe(as("ada"))
      assert.deepStrictEqual(error instanceof Conflict ? error.code : error, "asset_referenced")
      assert.deepStrictEqual(yield* stateOf(asset), there)
    }).pipe(Effect.provide(world({}, storage)))
  })

  it.effect("leaves an asset that was named during the scan, and then marked by an older collection", () => {
    let late: Effect.Effect<unknown, unknown, never> = Effect.void
    const storage = Layer.map(memory(), (context) => {
      const store = Context.get(context, AssetStore)
      // The scan is over when it comes to name the asset.
      const discard: typeof store.discard = (...args) =>
        Effect.zipRight(Effect.orDie(Effect.suspend(() => late)), store.discard(...args))
      return Context.add(context, AssetStore, { ...store, discard })
    })
    return Effect.gen(function* () {
      yield* begun
      const asset = yield* saved("ada")
      yield* TestClock.adjust("1 hour")
      const collectedAt = yield* now
      yield* TestClock.adjust("1 second")
      const context = yield* Effect.context<Samples | Users | AssetStore>()
      late = Effect.suspend(() => {
        late = Effect.void
        const mark = Effect.flatMap(AssetStore, (store) =>
          store.mark(collectedAt, { after: null, limit: 10 }),
        )
        return Effect.provide(Effect.zipRight(aSample("cats", "one", asset.url), mark), context)
      })
      const error = yield* Effect.flip(remove(asset)).pipe(as("ada"))
      assert.deepStrictEqual(error instanceof Conflict ? error.code : error, "asset_referenced")
      assert.deepStrictEqual(yield* stateOf(asset), there)
    }).pipe(Effect.provide(world({}, storage)))
  })

  it.effect("is refused inside a transaction, where it cannot look for names, unless it is forced", () =>
    Effect.gen(function* () {
      yield* begun
      const transaction = yield* Transaction
      const asset = yield* saved("ada")
      const error = yield* Effect.flip(transaction.run(remove(asset))).pipe(as("ada"))
      assert.deepStrictEqual(error instanceof InvalidInput ? error.errors[0]?.pointer : error, "/force")
      assert.deepStrictEqual(yield* stateOf(asset), there)
      yield* transaction.run(remove(asset, true)).pipe(as("ada"))
      assert.notDeepEqual(yield* stateOf(asset), there)
    }).pipe(Effect.provide(world())),
  )

  it.effect("gives up after a minute, and reads for one caller at a time", () => {
    let open = 0
    let most = 0
    const storage = Layer.map(memory(), (context) => {
      const store = Context.get(context, ArchiveStore)
      const slow: typeof store.open = () =>
        Effect.suspend(() => {
          open += 1
          most = Math.max(most, open)
          return Effect.never
        }).pipe(Effect.ensuring(Effect.sync(() => (open -= 1))))
      return Context.add(context, ArchiveStore, { ...store, open: slow })
    })
    return Effect.gen(function* () {
      yield* begun
      const assets = [yield* saved("ada"), yield* saved("ada", "b.png")]
      const calls = assets.map((asset) => Effect.flip(remove(asset)).pipe(as("ada")))
      const fiber = yield* Effect.fork(Effect.all(calls, { concurrency: "unbounded" }))
      yield* TestClock.adjust("61 seconds")
      const codes = (yield* Fiber.join(fiber)).map((error) =>
        error instanceof Conflict ? error.code : error,
      )
      assert.deepStrictEqual(codes, ["scan_too_long", "scan_too_long"])
      assert.strictEqual(most, 1)
      for (const asset of assets) assert.deepStrictEqual(yield* stateOf(asset), there)
    }).pipe(Effect.provide(world({}, storage)))
  })

  it.effect("is for the owner and site admins; for others, the asset does not exist", () =>
    Effect.gen(function* () {
      yield* begun
      yield* Effect.flatMap(Users, (users) => users.create({ username: "root", siteAdmin: true })).pipe(
        asSystem,
      )
      const asset = yield* saved("ada")
      for (const call of [remove(asset), references(asset)])
        assert.instanceOf(
          yield* Effect.flip(call as Effect.Effect<unknown, unknown, never>).pipe(as("bob")),
          NotFound,
        )
      assert.deepStrictEqual(yield* stateOf(asset), there)
      yield* remove(asset).pipe(as("root"))
      assert.deepStrictEqual(yield* stateOf(asset), gone)
    }).pipe(Effect.provide(world())),
  )
})
