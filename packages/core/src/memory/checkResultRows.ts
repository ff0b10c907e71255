/** The check results in the rows of a dataset. */
import { HashMap, Option } from "effect"
import type { LabelsetId, SampleId } from "../domain/Ids.ts"
import type { CheckResultRow, DatasetRows } from "./State.ts"

const none: CheckResultRow = { checkResult: null, body: null, dismissals: [] }

/** The check results of a labelset, by sample. */
export const checkResultsIn = (
  rows: DatasetRows,
  labelset: LabelsetId,
): HashMap.HashMap<SampleId, CheckResultRow> =>
  Option.getOrElse(HashMap.get(rows.checkResults, labelset), () => HashMap.empty())

/** The check result of a label; an empty one when it was never checked. */
export const checkResultIn = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId): CheckResultRow =>
  Option.getOrElse(HashMap.get(checkResultsIn(rows, labelset), sample), () => none)

/** The rows with another check result. */
export const withCheckResult = (
  rows: DatasetRows,
  labelset: LabelsetId,
  sample: SampleId,
  row: CheckResultRow,
): DatasetRows => ({
  ...rows,
  checkResults: HashMap.set(
    rows.checkResults,
    labelset,
    HashMap.set(checkResultsIn(rows, labelset), sample, row),
  ),
})
