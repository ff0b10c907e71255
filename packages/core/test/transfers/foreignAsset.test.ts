/** Who may import an asset by its id, which is no secret. */
import { Assets, FormatRegistry, type Formats, Imports } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { as, datasetOf, named, people, world } from "../world.ts"

const formats: Formats = {
  list: async () => [{ name: "none", title: "None", writes: false, reads: true }],
  write: () => Promise.reject(new Error("It is only read.")),
  read: () => Promise.reject(new Error("It is never read.")),
}

const layer = () => Layer.provideMerge(world(), Layer.succeed(FormatRegistry, formats))

const uploadBy = (name: string) =>
  Effect.gen(function* () {
    const assets = yield* Assets
    const made = yield* as(name)(assets.create({ filename: "none.zip" }))
    yield* assets.upload(made.asset.id, made.presignedPostFields.fields, Stream.make(Uint8Array.of(1)))
    return made.asset.id
  })

const importBy = (name: string, owner: string, asset: string) =>
  Effect.flatMap(Imports, (imports) =>
    as(name)(imports.create(named(owner, "cats"), { asset })).pipe(
      Effect.as("begun"),
      Effect.catchAll((error) => Effect.succeed(error.message)),
    ),
  )

const refused = /must be an asset that was uploaded/

describe("an import by the id of an asset", () => {
  it.effect("is begun by the person who uploaded it", () =>
    Effect.gen(function* () {
      yield* people("ada")
      yield* datasetOf("ada")
      assert.strictEqual(yield* importBy("ada", "ada", yield* uploadBy("ada")), "begun")
    }).pipe(Effect.provide(layer())),
  )

  it.effect("of somebody else is refused like an id that nobody has", () =>
    Effect.gen(function* () {
      yield* people("ada", "bob")
      yield* datasetOf("bob")
      const asset = yield* uploadBy("ada")
      const foreign = yield* importBy("bob", "bob", asset)
      const unknown = yield* importBy("bob", "bob", `${asset.slice(0, -1)}${asset.endsWith("0") ? 1 : 0}`)
      assert.match(foreign, refused)
      assert.strictEqual(foreign, unknown)
    }).pipe(Effect.provide(layer())),
  )
})
