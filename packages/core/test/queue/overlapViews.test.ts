/** The view of a queue whose samples several people label. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { as, engine, samplesNamed, streets, world } from "./world.ts"

describe("the view of a queue with overlap", () => {
  it.effect("counts a thousand samples of each step, also beside more in the step before", () =>
    Effect.gen(function* () {
      yield* world({ overlap: 2, usesOverlap: true })
      const ids = yield* samplesNamed(...Array.from({ length: 1100 }, (_, index) => `s${index}`))
      const assign = { assignedLabeler: "lab" }
      for (const uuids of [ids.slice(0, 900), ids.slice(900, 1005)])
        yield* as("man")(Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids }, assign)))
      const steps = yield* as("lab")(Effect.flatMap(QueueViews, (views) => views.view(streets, "labeling")))
      assert.deepStrictEqual(
        steps.map(({ capped, samples, step, waiting }) => [step, waiting, capped, samples.length]),
        [
          [1, 0, false, 0],
          [2, 0, false, 0],
          [3, 1000, true, 10],
          [4, 95, false, 10],
        ],
      )
    }).pipe(Effect.provide(engine())),
  )
})
