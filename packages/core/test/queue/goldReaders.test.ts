/** Readers of the labels of several people: they take no answer to a gold sample for one of these. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { groundTruth, Username } from "../../src/domain/Names.ts"
import { AgreementStatistics } from "../../src/queue/figures/AgreementStatistics.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { ExportedSamples } from "../../src/releases/ExportedSamples.ts"
import { aSample, as, body, countsOf, engine, perform, streets, world } from "./world.ts"

const answered = Effect.gen(function* () {
  const { dataset } = yield* world()
  const sample = yield* aSample()
  yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: body(1) })))
  for (const user of ["lab", "lab2"]) {
    const { claim } = yield* as(user)(
      Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
    )
    yield* perform(user, claim, "submit", { attributes: castToJsonText(`{"annotations":[],"by":"${user}"}`) })
  }
  return { dataset, sample }
})

describe("an answer to a gold sample", () => {
  it.effect("is in no export of the labels of its person", () =>
    Effect.gen(function* () {
      const { dataset } = yield* answered
      const samples = yield* ExportedSamples
      const exported = yield* Effect.scoped(
        Effect.gen(function* () {
          const { samples: open } = yield* samples.open(dataset.id, {
            labelset: groundTruth,
            statuses: ["LABELED", "REVIEWED", "UNLABELED"],
            labeler: Username.make("lab"),
          })
          return [...(yield* Stream.runCollect(open))].map(({ label, status }) => [label, status])
        }),
      )
      for (const row of exported) assert.deepStrictEqual(row, [null, "UNLABELED"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not compared with the answers of others, and finishes no sample", () =>
    Effect.gen(function* () {
      const { dataset } = yield* answered
      const { notCompared, summary } = yield* as("man")(
        Effect.flatMap(AgreementStatistics, (all) => all.figures(streets, {})),
      )
      assert.deepStrictEqual([notCompared, summary.samples], [0, 0])
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: {} })
    }).pipe(Effect.provide(engine())),
  )
})
