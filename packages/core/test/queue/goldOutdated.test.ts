/** Known labels after a change of the configuration. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { PauseStore } from "../../src/access/PauseStore.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { as, engine, nextClaim, perform, samplesNamed, streets, world } from "./world.ts"

const makeBox = (category: number, attributes: object = {}) =>
  castToJsonText(
    JSON.stringify({
      annotations: [
        {
          ...{ id: 1, category_id: category, type: "bbox", attributes },
          points: [
            [0, 0],
            [10, 10],
          ],
        },
      ],
    }),
  )

const makeConfiguration = (ids: ReadonlyArray<number>, attributes: ReadonlyArray<string> = []) =>
  castToJsonText(
    JSON.stringify({
      categories: ids.map((id) => ({
        ...{ id, name: `category ${id}` },
        attributes: attributes.map((name) => ({ name, input_type: "text" })),
      })),
    }),
  )

/** The result of a person whose label has another category, after the configuration was replaced by this one. */
const answerAfter = (
  known: ReturnType<typeof makeBox>,
  next: ReturnType<typeof makeConfiguration>,
  action: "skip" | "submit" = "submit",
) =>
  Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const { dataset } = yield* world({
      ...{ goldRate: 0.5, goldMinimum: 1, goldThreshold: 1, goldFeedback: true, enableSkipLabeling: true },
    })
    const before = {
      ...dataset,
      taskType: "vector",
      taskAttributes: makeConfiguration([1, 2], ["color"]),
    } as const
    yield* datasets.update(before, dataset.version)
    const [gold] = yield* samplesNamed("gold", "other")
    if (gold === undefined) return yield* Effect.dieMessage("No samples.")
    yield* as("man")(Effect.flatMap(GoldSamples, (all) => all.set(gold, { attributes: known })))
    const { dataset: current } = yield* Effect.flatten(datasets.access(streets, Username.make("ann")))
    yield* datasets.update(
      { ...current, taskAttributes: next, configVersion: current.configVersion + 1 },
      current.version,
    )
    const turn = { user: Username.make("lab"), rate: 0.5, countdown: 0, pivot: 0 }
    yield* Effect.flatMap(GoldStore, (store) => store.putTurn({ datasetId: dataset.id, ...turn }))
    const claim = yield* nextClaim("lab", "labeling")
    assert.strictEqual(claim.sampleId, gold)
    const { answer } = yield* perform(
      "lab",
      claim,
      action,
      action === "skip" ? {} : { attributes: makeBox(2) },
    )
    const pauses = yield* Effect.flatMap(PauseStore, (store) => store.list(dataset.id))
    return { ...JSON.parse(answer).gold, isPaused: pauses.length > 0 }
  }).pipe(Effect.provide(engine()))

describe("a known label after a change of the configuration", () => {
  it.effect("is not compared while its category or an attribute is not in the configuration", () =>
    Effect.gen(function* () {
      const notCompared = { score: null, passed: null, isPaused: false }
      assert.deepStrictEqual(yield* answerAfter(makeBox(1), makeConfiguration([2])), notCompared)
      assert.deepStrictEqual(yield* answerAfter(makeBox(1), makeConfiguration([2]), "skip"), notCompared)
      const colored = makeBox(2, { color: "red" })
      assert.deepStrictEqual(yield* answerAfter(colored, makeConfiguration([1, 2])), notCompared)
    }),
  )

  it.effect("is compared when the configuration still has all of it", () =>
    Effect.gen(function* () {
      const next = makeConfiguration([1, 2, 3], ["color", "size"])
      const { isPaused, passed } = yield* answerAfter(makeBox(1), next)
      assert.deepStrictEqual([passed, isPaused], [false, true])
      assert.strictEqual((yield* answerAfter(makeBox(2), next)).passed, true)
    }),
  )
})
