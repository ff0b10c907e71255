/** A dataset's configuration: seen by whoever sees it, replaced by its admins, checked at every write. */
import {
  Collaborators,
  Configurations,
  castToJsonText,
  Datasets,
  Labels,
  Samples,
  toJsonText,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, datasetOf, named, people, tellings, world } from "../world.ts"

const annCats = named("ann", "cats")
const text = toJsonText({ categories: [{ id: 0, name: "cat" }], extra: 12345678 })

describe("a dataset's configuration", () => {
  it.effect("is kept as sent, numbered and advised about", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann", { public: true })
      const configurations = yield* Configurations
      const put = yield* as("ann")(configurations.put(annCats, text))
      assert.deepStrictEqual([put.configuration, put.configVersion], [text, 2])
      assert.deepStrictEqual(
        put.advice.map(({ pointer }) => pointer),
        ["/extra", "/categories/0/id"],
      )
      yield* people("bob")
      assert.deepStrictEqual(yield* as("bob")(configurations.get(annCats)), put)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is not replaced by a wrong one, by a stale one, or by people who are not admins", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* datasetOf("ann")
      const configurations = yield* Configurations
      const collaborators = yield* Collaborators
      yield* as("ann")(collaborators.add(annCats, { user: "bob", role: "manager" }))
      const tag = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(effect), (error) => error._tag)
      assert.strictEqual(yield* tag(as("bob")(configurations.put(annCats, text))), "PermissionDenied")
      const wrong = yield* Effect.flip(
        as("ann")(configurations.put(annCats, toJsonText({ categories: [{ id: 1 }] }))),
      )
      assert.deepStrictEqual(wrong._tag === "InvalidInput" && wrong.errors, [
        { pointer: "/categories/0/name", message: "is required" },
      ])
      yield* as("ann")(configurations.put(annCats, text, 1))
      assert.strictEqual(yield* tag(as("ann")(configurations.put(annCats, text, 1))), "VersionMismatch")
      assert.strictEqual((yield* as("ann")(configurations.get(annCats))).configVersion, 2)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is one event when it changes, and none when it does not", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      const configurations = yield* Configurations
      const before = (yield* tellings).length
      yield* as("ann")(configurations.put(annCats, text))
      yield* as("ann")(configurations.put(annCats, text))
      assert.strictEqual((yield* tellings).length, before + 1)
    }).pipe(Effect.provide(world({ events: "always" }))),
  )

  it.effect("has a history of every change, with the texts as they were sent", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob", "eve")
      yield* datasetOf("ann")
      const configurations = yield* Configurations
      const collaborators = yield* Collaborators
      const datasets = yield* Datasets
      yield* as("ann")(collaborators.add(annCats, { user: "bob", role: "admin" }))
      const second = castToJsonText(
        '{"categories":[{"id":1,"name":"\\u0063at"}],"big":12345678901234567890,"limit":1.0}',
      )
      yield* as("bob")(configurations.put(annCats, second))
      yield* as("bob")(configurations.put(annCats, second))
      yield* as("ann")(datasets.update(annCats, { readme: "new" }))
      const third = yield* as("ann")(datasets.update(annCats, { taskAttributes: text }))
      yield* Effect.flip(as("ann")(configurations.put(annCats, toJsonText({}))))
      const history = yield* as("ann")(configurations.history(annCats))
      assert.deepStrictEqual(
        history.map(({ by, number }) => `${number} by ${by}`),
        ["3 by ann", "2 by bob", "1 by ann"],
      )
      assert.strictEqual(history[0]?.at, third.record.dataset.updatedAt)
      assert.strictEqual(history[2]?.at, third.record.dataset.createdAt)
      const version = (number: number) => as("ann")(configurations.version(annCats, number))
      assert.deepStrictEqual(yield* version(2), { ...history[1], configuration: second })
      assert.strictEqual((yield* version(3)).configuration, text)
      assert.deepStrictEqual(
        (yield* as("ann")(configurations.history(annCats, { before: 3, limit: 1 }))).map(
          ({ number }) => number,
        ),
        [2],
      )
      const missing = yield* Effect.flip(version(4))
      assert.strictEqual(missing.message, "Configuration version not found.")
      const unseen = yield* Effect.flip(as("eve")(configurations.history(annCats)))
      assert.strictEqual(unseen.message, "Dataset not found.")
    }).pipe(Effect.provide(world())),
  )

  it.effect("of a clone begins a history of its own", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* datasetOf("ann", { public: true })
      const configurations = yield* Configurations
      const datasets = yield* Datasets
      yield* as("ann")(configurations.put(annCats, text))
      yield* as("bob")(datasets.clone(annCats, { name: "copy" }))
      const copy = named("bob", "copy")
      const history = yield* as("bob")(configurations.history(copy))
      assert.deepStrictEqual(
        history.map(({ by, number }) => `${number} by ${by}`),
        ["1 by bob"],
      )
      assert.strictEqual((yield* as("bob")(configurations.version(copy, 1))).configuration, text)
    }).pipe(Effect.provide(world())),
  )

  it.effect("can be checked without a dataset", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const configurations = yield* Configurations
      assert.strictEqual((yield* as("ann")(configurations.validate(text))).advice.length, 2)
      const error = yield* Effect.flip(as("ann")(configurations.validate(toJsonText({}))))
      assert.strictEqual(error._tag, "InvalidInput")
    }).pipe(Effect.provide(world())),
  )
})

describe("the task type", () => {
  it.effect("changes while there is no label, and not after", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      const datasets = yield* Datasets
      const samples = yield* Samples
      const labels = yield* Labels
      const change = (taskType: "bboxes" | "vector") => as("ann")(datasets.update(annCats, { taskType }))
      yield* as("ann")(samples.createMany(annCats, [{ name: "one" }]))
      assert.strictEqual((yield* change("bboxes")).record.dataset.taskType, "bboxes")
      const { samples: added } = yield* as("ann")(samples.createMany(annCats, [{ name: "one" }]))
      const [one] = added
      if (one === undefined) return yield* Effect.dieMessage("no sample")
      yield* as("ann")(labels.put(one.sample.id, "ground-truth", { status: "LABELED" }))
      const error = yield* Effect.flip(change("vector"))
      assert.strictEqual(error.message, "The task type cannot be changed while the dataset has labels.")
      assert.strictEqual((yield* as("ann")(datasets.get(annCats))).record.dataset.taskType, "bboxes")
      assert.strictEqual(
        (yield* as("ann")(datasets.update(annCats, { taskType: "bboxes", readme: "x" }))).record.dataset
          .readme,
        "x",
      )
    }).pipe(Effect.provide(world())),
  )
})
