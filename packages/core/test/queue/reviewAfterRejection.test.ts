/** Review by sampling after a rejection: no direct write removes the rejection from the history of a label. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { aSample, as, body, engine, nextClaim, perform, streets, world } from "./world.ts"

const secretKeys = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]

const settings = { reviewRate: 0, enableSaveButton: true } as const

/** No configuration has the category. */
const warned = castToJsonText(
  '{"annotations":[{"id":1,"category_id":99,"type":"cuboid","position":{"x":0,"y":0,"z":0},"dimensions":{"x":2,"y":1,"z":1},"yaw":0}]}',
)

const submitNext = (n: number) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim("lab", "labeling")
    return yield* perform("lab", claim, "submit", { attributes: body(n) })
  })

const saveNext = (n: number) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim("lab", "labeling")
    yield* perform("lab", claim, "save", { attributes: body(n) })
    return claim
  })

const patchStatus = (name: string, sample: SampleId, status: LabelStatus) =>
  as(name)(Effect.flatMap(Labels, (labels) => labels.patch(sample, "ground-truth", { status })))

describe("a label that was rejected waits for a reviewer", () => {
  it.effect("after a manager rejected it directly, and the labeler saved before submitting", () =>
    Effect.gen(function* () {
      yield* world(settings)
      const sample = yield* aSample()
      assert.strictEqual((yield* submitNext(1)).label?.status, "REVIEWED")
      yield* patchStatus("man", sample, "REJECTED")
      const claim = yield* saveNext(2)
      const done = yield* perform("lab", claim, "submit", { attributes: body(3) })
      assert.strictEqual(done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("after a reviewer rejected it, and the labeler skipped it directly on the own claim", () =>
    Effect.gen(function* () {
      yield* world({ ...settings, enableSkipLabeling: true })
      const sample = yield* aSample()
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", { attributes: warned })
      yield* perform("rev", yield* nextClaim("rev", "reviewing"), "reject")
      const claim = yield* nextClaim("lab", "labeling")
      yield* patchStatus("lab", sample, "SKIPPED")
      const done = yield* perform("lab", claim, "submit", { attributes: body(2) })
      assert.strictEqual(done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("after a manager rejected it in bulk, and the labeler saved before submitting", () =>
    Effect.gen(function* () {
      yield* world(settings)
      const sample = yield* aSample()
      yield* submitNext(1)
      yield* as("man")(
        Effect.flatMap(SampleBulk, (bulk) =>
          bulk.updateMany(streets, { uuids: [sample] }, { labelStatus: "REJECTED" }),
        ),
      )
      const claim = yield* saveNext(2)
      const done = yield* perform("lab", claim, "submit", { attributes: body(3) })
      assert.strictEqual(done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )

  it.effect("after the label was deleted, and the sample labeled anew", () =>
    Effect.gen(function* () {
      yield* world(settings)
      const sample = yield* aSample()
      yield* submitNext(1)
      yield* patchStatus("man", sample, "REJECTED")
      yield* as("man")(Effect.flatMap(Labels, (labels) => labels.remove(sample, "ground-truth")))
      assert.strictEqual((yield* submitNext(2)).label?.status, "LABELED")
    }).pipe(Effect.provide(engine({ secretKeys }))),
  )
})
