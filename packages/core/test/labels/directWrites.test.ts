import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Labels } from "../../src/labels/Labels.ts"
import type { LabelInput } from "../../src/labels/labelInput.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { Work } from "../../src/queue/Work.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  labeled,
  nextClaim,
  plain,
  refusal,
  world,
} from "../queue/world.ts"

const gt = "ground-truth"
const put = (name: string, id: SampleId, input: LabelInput, labelset = gt) =>
  as(name)(Effect.flatMap(Labels, (labels) => labels.put(id, labelset, input)))
const denied = "PermissionDenied permission_denied"

describe("a labeler's direct write", () => {
  it.effect("is refused on a sample that they neither hold nor are assigned to", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      for (const name of ["lab", "rev"])
        assert.strictEqual(yield* refusal(put(name, id, { status: "LABELED" })), denied)
      yield* put("man", id, { status: "LABELED" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("follows the rows of the table on a sample that they hold", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      const id = yield* aSample()
      yield* nextClaim("lab", "labeling")
      for (const input of [
        {},
        { status: "PRELABELED" },
        { status: "REVIEWED" },
        { status: "VERIFIED" },
      ] as const) {
        assert.strictEqual(yield* refusal(put("lab", id, input)), denied)
      }
      assert.strictEqual(yield* refusal(put("lab", id, { status: "LABELED" }, "model-1")), denied)
      yield* put("lab", id, { status: "LABELING_IN_PROGRESS", attributes: body(1) })
      const { label } = yield* put("lab", id, { status: "LABELED" })
      assert.deepInclude(label, {
        status: "LABELED",
        attributes: body(1),
        labeler: null,
        reviewer: null,
        rejecter: null,
      })
      assert.strictEqual(
        yield* refusal(put("lab", id, { status: "SKIPPED" })),
        "Conflict wrong_state LABELED",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps their own claim", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* put("lab", id, { status: "SKIPPED" })
      const done = yield* as("lab")((yield* Work).perform(claim.id, "submit", { attributes: body(2) }))
      assert.strictEqual(done.label?.status, "LABELED")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is allowed on a sample assigned to them, unless somebody else holds it", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const other = yield* aSample("two")
      yield* (yield* Samples).update(id, { assignedLabeler: "lab" })
      yield* (yield* Samples).update(other, { assignedReviewer: "lab" })
      yield* put("lab", id, { status: "LABELED" })
      assert.strictEqual(yield* refusal(put("lab", other, { status: "LABELED" })), denied)
      yield* (yield* Samples).update(id, { assignedReviewer: "rev" })
      yield* nextClaim("rev", "reviewing")
      yield* put("man", id, { status: "REJECTED" })
      yield* (yield* Samples).update(other, { assignedLabeler: "lab", assignedReviewer: null })
      yield* (yield* Samples).update(id, { assignedLabeler: null })
      const held = yield* nextClaim("lab", "labeling")
      assert.strictEqual(held.sampleId, other)
      yield* (yield* Samples).update(other, { assignedLabeler: "lab2" })
      assert.strictEqual(yield* refusal(put("lab2", other, { status: "LABELED" })), "Conflict sample_held")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("meets the conditions of its row", () =>
    Effect.gen(function* () {
      yield* world({ enableSkipLabeling: false })
      const id = yield* aSample()
      yield* nextClaim("lab", "labeling")
      for (const status of ["SKIPPED", "LABELING_IN_PROGRESS"] as const) {
        assert.strictEqual(yield* refusal(put("lab", id, { status })), "Conflict wrong_state UNLABELED")
      }
    }).pipe(Effect.provide(engine())),
  )
})

describe("a reviewer's direct write", () => {
  it.effect("accepts and rejects what is assigned to them", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      yield* (yield* Samples).update(id, { assignedReviewer: "REV" })
      yield* labeled(id, "LABELED")
      assert.strictEqual(yield* refusal(put("rev2", id, { status: "REVIEWED" })), denied)
      yield* put("rev", id, { status: "REJECTED" })
      assert.strictEqual(
        yield* refusal(put("rev", id, { status: "REVIEWED" })),
        "Conflict wrong_state REJECTED",
      )
    }).pipe(Effect.provide(engine())),
  )
})

describe("a manager's direct write", () => {
  it.effect("may set any status, VERIFIED only where the dataset has it", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const statuses: ReadonlyArray<LabelStatus> = [
        "REVIEWED",
        "LABELING_IN_PROGRESS",
        "REJECTED",
        "SKIPPED",
        "REVIEWING_IN_PROGRESS",
        "LABELED",
        "PRELABELED",
      ]
      for (const status of statuses)
        assert.strictEqual((yield* put("man", id, { status })).label.status, status)
      assert.strictEqual(
        yield* refusal(put("ann", id, { status: "VERIFIED" })),
        "Conflict wrong_state PRELABELED",
      )
      assert.strictEqual(
        yield* refusal(put("ann", yield* aSample("two"), { status: "VERIFIED" })),
        "Conflict wrong_state UNLABELED",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("verifies what was reviewed", () =>
    Effect.gen(function* () {
      yield* world({ enableLabelStatusVerified: true })
      const id = yield* aSample()
      yield* put("man", id, { status: "REVIEWED" })
      assert.strictEqual(yield* refusal(put("rev", id, { status: "VERIFIED" })), denied)
      yield* put("man", id, { status: "VERIFIED" })
      const history = yield* (yield* Labels).history(id, gt)
      assert.deepStrictEqual(
        history.map(({ action }) => action),
        ["verify", "write"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("ends the claim of somebody else, when it changes something", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      yield* labeled(id, "PRELABELED")
      const claim = yield* nextClaim("lab", "labeling")
      yield* put("man", id, { status: "PRELABELED" })
      yield* as("lab")((yield* Queue).renew(claim.id))
      yield* put("man", id, { status: "PRELABELED", score: 1 })
      assert.strictEqual(yield* refusal(as("lab")((yield* Queue).renew(claim.id))), "Conflict stale_claim")
      const again = yield* claimed("lab2", "labeling")
      assert.strictEqual(again[0]?.sample.id, id)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("forgets who rejected, and keeps who labeled and reviewed", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const work = yield* Work
      yield* as("lab")(work.perform((yield* nextClaim("lab", "labeling")).id, "submit"))
      yield* as("rev")(work.perform((yield* nextClaim("rev", "reviewing")).id, "reject"))
      const { label } = yield* put("man", id, { status: "LABELED" })
      assert.deepInclude(plain(label), { labeler: "lab", reviewer: "rev", rejecter: null, reviewedBy: "rev" })
      const [row] = yield* claimed("rev", "reviewing")
      assert.strictEqual(row?.claim.step, 4)
    }).pipe(Effect.provide(engine())),
  )
})
