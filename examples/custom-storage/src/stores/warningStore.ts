/** WarningStore: the latest check result of each label, and dismissals. The counts of a labelset are summed on read. */
import type { SampleId, WarningRuleName } from "@annotary/core"
import {
  type LabelLayer,
  type LabelWarnings,
  type RuleCounts,
  WarningRuleName as Rules,
  type StoredCheckResult,
  WarningStore,
} from "@annotary/core/effect"
import type { Database } from "../Database.ts"
import { removeWarnings } from "../removal.ts"
import { currentOf } from "../staging.ts"
import { type CheckResultRow, keyOf, type Tables } from "../tables.ts"

/** Returns the label's current body if the checked version has the same one, otherwise null. */
const checkedBody = (
  tables: Tables,
  { labelsetId }: LabelLayer,
  { sampleId, version }: StoredCheckResult,
) => {
  const current = currentOf(tables, sampleId, labelsetId)
  if (current?.label.version === version) return current.body
  const checked = tables.versions.get(version)
  const same = checked?.sampleId === sampleId && checked.labelsetId === labelsetId
  return same && current?.body === checked.body ? current.body : null
}

const knownOf = (tables: Tables, { labelsetId }: LabelLayer, sample: SampleId): LabelWarnings | undefined => {
  const current = currentOf(tables, sample, labelsetId)
  if (current === undefined) return undefined
  const key = keyOf(sample, labelsetId)
  const row = tables.checkResults.get(key)
  return {
    checkResult: row?.checkResult ?? null,
    fresh: row?.body === current.body,
    dismissals: tables.dismissals.by("label", key).map(({ dismissal }) => dismissal),
  }
}

const totalOf = (rows: ReadonlyArray<CheckResultRow>, rule: WarningRuleName) => {
  const counts = rows.map(({ checkResult }) => checkResult.counts[rule] ?? 0)
  return {
    warnings: counts.reduce((sum, count) => sum + count, 0),
    dismissed: rows.reduce((sum, { checkResult }) => sum + (checkResult.dismissed[rule] ?? 0), 0),
    labels: counts.filter((count) => count > 0).length,
  }
}

export const warningStore = ({ call, tables }: Database) => {
  const { dismissals, labelsets, checkResults } = tables
  const setDismissed = (key: string, dismissed: RuleCounts) => {
    const row = checkResults.get(key)
    if (row !== undefined) checkResults.put(key, { ...row, checkResult: { ...row.checkResult, dismissed } })
  }
  const keep = (layer: LabelLayer, checkResult: StoredCheckResult): boolean => {
    const body = checkedBody(tables, layer, checkResult)
    const key = keyOf(checkResult.sampleId, layer.labelsetId)
    const before = checkResults.get(key)?.checkResult.configVersion ?? 0
    if (body === null || before > checkResult.configVersion) return false
    checkResults.put(key, { ...layer, body, checkResult })
    return true
  }
  return WarningStore.of({
    find: (layer, samples) =>
      call("WarningStore.find", () => {
        const all = samples.flatMap((sample) => {
          const known = knownOf(tables, layer, sample)
          return known === undefined ? [] : [[sample, known] as const]
        })
        return new Map(all)
      }),
    keep: (layer, all) =>
      call("WarningStore.keep", () => {
        const kept = all.filter((checkResult) => keep(layer, checkResult))
        return new Set(kept.map(({ sampleId }) => sampleId))
      }),
    dismiss: ({ datasetId, labelsetId }, sample, dismissal, dismissed) =>
      call("WarningStore.dismiss", () => {
        const label = keyOf(sample, labelsetId)
        dismissals.put(keyOf(label, dismissal.warning), { datasetId, label, dismissal })
        setDismissed(label, dismissed)
      }),
    restore: ({ labelsetId }, sample, warning, dismissed) =>
      call("WarningStore.restore", () => {
        const label = keyOf(sample, labelsetId)
        dismissals.delete(keyOf(label, warning))
        setDismissed(label, dismissed)
      }),
    forget: (dataset, samples, labelset) =>
      call("WarningStore.forget", () => {
        const all = labelset === null ? labelsets.by("dataset", dataset).map(({ id }) => id) : [labelset]
        for (const id of all) for (const sample of samples) removeWarnings(tables, sample, id)
      }),
    totals: ({ labelsetId }) =>
      call("WarningStore.totals", () => {
        const rows = checkResults.by("layer", labelsetId)
        const all = Rules.literals.map((rule) => [rule, totalOf(rows, rule)] as const)
        return Object.fromEntries(all.filter(([, { warnings }]) => warnings > 0))
      }),
  })
}
