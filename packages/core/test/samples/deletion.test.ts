import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SampleId } from "../../src/domain/Ids.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { Labels } from "../../src/labels/Labels.ts"
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
    }).pipe(Effect.provide(engine())),
  )
})
