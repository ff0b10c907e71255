/** WarningStore during a configuration change: a current staged version is checked like any other. */
import { castToJsonText, type Label, WarningStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aChange, makeStaged, read, turn } from "./configurationChange.ts"
import { instant } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

export const stagedCheckResults = makeSuite("WarningStore and ConfigurationChangeStore", {
  "stores a check result of an active staged version, before and after folding": Effect.gen(function* () {
    const { change, changes, dataset, first } = yield* aChange
    const warnings = yield* WarningStore
    const layer = { datasetId: dataset.id, labelsetId: first.labelsetId }
    const makeCheckResult = ({ version }: Pick<Label, "version">, configVersion: number) => ({
      sampleId: first.sampleId,
      version,
      configVersion,
      checkedAt: instant,
      warnings: castToJsonText("[]"),
      truncated: false,
      counts: { "unknown-category": configVersion },
      dismissed: {},
    })
    const warningsOfFirst = Effect.map(warnings.find(layer, [first.sampleId]), (all) =>
      all.get(first.sampleId),
    )
    const totals = Effect.map(warnings.totals(layer), (all) => all["unknown-category"]?.warnings)
    yield* warnings.keep(layer, [makeCheckResult(first, 1)])
    yield* changes.stage(change, [yield* makeStaged(first)])
    assert.strictEqual((yield* warningsOfFirst)?.fresh, true)
    yield* changes.advance(change, "staging", "folding")
    yield* turn(dataset)
    assert.strictEqual((yield* warningsOfFirst)?.fresh, false)
    assert.strictEqual((yield* warnings.keep(layer, [makeCheckResult(first, 1)])).size, 0)
    assert.strictEqual((yield* warnings.keep(layer, [makeCheckResult(yield* read(first), 2)])).size, 1)
    assert.deepInclude(yield* warningsOfFirst, { fresh: true })
    yield* changes.fold(change, 10)
    assert.deepInclude(yield* warningsOfFirst, { fresh: true })
    assert.strictEqual(yield* totals, 2)
  }),
})
