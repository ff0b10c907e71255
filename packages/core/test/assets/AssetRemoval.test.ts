/** Deleting an asset: by its owner or a site admin, when nothing names it, or by force. */
import { AssetRemoval, Audit, Collaborators, Conflict, NotFound, Users } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, asSystem, named, people, world } from "../world.ts"
import { aDataset, aSample, gone, type SavedAsset, saved, stateOf, there } from "./world.ts"

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
