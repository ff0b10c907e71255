/** Known labels that are replaced: earlier answers are outdated, whatever becomes of the sample. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { aSample, as, body, engine, perform, streets, world } from "./world.ts"

const start = 1_700_000_000_000

const set = (sample: SampleId, attributes: JsonText, by = "man") =>
  as(by)(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes })))

const get = (sample: SampleId) => as("man")(Effect.flatMap(GoldSamples, (gold) => gold.get(sample)))

/** A gold sample that two people answered rightly, on a server whose clock is a second behind. */
const answered = Effect.gen(function* () {
  const { dataset } = yield* world()
  const sample = yield* aSample()
  yield* TestClock.setTime(start)
  yield* set(sample, body(1))
  yield* TestClock.setTime(start - 1000)
  for (const user of ["lab", "lab2"]) {
    const { claim } = yield* as(user)(
      Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
    )
    yield* perform(user, claim, "submit", { attributes: body(1) })
  }
  return { dataset, sample }
})

const show = ({ answers }: Effect.Effect.Success<ReturnType<typeof set>>) =>
  answers.map(({ outdated, passed, user }) => [String(user), passed, outdated])

const current = [
  ["lab", true, false],
  ["lab2", true, false],
]
const outdated = [
  ["lab", null, true],
  ["lab2", null, true],
]

const listPeople = as("man")(Effect.flatMap(GoldSamples, (gold) => gold.people(streets)))

describe("a known label that is replaced", () => {
  it.effect("is the one of answers that came after it, also by a clock that is behind", () =>
    Effect.gen(function* () {
      const { sample } = yield* answered
      assert.deepStrictEqual(show(yield* get(sample)), current)
      for (const person of yield* listPeople) assert.deepInclude(person, { answers: 1, notCompared: 0 })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("has outdated answers, also when the sample is no gold sample any more", () =>
    Effect.gen(function* () {
      const { sample } = yield* answered
      assert.deepStrictEqual(show(yield* set(sample, body(2))), outdated)
      const figures = { answers: 0, notCompared: 1, counted: { answers: 0, passed: 0 } }
      const people = yield* listPeople
      assert.strictEqual(people.length, 2)
      for (const person of people) assert.deepInclude(person, figures)
      yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.remove(sample)))
      for (const person of yield* listPeople) assert.deepInclude(person, figures)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps its time, its maker and its answers when the same JSON is set again", () =>
    Effect.gen(function* () {
      const { dataset, sample } = yield* answered
      const { label } = yield* get(sample)
      const datasets = yield* DatasetStore
      const { dataset: stored } = yield* Effect.flatten(datasets.access(streets, Username.make("ann")))
      const configVersion = stored.configVersion + 1
      yield* datasets.update({ ...stored, configVersion }, stored.version)
      yield* TestClock.setTime(start + 5000)
      const again = yield* set(sample, castToJsonText(`{ "n": 1.0, "annotations": [] }`), "ann")
      assert.deepStrictEqual(show(again), current)
      assert.deepStrictEqual(again.label, { ...label, configVersion })
      const known = yield* Effect.flatMap(GoldStore, (store) => store.find(dataset.id, sample))
      assert.deepStrictEqual(known, Option.some(again.label))
    }).pipe(Effect.provide(engine())),
  )
})
