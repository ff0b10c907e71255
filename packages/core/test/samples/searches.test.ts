/** Lists and bulk changes of samples by the text of a search. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { Access } from "../../src/access/Access.ts"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { SampleName } from "../../src/domain/Names.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { type ListSamples, SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { as, engine, labeled, samplesNamed, streets, two, world } from "../queue/world.ts"

const list = (request: ListSamples, name = "man") =>
  as(name)(Effect.flatMap(SampleLists, (lists) => lists.list(streets, request)))

const listNames = (search: string, request: ListSamples = {}, name = "man") =>
  Effect.flatMap(list({ ...request, search }, name), ({ rows }) =>
    Effect.map(Stream.runCollect(rows), (all) =>
      Chunk.toReadonlyArray(all)
        .map(({ sample }) => sample.name)
        .join(" "),
    ),
  )

const findProblem = (search: string, request: ListSamples = {}, name = "man") =>
  Effect.map(Effect.flip(list({ ...request, search }, name)), (error) => error.message)

/** Samples in cities, one of them labeled. */
const makeCities = Effect.gen(function* () {
  const samples = yield* Samples
  const create = (name: string, metadata: string, priority: number, assignedLabeler?: string) =>
    as("ann")(
      samples.create(streets, { name, metadata: castToJsonText(metadata), priority, assignedLabeler }),
    )
  const { sample } = yield* create("a", '{"city":"Ghent","n":1.0,"status":"wet"}', 1, "lab")
  yield* create("b", '{"city":"Ghent","n":2,"two words":"x"}', 2)
  yield* create("c", '{"city":"New York","car":"red"}', 3)
  yield* labeled(sample.id, "LABELED")
})

/** Replaces the label of a sample by one with objects of these categories. */
const writeObjects = (name: string, ...categories: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const [sample] = yield* (yield* SampleStore).byNames(
      (yield* (yield* Access).require(streets, "read")).dataset.id,
      [SampleName.make(name)],
    )
    const annotations = categories.map((category_id, index) => ({
      id: index + 1,
      category_id,
      type: "cuboid",
      position: { x: 0, y: 0, z: 0 },
      dimensions: { x: 1, y: 1, z: 1 },
      yaw: 0,
    }))
    yield* (yield* Labels).put(sample?.id ?? (yield* Effect.dieMessage(name)), "ground-truth", {
      attributes: castToJsonText(JSON.stringify({ annotations })),
    })
  }).pipe(as("ann"))

describe("a search of samples", () => {
  it.effect("finds by fields, metadata and people in any spelling", () =>
    Effect.gen(function* () {
      yield* world()
      yield* makeCities
      const expected: Readonly<Record<string, string>> = {
        "city = Ghent": "a b",
        "city != Ghent": "c",
        'city in (Bruges, "New York")': "c",
        "city:ent and not n = 1": "b",
        "n = 1": "a",
        'n = "1"': "",
        "n > 1 or priority > 2": "b c",
        "has n and has assigned_labeler": "a",
        "assigned_labeler = LAB": "a",
        "assigned_labeler != lab": "b c",
        "assigned_labeler:lab": "a",
        "name:a": "a",
        "status = labeled": "a",
        "not has status": "b c",
        '"status" = wet': "a",
        "metadata.status = wet": "a",
        '"two words" = x': "b",
        "has label_updated_at": "a",
        "has issues": "",
        "issues = 0 and priority <= 1.5": "a",
        "created_at > 1969-12-31": "a b c",
        "created_at < 1970-01-01T00:00Z": "",
        "  ": "a b c",
      }
      for (const [search, names] of Object.entries(expected))
        assert.strictEqual(yield* listNames(search), names, search)
      assert.strictEqual(yield* listNames("city = Ghent", { nameContains: "b" }), "b")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes a day as the period between its midnights in UTC", () =>
    Effect.gen(function* () {
      yield* world()
      const [sample] = yield* samplesNamed("a")
      const samples = yield* Samples
      const { createdAt } = (yield* as("man")(samples.get(sample ?? assert.fail("a sample")))).sample
      const day = createdAt.slice(0, 10)
      const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
      for (const [search, names] of [
        [`created_at = ${day}`, "a"],
        [`created_at >= ${day}`, "a"],
        [`created_at <= ${day}`, "a"],
        [`created_at > ${day}`, ""],
        [`created_at < ${day}`, ""],
        [`created_at < ${next}`, "a"],
        [`created_at != ${next}`, "a"],
        [`created_at = ${createdAt}`, "a"],
        [`created_at > ${createdAt}`, ""],
      ] as const)
        assert.strictEqual(yield* listNames(search), names, search)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused with what is wrong, also where another filter matches nothing", () =>
    Effect.gen(function* () {
      yield* world()
      yield* makeCities
      for (const [search, problem] of [
        ["city = ", "At /q: cannot be read at character 8: a value is missing."],
        ["metadata.town = Ghent", "At /q: names town, which is not a key of metadata in this dataset."],
        ["status = done", "At /q: has done, which is not a status"],
        [
          "assigned_labeler = nobody-here",
          "At /q: has nobody-here as assigned_labeler, which is not the name",
        ],
        ["priority = high", "At /q: has high as priority, which is not a number."],
        ["priority:1", "At /q: cannot use : with priority: write = != < <= > >= in."],
        ["created_at > yesterday", "At /q: has yesterday as created_at: write a day as 2026-11-20"],
        ["created_at > 2026-02-30", "At /q: has 2026-02-30 as created_at: write a day"],
        ["has name", "At /q: cannot use has with name, which every sample has."],
        [
          "constructor = 1",
          "At /q: names constructor, which is not a field, a category or a key of metadata",
        ],
      ] as const) {
        assert.include(yield* findProblem(search), problem)
        assert.include(yield* findProblem(search, { assignedLabeler: "nobody-here" }), problem)
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts the objects of labels by category", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const datasets = yield* DatasetStore
      const categories = [
        { id: 1, name: "car" },
        { id: 2, name: "traffic light" },
        { id: 3, name: "name" },
        { id: 4, name: "van" },
        { id: 5, name: "van" },
      ]
      const taskAttributes = castToJsonText(JSON.stringify({ categories }))
      yield* datasets.update({ ...dataset, taskAttributes }, dataset.version)
      yield* makeCities
      yield* writeObjects("a", 1, 1, 2)
      yield* writeObjects("b", 4, 5, 3)
      for (const [search, names] of [
        ["car >= 2", "a"],
        ["car = 0", "b c"],
        ["car != 0", "a"],
        ["car in (1, 2)", "a"],
        ["has car", "a"],
        ["category = car", "a"],
        ["category:car", "a"],
        ["category != car", "b c"],
        ['category in ("traffic light", van)', "a b"],
        ['category."traffic light" = 1', "a"],
        ["category.name = 1", "b"],
        ["name = c", "c"],
        ["van = 2", "b"],
        ["objects = 3", "a b"],
        ["has category and not car > 0", "b"],
        ["metadata.car = red", "c"],
        ['"car" = red', "c"],
      ] as const)
        assert.strictEqual(yield* listNames(search), names, search)
      assert.include(
        yield* findProblem("category.bus > 1"),
        "At /q: names the category bus, which this dataset does not have; it has car, traffic light, name, van.",
      )
      assert.include(yield* findProblem("category = bus"), "names the category bus")
      assert.include(yield* findProblem("car > many"), "has many as the number of car, which is not a number")
      assert.include(yield* findProblem("car:2"), "cannot use : with car: write = != < <= > >= in")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes on from a cursor, which contains it", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a1", "a2", "b", "a3")
      const first = yield* list({ search: "name:a", perPage: 2 })
      assert.isNotNull(first.next)
      assert.strictEqual(yield* listNames("name:b", { cursor: first.next ?? "" }), "a3")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("does not tell labelers of labels in a dataset of several people per sample", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* makeCities
      for (const name of [
        "labeler",
        "reviewer",
        "score",
        "rating",
        "label_updated_at",
        "issues",
        "objects",
        "category",
      ]) {
        assert.include(
          yield* findProblem(`has ${name}`, {}, "lab"),
          `At /q: cannot use ${name}: people label`,
        )
        yield* listNames(`has ${name}`, {}, "man")
      }
      assert.strictEqual(yield* listNames("city = Ghent", {}, "lab"), "a b")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("chooses the samples of a bulk change", () =>
    Effect.gen(function* () {
      yield* world()
      yield* makeCities
      const bulk = yield* SampleBulk
      const { changed } = yield* as("man")(
        bulk.updateMany(streets, { filter: { search: "city = Ghent" } }, { priority: 9 }),
      )
      assert.strictEqual(changed, 2)
      assert.strictEqual(yield* listNames("priority = 9"), "a b")
    }).pipe(Effect.provide(engine())),
  )
})
