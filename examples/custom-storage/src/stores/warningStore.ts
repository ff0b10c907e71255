/** WarningStore: the last verdict on each label, and what of it was dismissed. What is told of a labelset is added up when asked for. */
import type { SampleId, WarningRuleName } from "@annotary/core"
import {
  type LabelLayer,
  type LabelWarnings,
  type RuleCounts,
  WarningRuleName as Rules,
  type StoredVerdict,
  WarningStore,
} from "@annotary/core/effect"
import type { Database } from "../Database.ts"
import { forgetWarnings } from "../removal.ts"
import { currentOf } from "../staging.ts"
import { keyOf, type Tables, type VerdictRow } from "../tables.ts"

/** What the label says is what that version said, or it would be another body. */
const saysWhat = (tables: Tables, { labelsetId }: LabelLayer, { sampleId, version }: StoredVerdict) => {
  const current = currentOf(tables, sampleId, labelsetId)
  if (current?.label.version === version) return current.body
  const judged = tables.versions.get(version)
  const same = judged?.sampleId === sampleId && judged.labelsetId === labelsetId
  return same && current?.body === judged.body ? current.body : null
}

const knownOf = (tables: Tables, { labelsetId }: LabelLayer, sample: SampleId): LabelWarnings | undefined => {
  const current = currentOf(tables, sample, labelsetId)
  if (current === undefined) return undefined
  const key = keyOf(sample, labelsetId)
  const row = tables.verdicts.get(key)
  return {
    verdict: row?.verdict ?? null,
    fresh: row?.body === current.body,
    dismissals: tables.dismissals.by("label", key).map(({ dismissal }) => dismissal),
  }
}

const totalOf = (rows: ReadonlyArray<VerdictRow>, rule: WarningRuleName) => {
  const counts = rows.map(({ verdict }) => verdict.counts[rule] ?? 0)
  return {
    warnings: counts.reduce((sum, count) => sum + count, 0),
    dismissed: rows.reduce((sum, { verdict }) => sum + (verdict.dismissed[rule] ?? 0), 0),
    labels: counts.filter((count) => count > 0).length,
  }
}

export const warningStore = ({ call, tables }: Database) => {
  const { dismissals, labelsets, verdicts } = tables
  const setDismissed = (key: string, dismissed: RuleCounts) => {
    const row = verdicts.get(key)
    if (row !== undefined) verdicts.put(key, { ...row, verdict: { ...row.verdict, dismissed } })
  }
  const keep = (layer: LabelLayer, verdict: StoredVerdict): boolean => {
    const body = saysWhat(tables, layer, verdict)
    const key = keyOf(verdict.sampleId, layer.labelsetId)
    const before = verdicts.get(key)?.verdict.configVersion ?? 0
    if (body === null || before > verdict.configVersion) return false
    verdicts.put(key, { ...layer, body, verdict })
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
        const kept = all.filter((verdict) => keep(layer, verdict))
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
        for (const id of all) for (const sample of samples) forgetWarnings(tables, sample, id)
      }),
    totals: ({ labelsetId }) =>
      call("WarningStore.totals", () => {
        const rows = verdicts.by("layer", labelsetId)
        const all = Rules.literals.map((rule) => [rule, totalOf(rows, rule)] as const)
        return Object.fromEntries(all.filter(([, { warnings }]) => warnings > 0))
      }),
  })
}
