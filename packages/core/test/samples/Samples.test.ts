import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SampleId, VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Samples } from "../../src/samples/Samples.ts"
import type { NewSample } from "../../src/samples/sampleInput.ts"
import {
  aSample,
  as,
  claimed,
  countsOf,
  engine,
  labeled,
  plain,
  pointersOf,
  refusal,
  samplesNamed,
  streets,
  told,
  world,
} from "../queue/world.ts"

const unknown = SampleId.make("01900000-0000-7000-8000-000000000000")
const unknownVersion = VersionId.make("01900000-0000-7000-8000-000000000000")
const ns = castToJsonText('{"frames":[{"timestamp":1700000000123456789}],"x":1.0}')

describe("adding a sample", () => {
  it.effect("keeps what was sent and fills in the rest", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const samples = yield* Samples
      const { sample, context } = yield* as("adm")(
        samples.create(streets, {
          name: "a",
          attributes: ns,
          metadata: castToJsonText('{"k":"v"}'),
          assignedLabeler: "LAB",
          priority: -0,
        }),
      )
      assert.strictEqual(context.dataset, "ann/streets")
      assert.deepInclude(plain(sample), {
        name: "a",
        attributes: ns,
        metadata: '{"k":"v"}',
        assignedLabeler: "lab",
        assignedReviewer: null,
        readme: "",
        createdBy: "adm",
      })
      assert.isTrue(Object.is(sample.priority, 0))
      assert.deepStrictEqual((yield* samples.get(sample.id)).sample, sample)
      const bare = yield* samples.create(streets, { name: "b", metadata: null })
      assert.deepInclude(plain(bare.sample), { attributes: null, metadata: "{}", priority: 0 })
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 2, byStatus: {} })
      assert.deepStrictEqual(yield* told, ["sample.created", "sample.created"])
      assert.lengthOf(yield* claimed("lab", "labeling", { count: 10 }), 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused when the name is taken, and names are told apart by case", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      yield* samples.create(streets, { name: "a" })
      assert.strictEqual(
        yield* refusal(samples.create(streets, { name: "a" })),
        "AlreadyExists sample_already_exists",
      )
      yield* samples.create(streets, { name: "A" })
      assert.lengthOf(yield* told, 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("names every violation", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const wrong: NewSample = {
        name: "",
        attributes: castToJsonText("[]"),
        metadata: castToJsonText(`{"k":"${"x".repeat(64 * 1024)}"}`),
        priority: Number.POSITIVE_INFINITY,
        readme: "\u0000",
        assignedLabeler: "nobody",
        assignedReviewer: "acme",
      }
      assert.deepStrictEqual(yield* pointersOf(samples.create(streets, wrong)), [
        "/name",
        "/attributes",
        "/metadata",
        "/priority",
        "/readme",
        "/assignedLabeler",
      ])
      assert.deepStrictEqual(yield* pointersOf(samples.createMany(streets, [{ name: "a" }, wrong])), [
        "/1/name",
        "/1/attributes",
        "/1/metadata",
        "/1/priority",
        "/1/readme",
        "/1/assignedLabeler",
      ])
      // Applications in JavaScript may send anything.
      for (const notNamed of [{ priority: 1 }, { name: 5 }, { name: null }, { name: ["a"] }])
        assert.deepStrictEqual(yield* pointersOf(samples.createMany(streets, [notNamed as never])), [
          "/0/name",
        ])
      assert.deepStrictEqual(yield* told, [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes metadata of exactly the limit, counted in bytes", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const of = (chars: number) => castToJsonText(`{"k":"${"é".repeat(chars)}"}`)
      yield* samples.create(streets, { name: "fits", metadata: of(46) })
      assert.deepStrictEqual(yield* pointersOf(samples.create(streets, { name: "not", metadata: of(47) })), [
        "/metadata",
      ])
    }).pipe(Effect.provide(engine({ maxMetadataBytes: 100 }))),
  )

  it.effect("is for admins", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      for (const name of ["lab", "rev", "man"]) {
        assert.strictEqual(
          yield* refusal(as(name)(samples.create(streets, { name: "a" }))),
          "PermissionDenied permission_denied",
        )
      }
      assert.strictEqual(
        yield* refusal(as("eve")(samples.create(streets, { name: "a" }))),
        "NotFound dataset_not_found",
      )
    }).pipe(Effect.provide(engine())),
  )
})

describe("adding many samples", () => {
  it.effect("answers in the order of the request; a name that exists or comes twice answers its sample", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const samples = yield* Samples
      const old = (yield* samples.create(streets, { name: "old", priority: 7 })).sample
      const { samples: added } = yield* samples.createMany(streets, [
        { name: "new", priority: 1 },
        { name: "old", priority: 8 },
        { name: "new", priority: 2 },
      ])
      assert.deepStrictEqual(
        added.map(({ created, sample }) => [created, sample.name, sample.priority]),
        [
          [true, "new", 1],
          [false, "old", 7],
          [false, "new", 1],
        ] as never,
      )
      assert.strictEqual(added[1]?.sample.version, old.version)
      assert.strictEqual(added[0]?.sample.id, added[2]?.sample.id)
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 2, byStatus: {} })
      assert.lengthOf(yield* told, 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes over several batches, and takes 10 000 at most", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const samples = yield* Samples
      const inputs = Array.from({ length: 2500 }, (_, i) => ({
        name: `s${i}`,
        assignedLabeler: i % 2 === 0 ? "lab" : null,
      }))
      const { samples: added } = yield* samples.createMany(streets, inputs)
      assert.deepStrictEqual(
        added.map(({ sample }) => sample.name as string),
        inputs.map(({ name }) => name),
      )
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 2500, byStatus: {} })
      const tooMany = Array.from({ length: 10_001 }, (_, i) => ({ name: `t${i}` }))
      assert.strictEqual(yield* refusal(samples.createMany(streets, tooMany)), "InvalidInput invalid")
    }).pipe(Effect.provide(engine())),
  )
})

describe("changing a sample", () => {
  it.effect("changes what is given, and null unassigns", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const { sample } = yield* samples.create(streets, {
        name: "a",
        attributes: ns,
        readme: "r",
        assignedLabeler: "lab",
      })
      const changed = (yield* samples.update(sample.id, {
        name: "b",
        metadata: castToJsonText('{"m":1}'),
        assignedLabeler: null,
      })).sample
      assert.deepInclude(plain(changed), {
        name: "b",
        attributes: ns,
        metadata: '{"m":1}',
        readme: "r",
        assignedLabeler: null,
      })
      assert.notStrictEqual(changed.version, sample.version)
      assert.deepStrictEqual((yield* samples.get(sample.id)).sample, changed)
      assert.isNull((yield* samples.update(sample.id, { attributes: null })).sample.attributes)
      assert.deepStrictEqual(yield* told, ["sample.created", "sample.updated", "sample.updated"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("makes no version and no event when nothing changes", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const { sample } = yield* samples.create(streets, { name: "a", attributes: ns })
      for (const patch of [{}, { name: "a" }, { attributes: ns, priority: -0 }, { assignedLabeler: null }]) {
        assert.strictEqual((yield* samples.update(sample.id, patch)).sample.version, sample.version)
      }
      assert.lengthOf(yield* told, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("takes a name only when it is free", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const [a] = yield* samplesNamed("a", "b")
      if (a === undefined) return assert.fail("a sample")
      assert.strictEqual(
        yield* refusal(samples.update(a, { name: "b" })),
        "AlreadyExists sample_already_exists",
      )
      yield* samples.remove(a)
      const c = yield* aSample("c")
      yield* samples.update(c, { name: "a" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves priority and assignees to managers, the rest to admins", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const id = yield* aSample()
      yield* as("man")(samples.update(id, { priority: 2, assignedReviewer: "rev" }))
      const denied = "PermissionDenied permission_denied"
      for (const patch of [
        { name: "x" },
        { priority: 1, readme: "x" },
        { metadata: null },
        { attributes: null },
      ]) {
        assert.strictEqual(yield* refusal(as("man")(samples.update(id, patch))), denied)
      }
      for (const name of ["lab", "rev"])
        assert.strictEqual(yield* refusal(as(name)(samples.update(id, { priority: 1 }))), denied)
      yield* as("adm")(samples.update(id, { name: "x", priority: 1 }))
      assert.strictEqual(yield* refusal(as("eve")(samples.update(id, {}))), "NotFound sample_not_found")
      assert.strictEqual(yield* refusal(samples.update(unknown, {})), "NotFound sample_not_found")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("moves the sample in the queue", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const [, b, c] = yield* samplesNamed("a", "b", "c")
      if (b === undefined || c === undefined) return assert.fail("samples")
      yield* samples.update(b, { priority: 5 })
      yield* samples.update(c, { assignedLabeler: "lab" })
      const rows = yield* claimed("lab", "labeling", { count: 10 })
      assert.deepStrictEqual(
        rows.map(({ claim, sample }) => [claim.step, sample.name]),
        [
          [3, "c"],
          [4, "b"],
          [4, "a"],
        ] as never,
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts an assignee who may not work there as nobody", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail("samples")
      yield* samples.update(a, { assignedLabeler: "eve", assignedReviewer: "lab" })
      yield* samples.update(b, { assignedLabeler: "acme" })
      assert.lengthOf(yield* claimed("lab", "labeling", { count: 10 }), 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is done only in the version that If-Match names", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const id = yield* aSample()
      const { version } = (yield* samples.get(id)).sample
      assert.strictEqual(
        yield* refusal(samples.update(id, { priority: 1 }, unknownVersion)),
        "VersionMismatch version_mismatch",
      )
      yield* samples.update(id, { priority: 1 }, version)
      assert.strictEqual(yield* refusal(samples.remove(id, version)), "VersionMismatch version_mismatch")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("by twenty at once loses nothing", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const id = yield* aSample()
      yield* Effect.forEach(
        Array.from({ length: 20 }, (_, i) => i),
        (i) => samples.update(id, i % 2 === 0 ? { readme: `${i}` } : { priority: i }),
        { concurrency: "unbounded" },
      )
      const { sample } = yield* samples.get(id)
      assert.isTrue(sample.readme !== "" && sample.priority > 0)
      assert.lengthOf(yield* told, 21)
    }).pipe(Effect.provide(engine())),
  )
})

describe("reading a sample", () => {
  it.effect("adds the label and the issues when asked", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const id = yield* aSample()
      assert.isUndefined((yield* samples.get(id)).context.label)
      assert.isNull((yield* samples.get(id, { labelset: "model-1" })).context.label)
      const label = yield* labeled(id, "LABELED")
      const seen = yield* samples.get(id, { labelset: "ground-truth", issues: true })
      assert.deepStrictEqual(seen.context.label, label)
      assert.deepStrictEqual(seen.context.issues, [])
      assert.strictEqual(
        yield* refusal(samples.get(id, { labelset: "model-2" })),
        "NotFound labelset_not_found",
      )
    }).pipe(Effect.provide(engine())),
  )
})
