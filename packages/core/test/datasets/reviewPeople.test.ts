/** The people whose labels always wait for a reviewer: who they are, and who reads their names. */
import { Collaborators, Datasets } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, cats, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")

const setPeople = (...reviewPeople: ReadonlyArray<string>) =>
  Effect.flatMap(Datasets, (datasets) => as("ann")(datasets.update(annCats, { settings: { reviewPeople } })))

const readPeople = (by: string, ref = annCats) =>
  Effect.flatMap(Datasets, (datasets) => as(by)(datasets.get(ref))).pipe(
    Effect.map(({ record }) => record.dataset.settings.reviewPeople),
  )

const prepare = Effect.gen(function* () {
  yield* people("ann", "man", "lab", "eve")
  yield* as("ann")((yield* Datasets).create({ ...cats, public: true }))
  const collaborators = yield* Collaborators
  yield* as("ann")(collaborators.add(annCats, { user: "man", role: "manager" }))
  yield* as("ann")(collaborators.add(annCats, { user: "lab", role: "labeler" }))
})

describe("people whose labels always wait for a reviewer", () => {
  it.effect("are accounts, each once, in their own spelling", () =>
    Effect.gen(function* () {
      yield* prepare
      const error = yield* Effect.flip(setPeople("lab", "nobody"))
      assert.deepInclude(error, {
        errors: [{ pointer: "/settings/reviewPeople/1", message: "must be the name of an existing user" }],
      })
      const { record } = yield* setPeople("LAB", "eve", "lab")
      assert.deepStrictEqual<ReadonlyArray<string>>(record.dataset.settings.reviewPeople, ["lab", "eve"])
      const again = yield* setPeople("Lab", "Eve")
      assert.strictEqual(again.record.dataset.version, record.dataset.version)
    }).pipe(Effect.provide(world())),
  )

  it.effect("are named to those who may list collaborators alone, and in no clone", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* setPeople("lab")
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* readPeople("ann"), ["lab"])
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* readPeople("man"), ["lab"])
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* readPeople("lab"), [])
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* readPeople("eve"), [])
      yield* as("eve")((yield* Datasets).clone(annCats, { name: "copy" }))
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* readPeople("eve", named("eve", "copy")), [])
    }).pipe(Effect.provide(world())),
  )
})
