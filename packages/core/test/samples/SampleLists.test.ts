import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { DatasetId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { decodeCursor, encodeCursor, type ListPlace } from "../../src/reading/sampleFilter.ts"
import { type ListSamples, SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { as, body, engine, labeled, refusal, samplesNamed, streets, world } from "../queue/world.ts"

const listed = (request: ListSamples = {}) =>
  Effect.gen(function* () {
    const list = yield* (yield* SampleLists).list(streets, request)
    return { ...list, rows: Chunk.toReadonlyArray(yield* Stream.runCollect(list.rows)) }
  }).pipe(as("lab"))

const namesOf = (request: ListSamples = {}) =>
  Effect.map(listed(request), ({ rows }) => rows.map(({ sample }) => sample.name as string))

describe("a list of samples", () => {
  it.effect("is sorted by name by code point, in pages; past the end is nothing", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("b", "é", "a", "B", "𝒳")
      assert.deepStrictEqual(yield* namesOf(), ["B", "a", "b", "é", "𝒳"])
      assert.deepStrictEqual(yield* namesOf({ perPage: 2, page: 2 }), ["b", "é"])
      assert.deepStrictEqual(yield* namesOf({ perPage: 2, page: 9 }), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is read on from its cursor, which keeps filter and sort", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a1", "a2", "a3", "a4", "a5", "b")
      const request: ListSamples = { nameContains: "a", sort: { key: "name", descending: true }, perPage: 2 }
      const first = yield* listed(request)
      assert.isNotNull(first.next)
      const second = yield* listed({ cursor: first.next ?? "", perPage: 2 })
      const third = yield* listed({ cursor: second.next ?? "", perPage: 2, nameContains: "b" })
      const names = [first, second, third].flatMap(({ rows }) =>
        rows.map(({ sample }) => sample.name as string),
      )
      assert.deepStrictEqual(names, ["a5", "a4", "a3", "a2", "a1"])
      assert.isNull(third.next)
      assert.isNull((yield* listed({ perPage: 6 })).next)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("refuses a cursor that it never answered", () =>
    Effect.gen(function* () {
      yield* world()
      for (const cursor of ["", "x", "e30", "%%%"]) {
        assert.strictEqual(yield* refusal(listed({ cursor })), "InvalidInput invalid")
      }
      const [id] = yield* samplesNamed("a")
      const elsewhere = DatasetId.make("01900000-0000-7000-8000-000000000000")
      const place = {
        filter: { datasetId: elsewhere },
        sort: { key: "name", descending: false },
        after: { value: "a", id: id ?? assert.fail("a sample") },
      } as const
      assert.deepStrictEqual(yield* decodeCursor(encodeCursor(place), elsewhere), place)
      assert.strictEqual(yield* refusal(listed({ cursor: encodeCursor(place) })), "InvalidInput invalid")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("refuses a cursor whose place cannot be one of its order", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const [id] = yield* samplesNamed("a")
      const after = { id: id ?? assert.fail("a sample") }
      const sort = { descending: false }
      const filter = { datasetId: dataset.id }
      const wrong: ReadonlyArray<ListPlace> = [
        { filter, sort: { ...sort, key: "priority" }, after: { ...after, value: "a" } },
        { filter, sort: { ...sort, key: "priority" }, after: { ...after, value: null } },
        { filter, sort: { ...sort, key: "name" }, after: { ...after, value: 1 } },
        { filter, sort: { ...sort, key: "created_at" }, after: { ...after, value: null } },
        { filter, sort: { ...sort, key: "gt_label__updated_at" }, after: { ...after, value: 1 } },
        { filter, sort: { ...sort, key: "name" }, after: { ...after, value: "\u0000" } },
        {
          filter: { ...filter, nameContains: "\u0000" },
          sort: { ...sort, key: "name" },
          after: { ...after, value: "" },
        },
        {
          filter: { ...filter, metadata: [{ key: "\ud800", value: "" }] },
          sort: { ...sort, key: "name" },
          after: { ...after, value: "" },
        },
      ]
      for (const place of wrong)
        assert.strictEqual(
          yield* refusal(decodeCursor(encodeCursor(place), dataset.id)),
          "InvalidInput invalid",
        )
      for (const value of [null, "2026"]) {
        const place = {
          filter,
          sort: { ...sort, key: "gt_label__updated_at" },
          after: { ...after, value },
        } as const
        assert.deepStrictEqual(yield* decodeCursor(encodeCursor(place), dataset.id), place)
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect("finds nothing by text that no database can keep", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      assert.deepStrictEqual(yield* namesOf({ nameContains: "\u0000" }), [])
      assert.deepStrictEqual(yield* namesOf({ metadata: [{ key: "k", value: "\ud800" }] }), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("shows those that meet all conditions", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const of = (name: string, more: object) => samples.create(streets, { name, ...more })
      const { sample: a } = yield* of("a", {
        metadata: castToJsonText('{"city":"Ghent","n":1}'),
        priority: 1,
        assignedLabeler: "lab",
      })
      yield* of("b", {
        metadata: castToJsonText('{"city":"Ghent","n":2}'),
        priority: 2,
        assignedReviewer: "rev",
      })
      yield* of("c", { metadata: castToJsonText('{"city":"Bruges"}'), priority: 3 })
      yield* labeled(a.id, "LABELED")
      assert.deepStrictEqual(yield* namesOf({ metadata: [{ key: "city", value: "Ghent" }] }), ["a", "b"])
      assert.deepStrictEqual(
        yield* namesOf({
          metadata: [
            { key: "city", value: "Ghent" },
            { key: "n", value: "2" },
          ],
        }),
        ["b"],
      )
      assert.deepStrictEqual(yield* namesOf({ labelStatuses: ["UNLABELED"] }), ["b", "c"])
      assert.deepStrictEqual(yield* namesOf({ labelStatuses: ["LABELED", "REVIEWED"] }), ["a"])
      assert.deepStrictEqual(yield* namesOf({ assignedLabeler: "LAB" }), ["a"])
      assert.deepStrictEqual(yield* namesOf({ assignedReviewer: "rev" }), ["b"])
      assert.deepStrictEqual(yield* namesOf({ assignedReviewer: "nobody" }), [])
      assert.deepStrictEqual(yield* namesOf({ priorityAtLeast: 2, priorityAtMost: 2 }), ["b"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts on request", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b", "c")
      assert.isUndefined((yield* listed()).total)
      assert.deepStrictEqual((yield* listed({ count: true, perPage: 1, nameContains: "b" })).total, {
        count: 1,
        capped: false,
      })
      assert.deepStrictEqual((yield* listed({ count: true, assignedLabeler: "nobody" })).total, {
        count: 0,
        capped: false,
      })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts no further than 10 000", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      for (const part of [0, 1]) {
        yield* samples.createMany(
          streets,
          Array.from({ length: 5001 }, (_, i) => ({ name: `${part} ${i}` })),
        )
      }
      const list = yield* (yield* SampleLists).list(streets, { count: true, perPage: 10_000 })
      assert.deepStrictEqual(list.total, { count: 10_000, capped: true })
      assert.isNotNull(list.next)
      const rest = yield* (yield* SampleLists).list(streets, { cursor: list.next ?? "" })
      assert.strictEqual(yield* Stream.runCount(rest.rows), 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("shows labels in short or whole, and as nothing when the labelset is unknown", () =>
    Effect.gen(function* () {
      yield* world()
      const [a] = yield* samplesNamed("a", "b")
      yield* (yield* Labels).put(a ?? assert.fail("a sample"), "model-1", { attributes: body(1), score: 0.5 })
      const short = yield* listed({ labelset: "model-1" })
      assert.deepStrictEqual(
        short.rows.map(({ label }) => label?.score ?? null),
        [0.5, null],
      )
      assert.isUndefined(short.fullLabel)
      assert.isNull(short.rows[0]?.label?.attributes)
      const full = yield* listed({ labelset: "MODEL-1", fullLabel: true })
      assert.deepStrictEqual(full.fullLabel, { labelset: "model-1", taskType: "pointcloud-cuboid" } as never)
      assert.strictEqual(full.rows[0]?.label?.attributes, body(1))
      assert.isNull(full.rows[1]?.label)
      const unknown = yield* listed({ labelset: "ann/streets", fullLabel: true })
      assert.isUndefined(unknown.rows[0]?.label)
      assert.isUndefined(unknown.fullLabel)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not found by those who may not see the dataset", () =>
    Effect.gen(function* () {
      yield* world()
      const lists = yield* SampleLists
      assert.strictEqual(yield* refusal(as("eve")(lists.list(streets))), "NotFound dataset_not_found")
    }).pipe(Effect.provide(engine())),
  )
})
