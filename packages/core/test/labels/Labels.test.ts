import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { LabelStore } from "../../src/labels/LabelStore.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Workunits } from "../../src/placement/Workunits.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  countsOf,
  engine,
  labeled,
  plain,
  refusal,
  streets,
  told,
  world,
} from "../queue/world.ts"

const gt = "ground-truth"
const unknownVersion = VersionId.make("01900000-0000-7000-8000-000000000000")

describe("a label", () => {
  it.effect("is made by the first PUT and replaced by the next", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const first = yield* labels.put(id, gt, { attributes: body(1), score: 0.5, rating: 4 })
      assert.isTrue(first.created)
      assert.strictEqual(first.label.status, "PRELABELED")
      const second = yield* labels.put(id, "Ground-Truth", { status: "LABELED" })
      assert.isFalse(second.created)
      assert.deepInclude(second.label, { status: "LABELED", attributes: body(1), score: null, rating: null })
      assert.strictEqual(second.label.createdAt, first.label.createdAt)
      assert.notStrictEqual(second.label.version, first.label.version)
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { LABELED: 1 } })
      const cleared = yield* labels.put(id, gt, { status: "LABELED", attributes: null })
      assert.isNull(cleared.label.attributes)
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "of an import is added to a sample without one, and replaces none that somebody made meanwhile",
    () =>
      Effect.gen(function* () {
        yield* world()
        const labels = yield* Labels
        const id = yield* aSample()
        const { created, label } = yield* labels.add(id, gt, { attributes: body(1), score: 0.5 })
        assert.isTrue(created)
        assert.deepInclude(label, { status: "PRELABELED", attributes: body(1), score: 0.5 })
        assert.match(yield* refusal(labels.add(id, gt, { attributes: body(2) })), /^VersionMismatch/)
        assert.deepInclude((yield* labels.get(id, gt)).label, { attributes: body(1), version: label.version })
      }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps what a PATCH does not speak of", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      assert.strictEqual(yield* refusal(labels.patch(id, gt, { score: 1 })), "NotFound label_not_found")
      yield* labels.put(id, gt, { status: "LABELED", attributes: body(1), score: 0.5, rating: 4 })
      const { label } = yield* labels.patch(id, gt, { score: null })
      assert.deepInclude(label, { status: "LABELED", attributes: body(1), score: null, rating: 4 })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("makes no version, no event and no workunit when nothing changes", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const first = yield* as("ann")(labels.put(id, gt, { status: "LABELED", attributes: body(1) }))
      const before = yield* told
      const again = yield* as("man")(labels.put(id, gt, { status: "LABELED", attributes: body(1) }))
      const patched = yield* as("man")(labels.patch(id, gt, {}))
      assert.strictEqual(again.label.version, first.label.version)
      assert.strictEqual(patched.label.version, first.label.version)
      assert.deepStrictEqual(yield* told, before)
      assert.lengthOf(yield* (yield* Workunits).list(streets), 1)
      assert.lengthOf(yield* labels.history(id, gt), 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not emptied by a PUT that names neither status nor attributes", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const { label } = yield* labels.put(id, gt, { status: "REVIEWED", attributes: body(1), score: 1 })
      for (const input of [{}, { score: 0.5 }])
        assert.strictEqual(yield* refusal(labels.put(id, gt, input)), "InvalidInput invalid")
      assert.strictEqual((yield* labels.get(id, gt)).label.version, label.version)
      assert.strictEqual((yield* labels.patch(id, gt, {})).label.version, label.version)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("says nothing with an empty object, which is kept as null", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      assert.isNull((yield* labels.put(id, gt, { attributes: castToJsonText("{}") })).label.attributes)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("must have the structure of its task type where it is written, not where it was", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const broken = castToJsonText('{"annotations":[{"id":1.5,"category_id":1}]}')
      for (const write of [
        labels.put(id, gt, { attributes: broken }),
        labels.put(id, "model-1", { attributes: broken }),
      ]) {
        const refused = yield* Effect.flip(Effect.asVoid(write))
        assert.deepStrictEqual(refused._tag === "InvalidInput" ? refused.errors[0] : refused, {
          pointer: "/attributes/annotations/0/type",
          message: "is required",
        })
      }
      const store = yield* LabelStore
      const { label } = yield* labels.put(id, gt, { attributes: body(1) })
      const change = {
        action: "write",
        from: label.status,
        by: label.updatedBy,
        at: label.updatedAt,
      } as const
      const version = unknownVersion
      assert.isTrue(
        yield* store.write({ ...label, attributes: broken, version }, change, label.version, false),
      )
      const { label: patched } = yield* labels.patch(id, gt, { status: "LABELED", score: 1 })
      assert.strictEqual(patched.attributes, broken)
      const restored = yield* labels.restore(id, gt, version)
      assert.strictEqual(restored.label.attributes, broken)
      assert.deepStrictEqual(
        restored.check?.warnings?.map(({ rule }) => rule),
        ["unknown-category", "malformed-label"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is written only in the version that If-Match names", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      assert.strictEqual(
        yield* refusal(labels.put(id, gt, {}, unknownVersion)),
        "VersionMismatch version_mismatch",
      )
      const { label } = yield* labels.put(id, gt, { status: "PRELABELED" })
      for (const write of [
        labels.put(id, gt, { score: 1 }, unknownVersion),
        labels.patch(id, gt, { score: 1 }, unknownVersion),
        labels.remove(id, gt, unknownVersion),
        labels.restore(id, gt, label.version, unknownVersion),
      ]) {
        assert.strictEqual(yield* refusal(Effect.asVoid(write)), "VersionMismatch version_mismatch")
      }
      assert.strictEqual((yield* labels.get(id, gt)).label.version, label.version)
      assert.strictEqual((yield* labels.patch(id, gt, { score: 1 }, label.version)).label.score, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("lists every violation", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const input = {
        status: "UNLABELED" as never,
        attributes: castToJsonText("[]"),
        score: Number.NaN,
        rating: 6,
      }
      const error = yield* Effect.flip(labels.put(id, gt, input))
      assert.strictEqual(error._tag, "InvalidInput")
      assert.deepStrictEqual(
        error._tag === "InvalidInput" ? error.errors.map(({ pointer }) => pointer) : [],
        ["/status", "/attributes", "/score", "/rating"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes when it is deleted, and its history stays", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const { version } = yield* labeled(id, "LABELED")
      yield* as("man")(labels.remove(id, gt))
      assert.strictEqual(yield* refusal(labels.get(id, gt)), "NotFound label_not_found")
      assert.strictEqual(yield* refusal(labels.remove(id, gt)), "NotFound label_not_found")
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: {} })
      const history = yield* labels.history(id, gt)
      assert.deepStrictEqual(
        history.map(({ action, by, from, to }) => ({ action, by, from, to })),
        [
          { action: "delete", by: "man", from: "LABELED", to: null },
          { action: "write", by: "ann", from: null, to: "LABELED" },
        ] as never,
      )
      assert.deepStrictEqual((yield* told).slice(-2), ["label.updated", "label.deleted"])
      const gone = history[0]?.version ?? unknownVersion
      assert.strictEqual(yield* refusal(labels.restore(id, gt, gone)), "NotFound label_version_not_found")
      const back = yield* as("man")(labels.restore(id, gt, version))
      assert.deepInclude(plain(back.label), { status: "LABELED", attributes: body(1), updatedBy: "man" })
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { LABELED: 1 } })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes back to an earlier version with what that said", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      const { version } = yield* labeled(id, "LABELED")
      yield* labels.put(id, gt, { status: "REVIEWED", attributes: body(2), rating: 5 })
      assert.strictEqual((yield* labels.version(id, gt, version)).attributes, body(1))
      const { label } = yield* labels.restore(id, gt, version)
      assert.deepInclude(label, { status: "LABELED", attributes: body(1), rating: null })
      const last = (yield* labels.history(id, gt, { limit: 1 }))[0]
      assert.deepInclude(last, { action: "restore", from: "REVIEWED", to: "LABELED", version: label.version })
      assert.strictEqual(
        yield* refusal(labels.restore(id, gt, unknownVersion)),
        "NotFound label_version_not_found",
      )
      assert.strictEqual(
        yield* refusal(as("rev")(labels.restore(id, gt, version))),
        "PermissionDenied permission_denied",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of predictions counts nowhere and is in no queue", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      yield* as("man")(labels.put(id, "model-1", { status: "LABELED", score: 0.9 }))
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: {} })
      assert.lengthOf(yield* (yield* Workunits).list(streets), 0)
      assert.strictEqual(yield* refusal(labels.get(id, gt)), "NotFound label_not_found")
      assert.strictEqual(yield* refusal(labels.get(id, "model-2")), "NotFound labelset_not_found")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves a workunit of the ordinary kind when a person writes it directly", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      yield* as("man")(labels.put(id, gt, { status: "REVIEWED", rating: 3 }))
      yield* labels.put(id, gt, { status: "LABELED" })
      const units = yield* (yield* Workunits).list(streets)
      assert.deepStrictEqual(
        units.map(({ createdBy, workType, action, nextLabelStatus, labelRating, time }) => [
          createdBy,
          workType,
          action,
          nextLabelStatus,
          labelRating,
          time,
        ]),
        [["man", "normal", "write", "REVIEWED", 3, 0]] as never,
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not found by those who may not see the dataset", () =>
    Effect.gen(function* () {
      yield* world()
      const labels = yield* Labels
      const id = yield* aSample()
      assert.strictEqual(yield* refusal(as("eve")(labels.get(id, gt))), "NotFound sample_not_found")
      assert.strictEqual(yield* refusal(as("eve")(labels.put(id, gt, {}))), "NotFound sample_not_found")
      yield* (yield* Samples).remove(id)
      assert.strictEqual(yield* refusal(labels.get(id, gt)), "NotFound sample_not_found")
    }).pipe(Effect.provide(engine())),
  )
})
