/** Datasets: what they start with, what changes, and what they refuse. */
import {
  Collaborators,
  castToJsonText,
  type DatasetPatchInput,
  Datasets,
  fromMillis,
  type IfMatch,
  Labelsets,
  Organizations,
  toJsonText,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, cats, datasetOf, named, people, tellings, world } from "../world.ts"

const annCats = named("ann", "cats")
const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

const update = (input: DatasetPatchInput, ifMatch?: IfMatch) =>
  Effect.flatMap(Datasets, (datasets) => as("ann")(datasets.update(annCats, input, ifMatch)))

/** What is wrong, as pointers. */
const pointersOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    "errors" in error && Array.isArray(error.errors)
      ? error.errors.map(({ pointer }) => pointer)
      : error._tag,
  )

describe("a new dataset", () => {
  it.effect("has the defaults, its maker's name, and a ground truth", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const datasets = yield* Datasets
      const { record, permissions, showEmail } = yield* as("ann")(datasets.create(cats))
      const { dataset } = record
      assert.deepStrictEqual(
        [
          dataset.owner,
          dataset.createdBy,
          dataset.dataType,
          dataset.public,
          dataset.archived,
          dataset.configVersion,
        ],
        ["ann", "ann", "IMAGE", false, false, 1],
      )
      assert.strictEqual(
        dataset.taskAttributes,
        '{"format_version":"0.1","categories":[{"id":1,"name":"object"}]}',
      )
      assert.strictEqual(dataset.metadata, "{}")
      assert.strictEqual(dataset.settings.labelingInactivityTimeoutSeconds, 300)
      assert.isTrue(dataset.settings.enableSkipLabeling)
      assert.isFalse(dataset.settings.enableObjectLinking)
      assert.deepStrictEqual(
        record.labelsets.map(({ name, isGroundTruth }) => [name, isGroundTruth]),
        [["ground-truth", true]],
      )
      assert.deepStrictEqual(
        [record.role, record.collaboratorsCount, record.counts.samples, showEmail],
        ["owner", 0, 0, true],
      )
      assert.include(permissions, "transfer")
    }).pipe(Effect.provide(world())),
  )

  it.effect("keeps its data type in step with its task type, unless another one was chosen", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const datasets = yield* Datasets
      yield* as("ann")(datasets.create(cats))
      const typeAfter = (input: DatasetPatchInput) =>
        Effect.map(update(input), ({ record }) => record.dataset.dataType)
      assert.strictEqual(yield* typeAfter({ taskType: "pointcloud-cuboid" }), "POINTCLOUD")
      assert.strictEqual(yield* typeAfter({ taskType: "vector", dataType: "MULTISENSOR" }), "MULTISENSOR")
      assert.strictEqual(yield* typeAfter({ taskType: "bboxes" }), "MULTISENSOR")
    }).pipe(Effect.provide(world())),
  )

  it.effect("takes its data type from the task type when none is given", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const datasets = yield* Datasets
      const typeOf = (taskType: "pointcloud-cuboid" | "multisensor-sequence" | "vector", name: string) =>
        Effect.map(
          as("ann")(datasets.create({ ...cats, taskType, name })),
          ({ record }) => record.dataset.dataType,
        )
      assert.deepStrictEqual(
        yield* Effect.all([
          typeOf("pointcloud-cuboid", "a"),
          typeOf("multisensor-sequence", "b"),
          typeOf("vector", "c"),
        ]),
        ["POINTCLOUD", "MULTISENSOR", "IMAGE"],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("is told every violation at once, in the names of the engine", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const datasets = yield* Datasets
      const wrong = {
        name: "no spaces",
        category: "",
        taskType: "bbox",
        public: "yes",
        settings: { enable3dCuboidRotation: 1, labelingInactivityTimeoutSeconds: 1.5 },
      }
      const pointers = yield* pointersOf(as("ann")(datasets.create(wrong as never)))
      assert.deepStrictEqual([...pointers].sort(), [
        "/category",
        "/name",
        "/public",
        "/settings/enable3dCuboidRotation",
        "/settings/labelingInactivityTimeoutSeconds",
        "/taskType",
      ])
      const json = {
        metadata: castToJsonText("[1]"),
        regionOfInterest: castToJsonText("{"),
        taskAttributes: castToJsonText('{"categories":[]}'),
      }
      assert.deepStrictEqual(yield* pointersOf(as("ann")(datasets.create({ ...cats, ...json }))), [
        "/regionOfInterest",
        "/metadata",
        "/taskAttributes/categories",
      ])
      const large = toJsonText({ text: "é".repeat(40_000) })
      assert.deepStrictEqual(yield* pointersOf(as("ann")(datasets.create({ ...cats, metadata: large }))), [
        "/metadata",
      ])
    }).pipe(Effect.provide(world())),
  )

  it.effect("never repeats what was sent in what is wrong", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const datasets = yield* Datasets
      const error = yield* Effect.flip(
        as("ann")(datasets.create({ ...cats, name: "secret name", taskType: "secret" } as never)),
      )
      assert.notInclude(JSON.stringify(error), "secret")
    }).pipe(Effect.provide(world())),
  )

  it.effect("has a name that its owner has not given yet, in any spelling", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const datasets = yield* Datasets
      yield* as("ann")(datasets.create(cats))
      const taken = yield* messageOf(as("ann")(datasets.create({ ...cats, name: "CATS" })))
      assert.strictEqual(taken, "A dataset with this name already exists.")
      yield* as("bob")(datasets.create(cats))
    }).pipe(Effect.provide(world())),
  )

  it.effect("is made in an organization by its admins only", () =>
    Effect.gen(function* () {
      yield* people("boss", "ann")
      const organizations = yield* Organizations
      const datasets = yield* Datasets
      yield* as("boss")(organizations.create({ username: "acme" }))
      yield* as("boss")(organizations.putMember("acme", "ann", "manager"))
      const { record } = yield* as("boss")(datasets.create({ ...cats, owner: "Acme" }))
      assert.deepStrictEqual(
        [record.dataset.owner, record.dataset.createdBy, record.role],
        ["acme", "boss", "owner"],
      )
      const denied = "You do not have permission to perform this action."
      assert.strictEqual(yield* messageOf(as("ann")(datasets.create({ ...cats, owner: "acme" }))), denied)
      assert.strictEqual(
        yield* messageOf(as("ann")(datasets.create({ ...cats, owner: "boss" }))),
        "Organization not found.",
      )
    }).pipe(Effect.provide(world())),
  )
})

describe("a change", () => {
  it.effect("changes what is sent, the version and nothing else", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const before = (yield* datasetOf("ann")).record.dataset
      const { dataset } = (yield* update({ readme: "hello", settings: { enableRatings: true } })).record
      assert.notStrictEqual(dataset.version, before.version)
      assert.deepStrictEqual(dataset, {
        ...before,
        readme: "hello",
        settings: { ...before.settings, enableRatings: true },
        version: dataset.version,
        updatedAt: fromMillis(0),
      })
    }).pipe(Effect.provide(world({ events: "always" }))),
  )

  it.effect("that changes nothing makes no version and no event", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const before = (yield* datasetOf("ann")).record.dataset
      const after = (yield* update({ name: "cats", taskType: "vector", settings: { enableRatings: false } }))
        .record.dataset
      assert.strictEqual(after.version, before.version)
      assert.strictEqual((yield* tellings).length, 1)
      assert.strictEqual((yield* update({})).record.dataset.version, before.version)
    }).pipe(Effect.provide(world({ events: "always" }))),
  )

  it.effect("renames, unless the name is taken", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      yield* datasetOf("ann", { name: "dogs" })
      assert.strictEqual(
        yield* messageOf(update({ name: "Dogs" })),
        "A dataset with this name already exists.",
      )
      assert.strictEqual((yield* update({ name: "Cats" })).record.dataset.name, "Cats")
      yield* update({ name: "birds" })
      assert.strictEqual(yield* messageOf(update({ readme: "x" })), "Dataset not found.")
    }).pipe(Effect.provide(world())),
  )

  it.effect("asked for another version than the current one is refused", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const first = (yield* datasetOf("ann")).record.dataset.version
      const second = (yield* update({ readme: "one" }, first)).record.dataset.version
      assert.strictEqual(
        yield* messageOf(update({ readme: "two" }, first)),
        "The resource has another version than you expected. Read it again.",
      )
      assert.strictEqual((yield* update({ readme: "two" }, second)).record.dataset.readme, "two")
    }).pipe(Effect.provide(world())),
  )

  it.effect("of the configuration raises its number", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      const text = toJsonText({ categories: [{ id: 1, name: "cat" }] })
      assert.strictEqual((yield* update({ taskAttributes: text })).record.dataset.configVersion, 2)
      assert.strictEqual(
        (yield* update({ taskAttributes: text, readme: "x" })).record.dataset.configVersion,
        2,
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("twenty at once all arrive", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      const tasks = Array.from({ length: 20 }, (_, index) => update({ readme: `${index}` }))
      const versions = yield* Effect.all(tasks, { concurrency: "unbounded" })
      assert.strictEqual(new Set(versions.map(({ record }) => record.dataset.version)).size, 20)
    }).pipe(Effect.provide(world())),
  )
})

describe("an archived dataset", () => {
  it.effect("refuses every write but un-archiving, collaborators and its deletion", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* datasetOf("ann")
      yield* update({ archived: true })
      const archived = "The dataset is archived. Unarchive it first."
      assert.strictEqual(yield* messageOf(update({ readme: "x" })), archived)
      assert.strictEqual(yield* messageOf(update({ archived: true, readme: "x" })), archived)
      const labelsets = yield* Labelsets
      assert.strictEqual(yield* messageOf(as("ann")(labelsets.create(annCats, { name: "model" }))), archived)
      const collaborators = yield* Collaborators
      yield* as("ann")(collaborators.add(annCats, { user: "bob" }))
      yield* update({ archived: false, readme: "back" })
      yield* update({ archived: true })
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(annCats)))
    }).pipe(Effect.provide(world())),
  )
})
