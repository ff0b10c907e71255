/** The number of people who label a new sample, which its creator may name. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import { type NewLabeledSample, Samples } from "../../src/samples/Samples.ts"
import type { NewSample } from "../../src/samples/sampleInput.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  nextClaim,
  overlapOf,
  perform,
  pointersOf,
  streets,
  two,
  world,
} from "../queue/world.ts"

const createMany = (...inputs: ReadonlyArray<NewLabeledSample>) =>
  as("ann")(Effect.flatMap(Samples, (samples) => samples.createMany(streets, inputs)))

const importLines = (...samples: ReadonlyArray<NewSample>) =>
  Effect.gen(function* () {
    const lines = samples.map((sample, index) => ({ line: index + 1, sample }))
    const results = yield* (yield* Samples).importLines(streets, Stream.fromIterable(lines))
    return [...(yield* Stream.runCollect(results))].flatMap((result) =>
      result._tag === "Line" ? [result] : [],
    )
  }).pipe(as("ann"))

const readCount = (sample: SampleId) => Effect.map(overlapOf(sample), ({ overlap }) => overlap)

describe("a new sample", () => {
  it.effect("gets labels of as many people as its creator says, in a dataset without overlap", () =>
    Effect.gen(function* () {
      yield* world()
      const create = Effect.flatMap(Samples, (samples) =>
        samples.create(streets, { name: "three", overlap: 3 }),
      )
      const { sample } = yield* as("ann")(create)
      assert.strictEqual(yield* readCount(sample.id), 3)
      for (const name of ["lab", "lab2", "rev2"])
        yield* perform(name, yield* nextClaim(name, "labeling"), "submit", { attributes: body(1) })
      assert.strictEqual((yield* overlapOf(sample.id)).state, "adjudicating")
      assert.strictEqual((yield* nextClaim("rev", "reviewing")).sampleId, sample.id)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("has its own number beside those of the dataset, many at once and line by line", () =>
    Effect.gen(function* () {
      yield* world(two)
      const { samples } = yield* createMany(
        { name: "a", overlap: 1 },
        { name: "b" },
        { name: "c", overlap: 4 },
      )
      const lines = yield* importLines({ name: "d", overlap: 1 }, { name: "e" }, { name: "f", overlap: 4 })
      const ids = [...samples.map(({ sample }) => sample.id), ...lines.flatMap(({ uuid }) => uuid ?? [])]
      const counts = yield* Effect.forEach(ids, readCount)
      assert.deepStrictEqual(counts, [1, 2, 4, 1, 2, 4])
      // One person gets each of them once.
      assert.strictEqual((yield* claimed("lab", "labeling", { count: 10 })).length, 6)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts by the first of two inputs with its name, and keeps its number when it exists", () =>
    Effect.gen(function* () {
      yield* world()
      const existing = yield* aSample()
      yield* createMany({ name: "one", overlap: 3 })
      assert.strictEqual(yield* readCount(existing), 1)
      const { samples } = yield* createMany({ name: "two", overlap: 2 }, { name: "two", overlap: 5 })
      assert.deepStrictEqual(yield* Effect.forEach(samples, ({ sample }) => readCount(sample.id)), [2, 2])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("changes nothing of a dataset without overlap where it exists already", () =>
    Effect.gen(function* () {
      yield* world()
      yield* createMany({ name: "there" })
      const readVersion = Effect.flatMap(DatasetStore, (datasets) =>
        Effect.map(Effect.flatten(datasets.access(streets, null)), ({ dataset }) => dataset.version),
      )
      const before = yield* readVersion
      yield* createMany({ name: "there", overlap: 2 })
      yield* importLines({ name: "there", overlap: 2 })
      assert.strictEqual(yield* readVersion, before)
      yield* importLines({ name: "new", overlap: 2 })
      assert.notStrictEqual(yield* readVersion, before)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is labeled by nobody else where it comes with a finished label", () =>
    Effect.gen(function* () {
      yield* world()
      const { samples } = yield* createMany(
        { name: "done", overlap: 2, label: { status: "LABELED", attributes: body(1) } },
        { name: "started", overlap: 2, label: { status: "PRELABELED", attributes: body(1) } },
      )
      assert.deepStrictEqual(yield* Effect.forEach(samples, ({ sample }) => readCount(sample.id)), [1, 2])
      const claims = yield* claimed("lab", "labeling", { count: 10 })
      assert.deepStrictEqual(
        claims.map(({ sample }): string => sample.name),
        ["started"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused with a number that is not one of 1 to 10", () =>
    Effect.gen(function* () {
      yield* world()
      for (const overlap of [0, 11, 1.5, Number.NaN])
        assert.deepStrictEqual(yield* pointersOf(createMany({ name: "one" }, { name: "two", overlap })), [
          "/1/overlap",
        ])
      const lines = yield* importLines({ name: "one", overlap: 11 })
      assert.deepStrictEqual(
        lines.map(({ errors, status }) => [status, errors[0]?.pointer]),
        [["error", "/overlap"]],
      )
    }).pipe(Effect.provide(engine())),
  )
})
