import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { computeItemsInTime } from "../../src/kernel/portions.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  as,
  body,
  claimed,
  countsOf,
  engine,
  labeled,
  nextClaim,
  pointersOf,
  refusal,
  samplesNamed,
  streets,
  told,
  watchedStorage,
  world,
} from "../queue/world.ts"

const unknown = SampleId.make("01900000-0000-7000-8000-000000000000")

describe("changing many samples", () => {
  it.effect("sets what is given, and counts those that are different now", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const bulk = yield* SampleBulk
      const [a, b, c] = yield* samplesNamed("a", "b", "c")
      if (a === undefined || b === undefined || c === undefined) return assert.fail("samples")
      yield* labeled(a, "LABELED")
      yield* labeled(b, "REVIEWED")
      const before = (yield* told).length
      const set = { priority: 0, assignedReviewer: "rev", labelStatus: "REVIEWED" } as const
      const change = (uuids: ReadonlyArray<SampleId>) => as("man")(bulk.updateMany(streets, { uuids }, set))
      assert.deepStrictEqual(yield* change([c, b, a, a, unknown]), { changed: 3, next: null })
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 3, byStatus: { REVIEWED: 3 } })
      const label = (yield* (yield* Labels).get(a, "ground-truth")).label
      assert.deepStrictEqual([label.status, label.attributes], ["REVIEWED", body(1)])
      const events = (yield* (yield* Outbox).read({ after: null, limit: 100 })).slice(before)
      assert.deepStrictEqual(events.map(({ type }) => type).sort(), [
        "label.updated",
        "label.updated",
        "sample.updated",
        "sample.updated",
        "sample.updated",
      ])
      const labelEvent = events.find(({ type, object }) => type === "label.updated" && object.includes(a))
      assert.include(labelEvent?.object, body(1))
      assert.deepStrictEqual(yield* change([a, b, c]), { changed: 0, next: null })
      assert.lengthOf(yield* claimed("rev", "reviewing", { count: 9 }), 0)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves labels that have another version than the expected one as they are", () =>
    Effect.gen(function* () {
      yield* world()
      const [bulk, labels] = yield* Effect.all([SampleBulk, Labels])
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail("samples")
      yield* labeled(a, "REVIEWED")
      yield* labeled(b, "REVIEWED")
      const get = (id: SampleId) => Effect.map(labels.get(id, "ground-truth"), ({ label }) => label)
      const expected = new Map([
        [a, (yield* get(a)).version],
        [b, (yield* get(b)).version],
      ])
      yield* as("man")(labels.put(b, "ground-truth", { attributes: body(7), status: "REVIEWED" }))
      const set = bulk.setUnchanged(streets, expected, "LABELED")
      assert.strictEqual((yield* Effect.flip(as("lab")(set)))._tag, "PermissionDenied")
      assert.strictEqual(yield* as("man")(set), 1)
      assert.strictEqual((yield* get(a)).status, "LABELED")
      assert.deepInclude(yield* get(b), { status: "REVIEWED", attributes: body(7) })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes a filter, and places what it changed", () =>
    Effect.gen(function* () {
      yield* world()
      const bulk = yield* SampleBulk
      yield* samplesNamed("a1", "a2", "b1")
      const change = as("man")(
        bulk.updateMany(streets, { filter: { nameContains: "a" } }, { assignedLabeler: "LAB" }),
      )
      assert.deepStrictEqual(yield* change, { changed: 2, next: null })
      const rows = yield* claimed("lab", "labeling", { count: 9 })
      assert.deepStrictEqual(
        rows.map(({ claim, sample }) => `${claim.step} ${sample.name}`),
        ["3 a1", "3 a2", "4 b1"],
      )
      assert.deepStrictEqual(
        yield* bulk.updateMany(streets, { filter: { assignedLabeler: "nobody" } }, { priority: 1 }),
        { changed: 0, next: null },
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("ends the claims of others on labels that it changes", () =>
    Effect.gen(function* () {
      yield* world()
      const bulk = yield* SampleBulk
      const [a] = yield* samplesNamed("a")
      const claim = yield* nextClaim("lab", "labeling")
      const uuids = [a ?? assert.fail("a sample")]
      yield* as("man")(bulk.updateMany(streets, { uuids }, { priority: 3 }))
      yield* as("lab")((yield* Queue).renew(claim.id))
      yield* as("man")(bulk.updateMany(streets, { uuids }, { labelStatus: "SKIPPED" }))
      assert.strictEqual(yield* refusal(as("lab")((yield* Queue).renew(claim.id))), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("records a verification as what it is", () =>
    Effect.gen(function* () {
      yield* world({ enableLabelStatusVerified: true })
      const bulk = yield* SampleBulk
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail("samples")
      yield* labeled(a, "REVIEWED")
      yield* labeled(b, "LABELED")
      yield* as("man")(bulk.updateMany(streets, { uuids: [a, b] }, { labelStatus: "VERIFIED" }))
      const actions = yield* Effect.forEach([a, b], (id) =>
        Effect.flatMap(Labels, (labels) => labels.history(id, "ground-truth")),
      )
      assert.deepStrictEqual(
        actions.map(([newest]) => newest?.action),
        ["verify", "write"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("changes more samples than one portion holds", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const samples = yield* Samples
      const names = Array.from({ length: 1100 }, (_, index) => ({ name: `${index}` }))
      const uuids = (yield* samples.createMany(streets, names)).samples.map(({ sample }) => sample.id)
      const bulk = yield* SampleBulk
      const set = { priority: 2, labelStatus: "LABELED" } as const
      const work = yield* Effect.fork(as("man")(bulk.updateMany(streets, { uuids }, set)))
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(work), { changed: 1100, next: null })
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1100, byStatus: { LABELED: 1100 } })
    }).pipe(Effect.provide(engine({ events: "enabled-accounts" }))),
  )

  it.effect("continues after ten thousand from its cursor, whatever the change does to the filter", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const samples = yield* Samples
      const names = Array.from({ length: 10_002 }, (_, index) => ({ name: `${index}` }))
      yield* samples.createMany(streets, names.slice(0, 10_000))
      yield* samples.createMany(streets, names.slice(10_000))
      const timed = <A, E, R>(call: Effect.Effect<A, E, R>) =>
        Effect.flatMap(Effect.fork(call), (work) =>
          Effect.zipRight(TestClock.adjust("1 millis"), Fiber.join(work)),
        )
      const set = { labelStatus: "SKIPPED" } as const
      const first = yield* timed(
        samples.updateMany(streets, { filter: { labelStatuses: ["UNLABELED"] } }, set),
      )
      assert.strictEqual(first.changed, 10_000)
      const cursor = first.next ?? assert.fail("a cursor")
      assert.deepStrictEqual(yield* timed(samples.updateMany(streets, { cursor }, set)), {
        changed: 2,
        next: null,
      })
      const removed = yield* timed(samples.removeMatching(streets, { filter: {} }))
      assert.strictEqual(removed.changed, 10_000)
      const rest = yield* timed(samples.removeMatching(streets, { cursor: removed.next ?? "" }))
      assert.deepStrictEqual(rest, { changed: 2, next: null })
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 0, byStatus: {} })
    }).pipe(Effect.provide(engine({ events: "enabled-accounts" }))),
  )

  it.effect("reads no more bodies for its events than a portion of some megabytes holds", () => {
    const { readings, storage } = watchedStorage()
    return Effect.gen(function* () {
      yield* world()
      const attributes = castToJsonText(`{"x":"${"x".repeat(3 * 1024 * 1024)}"}`)
      const input = ["a", "b", "c"].map((name) => ({ name, attributes }))
      const { samples } = yield* (yield* Samples).createMany(streets, input)
      readings.length = 0
      const uuids = samples.map(({ sample }) => sample.id)
      const work = yield* Effect.fork((yield* SampleBulk).updateMany(streets, { uuids }, { priority: 1 }))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(work)).changed, 3)
      assert.deepStrictEqual(readings, Array(3).fill("whole in a transaction"))
    }).pipe(Effect.provide(engine({}, storage)))
  })

  it("takes fewer at a time where they take long, and never few", () => {
    assert.deepStrictEqual([computeItemsInTime(250, 0), computeItemsInTime(250, 20)], [500, 500])
    assert.deepStrictEqual(
      [computeItemsInTime(500, 50), computeItemsInTime(500, 1000), computeItemsInTime(1, 2000)],
      [400, 250, 250],
    )
  })

  it.effect("finds and checks the samples in no transaction, so that writers do not wait for it", () => {
    const { readings, storage } = watchedStorage()
    return Effect.gen(function* () {
      yield* world()
      const [a] = yield* samplesNamed("a", "b")
      yield* labeled(a ?? assert.fail("a sample"), "REVIEWED")
      readings.length = 0
      const target = { filter: { nameContains: "a" } }
      const set = { labelStatus: "REVIEWED" } as const
      const work = yield* Effect.fork(
        as("man")((yield* SampleBulk).updateMany(streets, target, { ...set, priority: 1 })),
      )
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(work)).changed, 1)
      assert.deepStrictEqual(readings.slice(0, 1), ["page"])
    }).pipe(Effect.provide(engine({}, storage)))
  })

  it.effect("checks all before it changes any, for managers", () =>
    Effect.gen(function* () {
      yield* world()
      const bulk = yield* SampleBulk
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail("samples")
      const all = { uuids: [a, b] }
      const wrong = { priority: Number.NaN, assignedLabeler: "nobody", labelStatus: "UNLABELED" as never }
      assert.deepStrictEqual(yield* pointersOf(bulk.updateMany(streets, all, wrong)), [
        "/set/priority",
        "/set/assignedLabeler",
        "/set/labelStatus",
      ])
      const verify = bulk.updateMany(streets, all, { priority: 1, labelStatus: "VERIFIED" })
      assert.strictEqual(yield* refusal(verify), "Conflict wrong_state UNLABELED")
      assert.strictEqual((yield* (yield* Samples).get(a)).sample.priority, 0)
      assert.strictEqual(
        yield* refusal(as("rev")(bulk.updateMany(streets, all, { priority: 1 }))),
        "PermissionDenied permission_denied",
      )
      const tooMany = {
        uuids: Array.from({ length: 10_001 }, (_, i) =>
          SampleId.make(`01900000-0000-7000-8000-${String(i).padStart(12, "0")}`),
        ),
      }
      assert.deepStrictEqual(yield* pointersOf(bulk.updateMany(streets, tooMany, { priority: 1 })), [
        "/uuids",
      ])
    }).pipe(Effect.provide(engine())),
  )
})
