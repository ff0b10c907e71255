import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SampleId } from "../../src/domain/Ids.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  countsOf,
  engine,
  labeled,
  refusal,
  samplesNamed,
  streets,
  told,
  world,
} from "../queue/world.ts"

const unknown = SampleId.make("01900000-0000-7000-8000-000000000000")

describe("deleting samples", () => {
  it.effect("takes labels, issues and counts along, with one event a sample", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const samples = yield* Samples
      const [a, b, c] = yield* samplesNamed("a", "b", "c")
      if (a === undefined || b === undefined || c === undefined) return assert.fail("samples")
      yield* labeled(a, "LABELED")
      yield* labeled(b, "REVIEWED")
      yield* (yield* Labels).put(b, "model-1", { attributes: body(1) })
      const issue = yield* (yield* Issues).open(a, { description: "?" })
      const before = (yield* told).length
      assert.strictEqual(yield* as("adm")(samples.removeMany(streets, [b, a, b, unknown])), 2)
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: {} })
      const events = yield* (yield* Outbox).read({ after: null, limit: 100 })
      assert.deepStrictEqual(
        events.slice(before).map(({ type, object }) => [type, (JSON.parse(object) as { name: string }).name]),
        [
          ["sample.deleted", "a"],
          ["sample.deleted", "b"],
        ],
      )
      assert.strictEqual(yield* refusal(samples.get(a)), "NotFound sample_not_found")
      assert.strictEqual(yield* refusal((yield* Issues).update(issue.id, {})), "NotFound issue_not_found")
      assert.strictEqual(yield* samples.removeMany(streets, [a, b]), 0)
      yield* samples.remove(c)
      assert.strictEqual(yield* refusal(samples.remove(c)), "NotFound sample_not_found")
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 0, byStatus: {} })
      yield* samplesNamed("a")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts and tells right however many there are, whether anybody is told or not", () =>
    Effect.gen(function* () {
      for (const events of ["always", "enabled-accounts"] as const) {
        const left = yield* Effect.gen(function* () {
          const { dataset } = yield* world()
          const ids = yield* samplesNamed(...Array.from({ length: 251 }, (_, i) => `s${i}`))
          const bulk = yield* SampleBulk
          yield* bulk.updateMany(streets, { uuids: ids.slice(0, 201) }, { labelStatus: "SKIPPED" })
          assert.strictEqual(yield* (yield* Samples).removeMany(streets, ids.slice(1)), 250)
          assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { SKIPPED: 1 } })
          return (yield* told).filter((type) => type === "sample.deleted").length
        }).pipe(Effect.provide(engine({ events })))
        assert.strictEqual(left, events === "always" ? 250 : 0)
      }
    }),
  )

  it.effect("is for admins", () =>
    Effect.gen(function* () {
      yield* world()
      const samples = yield* Samples
      const id = yield* aSample()
      assert.strictEqual(yield* refusal(as("man")(samples.remove(id))), "PermissionDenied permission_denied")
      assert.strictEqual(
        yield* refusal(as("man")(samples.removeMany(streets, [id]))),
        "PermissionDenied permission_denied",
      )
      assert.strictEqual(
        yield* refusal(as("man")(samples.removeMatching(streets, { filter: {} }))),
        "PermissionDenied permission_denied",
      )
    }).pipe(Effect.provide(engine())),
  )
})
