/** WarningStore in memory. Totals are summed from the check results on demand. */
import { HashMap, Option } from "effect"
import type { LabelsetId, SampleId } from "../domain/Ids.ts"
import { castToJsonText, type JsonText } from "../domain/JsonText.ts"
import type { RuleTotal, WarningRuleName } from "../domain/Warning.ts"
import {
  type LabelLayer,
  type LabelWarnings,
  type StoredCheckResult,
  WarningStore,
} from "../warnings/WarningStore.ts"
import { checkResultIn, checkResultsIn, withCheckResult } from "./checkResultRows.ts"
import type { Database } from "./Database.ts"
import { type CheckResultRow, type DatasetRows, findDatasetRows, updateDataset } from "./State.ts"
import { labelIn } from "./stagedLabels.ts"

export const makeWarningStore = (db: Database): typeof WarningStore.Service =>
  WarningStore.of({
    find: ({ datasetId, labelsetId }, samples, full = true) =>
      db.read((state) => {
        const rows = findDatasetRows(state, datasetId)
        const labelWarnings = samples.flatMap((id) => {
          const warnings = rows && findWarnings(rows, labelsetId, id)
          return warnings ? [[id, full ? warnings : omitWarnings(warnings)] as const] : []
        })
        return new Map(labelWarnings)
      }),
    keep: ({ datasetId, labelsetId }, checkResults) =>
      db.write((state) =>
        updateDataset(state, datasetId, new Set<SampleId>(), (rows) => {
          const currentResults = checkResults.filter((checkResult) =>
            isCurrent(rows, labelsetId, checkResult),
          )
          const next = currentResults.reduce((all, checkResult) => {
            const body = findBody(rows, labelsetId, checkResult.sampleId) ?? null
            const { dismissals } = checkResultIn(all, labelsetId, checkResult.sampleId)
            return withCheckResult(all, labelsetId, checkResult.sampleId, { checkResult, body, dismissals })
          }, rows)
          return [new Set(currentResults.map(({ sampleId }) => sampleId)), next]
        }),
      ),
    dismiss: (layer, sample, dismissal, dismissed) =>
      db.write((state) =>
        changeWarnings(layer, sample)(state, (row) => ({
          ...row,
          checkResult: row.checkResult && { ...row.checkResult, dismissed },
          dismissals: [...row.dismissals.filter(({ warning }) => warning !== dismissal.warning), dismissal],
        })),
      ),
    restore: (layer, sample, warning, dismissed) =>
      db.write((state) =>
        changeWarnings(layer, sample)(state, (row) => ({
          ...row,
          checkResult: row.checkResult && { ...row.checkResult, dismissed },
          dismissals: row.dismissals.filter((one) => one.warning !== warning),
        })),
      ),
    forget: (dataset, samples, labelset) =>
      db.write((state) =>
        updateDataset(state, dataset, undefined, (rows) => [
          undefined,
          {
            ...rows,
            checkResults: HashMap.map(rows.checkResults, (all, id) =>
              labelset === null || labelset === id ? HashMap.removeMany(all, samples) : all,
            ),
          },
        ]),
      ),
    totals: ({ datasetId, labelsetId }) =>
      db.read((state) => {
        const rows = findDatasetRows(state, datasetId)
        const totals: { [Rule in WarningRuleName]?: RuleTotal } = {}
        if (rows === undefined || !HashMap.has(rows.labelsets, labelsetId)) return totals
        for (const { checkResult } of HashMap.values(checkResultsIn(rows, labelsetId)))
          if (checkResult !== null) addTo(totals, checkResult)
        return totals
      }),
  })

/** The content of a label; undefined without one. */
const findBody = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId): JsonText | null | undefined =>
  Option.getOrUndefined(Option.map(labelIn(rows, labelset, sample), ({ attributes }) => attributes))

const findWarnings = (
  rows: DatasetRows,
  labelset: LabelsetId,
  sample: SampleId,
): LabelWarnings | undefined => {
  const body = findBody(rows, labelset, sample)
  if (body === undefined || !HashMap.has(rows.labelsets, labelset)) return undefined
  const { body: checked, dismissals, checkResult } = checkResultIn(rows, labelset, sample)
  return { checkResult, fresh: checkResult !== null && checked === body, dismissals }
}

const omitWarnings = (found: LabelWarnings): LabelWarnings => ({
  ...found,
  checkResult: found.checkResult && { ...found.checkResult, warnings: castToJsonText("[]") },
})

/** Whether the label's content is that of the checked version, and no check of a later configuration exists. */
const isCurrent = (rows: DatasetRows, labelset: LabelsetId, checkResult: StoredCheckResult): boolean => {
  const { configVersion, sampleId, version } = checkResult
  const label = Option.getOrUndefined(labelIn(rows, labelset, sampleId))
  const body = label?.attributes
  const earlier = HashMap.get(rows.histories, labelset).pipe(
    Option.flatMap((histories) => HashMap.get(histories, sampleId)),
    Option.flatMapNullable((versions) => versions.find((one) => one.version === version)),
  )
  // The current staged version is in no history until it is folded in.
  const checked = label?.version === version ? body : Option.getOrUndefined(earlier)?.attributes
  if (body === undefined || checked !== body) return false
  const before = checkResultIn(rows, labelset, sampleId)
  return (
    before.checkResult === null || before.body !== body || before.checkResult.configVersion <= configVersion
  )
}

const changeWarnings =
  ({ datasetId, labelsetId }: LabelLayer, sample: SampleId) =>
  (state: Parameters<typeof updateDataset>[0], how: (row: CheckResultRow) => CheckResultRow) =>
    updateDataset(state, datasetId, undefined, (rows) => [
      undefined,
      withCheckResult(rows, labelsetId, sample, how(checkResultIn(rows, labelsetId, sample))),
    ])

const addTo = (
  totals: { [Rule in WarningRuleName]?: RuleTotal },
  { counts, dismissed }: StoredCheckResult,
): void => {
  for (const [rule, count] of Object.entries(counts) as ReadonlyArray<[WarningRuleName, number]>) {
    const { dismissed: gone, labels, warnings } = totals[rule] ?? { warnings: 0, dismissed: 0, labels: 0 }
    totals[rule] = {
      warnings: warnings + count,
      dismissed: gone + (dismissed[rule] ?? 0),
      labels: labels + 1,
    }
  }
}
