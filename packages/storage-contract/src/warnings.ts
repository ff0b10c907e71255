/** WarningStore: check results by content, dismissals, and exact counts. */
import {
  castToJsonText,
  generateId,
  type Label,
  LabelStore,
  type RuleCounts,
  type RuleTotals,
  SampleStore,
  type StoredCheckResult,
  type StoredDismissal,
  Transaction,
  VersionId,
  WarningId,
  WarningStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addLabelset, addSamples, addSeconds, aWorld, instant, makeLabel, oddText } from "./fixtures.ts"
import { makeSuite, runBeside, runInterleaved, runTwenty } from "./suite.ts"

const makeBody = (n: number) => castToJsonText(`{"annotations":[],"n":${n}}`)
const getLayer = ({ datasetId, labelsetId }: Label) => ({ datasetId, labelsetId })

const makeWarningId = (digit: string) =>
  WarningId.make("00000000-0000-8000-a000-000000000000".replaceAll("0", digit))

/** Samples with one label each, all in one labelset. */
const addLabeled = (count: number) =>
  Effect.gen(function* () {
    const world = yield* aWorld
    const samples = yield* addSamples(
      world.dataset,
      Array.from({ length: count }, () => ({})),
    )
    const labels = yield* Effect.forEach(samples, (sample) =>
      makeLabel(sample, world.truth, { attributes: makeBody(0) }),
    )
    yield* Effect.flatMap(LabelStore, (store) => store.writeNew(labels, "write"))
    const [label] = labels
    if (label === undefined) return yield* Effect.dieMessage("no label")
    return { ...world, store: yield* WarningStore, labels, label, layer: getLayer(label) }
  })

/** The next version of the label, by default with the same body. */
const rewriteLabel = (label: Label, attributes = label.attributes) =>
  Effect.gen(function* () {
    const next: Label = { ...label, attributes, status: "LABELED", version: yield* generateId(VersionId) }
    const change = { action: "write", from: label.status, by: label.updatedBy, at: label.updatedAt } as const
    const labels = yield* LabelStore
    assert.isTrue(yield* labels.write(next, change, label.version, attributes === label.attributes))
    return next
  })

const checkResult = (
  label: Label,
  counts: RuleCounts,
  fields: Partial<StoredCheckResult> = {},
): StoredCheckResult => ({
  sampleId: label.sampleId,
  version: label.version,
  configVersion: 1,
  checkedAt: instant,
  warnings: castToJsonText("[]"),
  truncated: false,
  counts,
  dismissed: {},
  ...fields,
})

const makeDismissal = (label: Label, fields: Partial<StoredDismissal> = {}): StoredDismissal => ({
  warning: makeWarningId("1"),
  content: "c",
  reason: oddText,
  by: label.updatedBy,
  at: instant,
  ...fields,
})

const makeTotal = (warnings: number, labels: number, dismissed = 0) => ({ warnings, dismissed, labels })

const readTotals = (label: Label) =>
  Effect.flatMap(WarningStore, (store): Effect.Effect<RuleTotals> => store.totals(getLayer(label)))

const read = (label: Label) =>
  Effect.flatMap(WarningStore, (store) =>
    Effect.map(store.find(getLayer(label), [label.sampleId]), (found) => found.get(label.sampleId)),
  )

export const warnings = makeSuite("WarningStore", {
  "stores a check result unchanged": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    assert.deepStrictEqual(yield* read(label), { checkResult: null, fresh: false, dismissals: [] })
    const checked = checkResult(
      label,
      { "intersecting-cuboids": 9_000_000_000, "malformed-label": 2 },
      {
        configVersion: 7,
        checkedAt: addSeconds(instant, 1),
        warnings: castToJsonText(`[{"message":${JSON.stringify(oddText)}}]`),
        truncated: true,
        dismissed: { "malformed-label": 1 },
      },
    )
    assert.deepStrictEqual([...(yield* store.keep(layer, [checked]))], [label.sampleId])
    assert.deepStrictEqual(yield* read(label), { checkResult: checked, fresh: true, dismissals: [] })
    const heads = yield* store.find(layer, [label.sampleId], false)
    assert.deepStrictEqual(heads.get(label.sampleId), {
      checkResult: { ...checked, warnings: castToJsonText("[]") },
      fresh: true,
      dismissals: [],
    })
    assert.deepStrictEqual(yield* readTotals(label), {
      "intersecting-cuboids": makeTotal(9_000_000_000, 1),
      "malformed-label": makeTotal(2, 1, 1),
    })
  }),

  "accepts check results of existing labels only, each in its own labelset": Effect.gen(function* () {
    const { dataset, label, labels, layer, store } = yield* addLabeled(3)
    const [, second, third] = labels
    if (second === undefined || third === undefined) return assert.fail()
    const model = yield* addLabelset(dataset, "model")
    const other = { ...layer, labelsetId: model.id }
    yield* store.keep(layer, [checkResult(label, { "unknown-category": 1 })])
    assert.strictEqual((yield* store.find(other, [label.sampleId])).size, 0)
    assert.deepStrictEqual(
      [...(yield* store.keep(other, [checkResult(label, { "unknown-category": 1 })]))],
      [],
    )
    assert.deepStrictEqual(yield* store.totals(other), {})
    const stored = yield* store.find(layer, [third.sampleId, label.sampleId])
    assert.sameMembers([...stored.keys()], [third.sampleId, label.sampleId])
    assert.strictEqual((yield* store.find(layer, [])).size, 0)
    assert.strictEqual((yield* store.keep(layer, [])).size, 0)
  }),

  "treats a check result as fresh until the label's content changes": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    yield* store.keep(layer, [checkResult(label, { "degenerate-cuboid": 1 })])
    const accepted = yield* rewriteLabel(label)
    assert.isTrue((yield* read(label))?.fresh)
    const changed = yield* rewriteLabel(accepted, makeBody(1))
    assert.isFalse((yield* read(label))?.fresh)
    assert.deepStrictEqual(yield* readTotals(label), { "degenerate-cuboid": makeTotal(1, 1) })
    yield* store.keep(layer, [checkResult(changed, {})])
    assert.isTrue((yield* read(label))?.fresh)
    assert.deepStrictEqual(yield* readTotals(label), {})
  }),

  "accepts a check result of an older version only if its content is the same": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    const second = yield* rewriteLabel(label)
    assert.strictEqual((yield* store.keep(layer, [checkResult(label, { "unknown-category": 1 })])).size, 1)
    const third = yield* rewriteLabel(second, makeBody(1))
    for (const old of [label, second]) {
      const stored = yield* store.keep(layer, [checkResult(old, { "unknown-category": 5 })])
      assert.strictEqual(stored.size, 0)
    }
    const never = { ...third, version: yield* generateId(VersionId) }
    assert.strictEqual((yield* store.keep(layer, [checkResult(never, { "unknown-category": 5 })])).size, 0)
    assert.deepStrictEqual(yield* readTotals(label), { "unknown-category": makeTotal(1, 1) })
  }),

  "keeps the check result of the later configuration": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    yield* store.keep(layer, [checkResult(label, { "attribute-range": 3 }, { configVersion: 5 })])
    const late = yield* store.keep(layer, [
      checkResult(label, { "attribute-range": 1 }, { configVersion: 4 }),
    ])
    assert.strictEqual(late.size, 0)
    assert.deepStrictEqual(yield* readTotals(label), { "attribute-range": makeTotal(3, 1) })
    const again = yield* store.keep(layer, [
      checkResult(label, { "attribute-value": 1 }, { configVersion: 5 }),
    ])
    assert.strictEqual(again.size, 1)
    assert.deepStrictEqual(yield* readTotals(label), { "attribute-value": makeTotal(1, 1) })
  }),

  "keeps a check result with the warnings that were found before in the same transaction": Effect.gen(
    function* () {
      const { labels, label, layer, store } = yield* addLabeled(2)
      const [, second] = labels
      if (second === undefined) return assert.fail()
      const { run } = yield* Transaction
      const samples = labels.map(({ sampleId }) => sampleId)
      yield* store.keep(layer, [checkResult(label, { "attribute-range": 3 }, { configVersion: 2 })])
      yield* store.dismiss(layer, label.sampleId, makeDismissal(label), { "attribute-range": 1 })
      const next = yield* run(
        Effect.gen(function* () {
          const written = yield* rewriteLabel(label, makeBody(1))
          const before = yield* store.find(layer, samples, false)
          assert.deepStrictEqual(before.get(label.sampleId)?.dismissals, [makeDismissal(label)])
          assert.deepStrictEqual(before.get(second.sampleId)?.dismissals, [])
          const all = [checkResult(written, { "attribute-range": 1 }), checkResult(second, {})]
          assert.strictEqual((yield* store.keep(layer, all, before)).size, 2)
          return written
        }),
      )
      assert.deepStrictEqual((yield* read(label))?.checkResult, checkResult(next, { "attribute-range": 1 }))
      assert.deepStrictEqual(yield* readTotals(label), { "attribute-range": makeTotal(1, 1) })
      const outdated = run(
        Effect.flatMap(store.find(layer, samples, false), (before) =>
          store.keep(layer, [checkResult(label, { "attribute-range": 9 })], before),
        ),
      )
      assert.strictEqual((yield* outdated).size, 0)
    },
  ),

  "keeps a check result of a label that is new in the same transaction": Effect.gen(function* () {
    const { dataset, truth } = yield* aWorld
    const store = yield* WarningStore
    const { run } = yield* Transaction
    const labelStore = yield* LabelStore
    const samples = yield* addSamples(dataset, [{}, {}])
    for (const [index, sample] of samples.entries()) {
      const label = yield* makeLabel(sample, truth, { attributes: index === 0 ? makeBody(1) : null })
      const layer = getLayer(label)
      const change = { action: "write", from: null, by: label.updatedBy, at: label.updatedAt } as const
      const keep = (written: Label, count: number) =>
        Effect.map(store.keep(layer, [checkResult(written, { "attribute-range": count })], "none"), (kept) =>
          kept.has(label.sampleId),
        )
      yield* run(
        Effect.gen(function* () {
          assert.isTrue(yield* labelStore.write(label, change, null, false))
          assert.isTrue(yield* keep(label, 3))
          const before = yield* store.find(layer, [label.sampleId], false)
          yield* store.keep(layer, [checkResult(label, { "attribute-range": 2 })], before)
        }),
      )
      const expected = { checkResult: checkResult(label, { "attribute-range": 2 }), fresh: true }
      assert.deepStrictEqual(yield* read(label), { ...expected, dismissals: [] })
      assert.deepStrictEqual(yield* readTotals(label), {
        "attribute-range": makeTotal(2 + 2 * index, 1 + index),
      })
    }
  }),

  "keeps no check result of a version that the same transaction has replaced": Effect.gen(function* () {
    const { dataset, truth } = yield* aWorld
    const store = yield* WarningStore
    const { run } = yield* Transaction
    const labelStore = yield* LabelStore
    const [sample] = yield* addSamples(dataset, [{}])
    if (sample === undefined) return assert.fail()
    const label = yield* makeLabel(sample, truth, { attributes: makeBody(1) })
    const layer = getLayer(label)
    yield* run(
      Effect.gen(function* () {
        yield* labelStore.writeNew([label], "write")
        const next = yield* rewriteLabel(label, makeBody(2))
        const keep = (version: Label) => store.keep(layer, [checkResult(version, {})], "none")
        assert.strictEqual((yield* keep(label)).size, 0)
        assert.strictEqual((yield* keep(next)).size, 1)
      }),
    )
    assert.isTrue((yield* read(label))?.fresh)
  }),

  "counts once what two writers of a label check at the same time": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    const { run } = yield* Transaction
    const labelStore = yield* LabelStore
    const writeNext = (count: number) =>
      run(
        Effect.gen(function* () {
          const current = Option.getOrThrow(yield* labelStore.get(label.sampleId, label.labelsetId))
          const version = yield* generateId(VersionId)
          const next: Label = { ...current, attributes: makeBody(count), version }
          const change = { action: "write", from: current.status, by: label.updatedBy, at: instant } as const
          if (!(yield* labelStore.write(next, change, current.version, false))) return
          const before = yield* store.find(layer, [label.sampleId], false)
          yield* store.keep(layer, [checkResult(next, { "intersecting-cuboids": count })], before)
        }),
      )
    yield* runTwenty((i) => writeNext(i + 1))
    const counted = (yield* read(label))?.checkResult?.counts["intersecting-cuboids"] ?? 0
    assert.isAbove(counted, 0)
    assert.deepStrictEqual(yield* readTotals(label), { "intersecting-cuboids": makeTotal(counted, 1) })
  }),

  "sums the counts of many labels, and subtracts those of removed check results": Effect.gen(function* () {
    const { labels, label, layer, store } = yield* addLabeled(100)
    const all = labels.map((one, index) =>
      checkResult(
        one,
        { "intersecting-cuboids": index, "unknown-category": 1 },
        { dismissed: { "unknown-category": 1 } },
      ),
    )
    // A rule without warnings is not reported.
    all[0] = checkResult(label, { "unknown-category": 1 }, { dismissed: { "unknown-category": 1 } })
    assert.strictEqual((yield* store.keep(layer, all)).size, 100)
    assert.deepStrictEqual(yield* readTotals(label), {
      "intersecting-cuboids": makeTotal(4950, 99),
      "unknown-category": makeTotal(100, 100, 100),
    })
    const half = labels.slice(0, 50).map((one) => one.sampleId)
    yield* store.forget(layer.datasetId, half, null)
    yield* store.forget(layer.datasetId, half, layer.labelsetId)
    assert.deepStrictEqual(yield* readTotals(label), {
      "intersecting-cuboids": makeTotal(3725, 50),
      "unknown-category": makeTotal(50, 50, 50),
    })
    assert.deepStrictEqual(yield* read(label), { checkResult: null, fresh: false, dismissals: [] })
  }),

  "stores dismissals with the check results, and updates the counts": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    const checked = checkResult(label, { "malformed-label": 2 })
    yield* store.keep(layer, [checked])
    const first = makeDismissal(label)
    const second = makeDismissal(label, { warning: makeWarningId("f"), reason: "b" })
    yield* store.dismiss(layer, label.sampleId, first, { "malformed-label": 1 })
    yield* store.dismiss(layer, label.sampleId, second, { "malformed-label": 2 })
    const again = { ...first, content: "d", reason: "again", at: addSeconds(instant, 5) }
    yield* store.dismiss(layer, label.sampleId, again, { "malformed-label": 2 })
    const stored = yield* read(label)
    assert.sameDeepMembers([...(stored?.dismissals ?? [])], [again, second])
    assert.deepStrictEqual(stored?.checkResult, { ...checked, dismissed: { "malformed-label": 2 } })
    assert.deepStrictEqual(yield* readTotals(label), { "malformed-label": makeTotal(2, 1, 2) })
    yield* store.restore(layer, label.sampleId, first.warning, { "malformed-label": 1 })
    assert.deepStrictEqual((yield* read(label))?.dismissals, [second])
    assert.deepStrictEqual(yield* readTotals(label), { "malformed-label": makeTotal(2, 1, 1) })
    yield* store.keep(layer, [{ ...checked, dismissed: { "malformed-label": 1 } }])
    assert.deepStrictEqual((yield* read(label))?.dismissals, [second])
    yield* store.forget(layer.datasetId, [label.sampleId], null)
    assert.deepStrictEqual(yield* read(label), { checkResult: null, fresh: false, dismissals: [] })
    assert.deepStrictEqual(yield* readTotals(label), {})
  }),

  "stores no check result of a removed label": Effect.gen(function* () {
    const { dataset, label, layer, store } = yield* addLabeled(1)
    const labels = yield* LabelStore
    const samples = yield* SampleStore
    const checked = checkResult(label, { "malformed-label": 1 })
    const change = { action: "delete", from: label.status, by: label.updatedBy, at: instant } as const
    const removal = Effect.gen(function* () {
      yield* labels.remove(label, change, yield* generateId(VersionId))
      yield* store.forget(layer.datasetId, [label.sampleId], layer.labelsetId)
    })
    yield* runInterleaved(removal, store.keep(layer, [checked]))
    assert.deepStrictEqual(yield* readTotals(label), {})
    assert.isUndefined(yield* read(label))
    yield* samples.markDeleted(dataset.id, [label.sampleId], instant)
    assert.strictEqual((yield* store.keep(layer, [checked])).size, 0)
  }),

  "keeps correct totals when the same label is checked concurrently": Effect.gen(function* () {
    const { label, layer, store } = yield* addLabeled(1)
    const check = (count: number) =>
      store.keep(layer, [checkResult(label, { "intersecting-cuboids": count })])
    yield* runInterleaved(check(3), check(5))
    yield* runBeside(
      check(7),
      runTwenty((i) => check(i + 1)),
    )
    const counted = (yield* read(label))?.checkResult?.counts["intersecting-cuboids"] ?? 0
    assert.isAbove(counted, 0)
    assert.deepStrictEqual(yield* readTotals(label), { "intersecting-cuboids": makeTotal(counted, 1) })
  }),

  "locks the warnings that a transaction reads, so that two concurrent dismissals both count": Effect.gen(
    function* () {
      const { label, layer, store } = yield* addLabeled(1)
      yield* store.keep(layer, [checkResult(label, { "malformed-label": 2 })])
      const dismissWarning = (digit: string) =>
        Effect.gen(function* () {
          const before = (yield* read(label))?.checkResult?.dismissed["malformed-label"] ?? 0
          const dismissal = makeDismissal(label, { warning: makeWarningId(digit) })
          yield* store.dismiss(layer, label.sampleId, dismissal, { "malformed-label": before + 1 })
        })
      yield* runInterleaved(dismissWarning("a"), dismissWarning("b"))
      assert.deepStrictEqual(yield* readTotals(label), { "malformed-label": makeTotal(2, 1, 2) })
      assert.lengthOf((yield* read(label))?.dismissals ?? [], 2)
    },
  ),
})
