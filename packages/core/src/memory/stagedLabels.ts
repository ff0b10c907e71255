/** Labels with their staged versions: which of them is current, and how a staged one replaces the label. */
import { HashMap, Option } from "effect"
import type { LabelsetId, SampleId } from "../domain/Ids.ts"
import type { Label, LabelVersion } from "../domain/Label.ts"
import { type DatasetRows, getLabels, type StagedVersion } from "./State.ts"

/** The current version of a label: staged, or its own. */
export const labelIn = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId): Option.Option<Label> =>
  Option.map(HashMap.get(getLabels(rows, labelset), sample), (label) => {
    const staged = countChanges(rows, labelset, sample)
    return staged === undefined
      ? label
      : { ...label, version: staged.version, attributes: staged.attributes, configVersion: staged.number }
  })

export const findStaged = (
  rows: DatasetRows,
  labelset: LabelsetId,
  sample: SampleId,
): StagedVersion | undefined =>
  HashMap.get(rows.staged, labelset).pipe(
    Option.flatMap((all) => HashMap.get(all, sample)),
    Option.getOrUndefined,
  )

/** The staged version that is current, if any. */
export const countChanges = (
  rows: DatasetRows,
  labelset: LabelsetId,
  sample: SampleId,
): StagedVersion | undefined => {
  const staged = findStaged(rows, labelset, sample)
  return staged !== undefined && staged.number <= rows.dataset.configVersion ? staged : undefined
}

/** Whether any label has a staged version that is current. */
export const hasEffectiveStaged = ({ dataset, staged }: DatasetRows): boolean =>
  HashMap.some(staged, (all) => HashMap.some(all, ({ number }) => number <= dataset.configVersion))

export const withStaged = (
  rows: DatasetRows,
  labelset: LabelsetId,
  sample: SampleId,
  staged: StagedVersion | undefined,
): DatasetRows => {
  const all = Option.getOrElse(HashMap.get(rows.staged, labelset), () =>
    HashMap.empty<SampleId, StagedVersion>(),
  )
  const next = staged === undefined ? HashMap.remove(all, sample) : HashMap.set(all, sample, staged)
  return { ...rows, staged: HashMap.set(rows.staged, labelset, next) }
}

/** The history row of a staged version, later than the version it was made from. */
export const listStagedHistory = (
  rows: DatasetRows,
  label: Label,
  staged: StagedVersion,
): ReadonlyArray<LabelVersion> =>
  Option.toArray(
    Option.map(HashMap.get(rows.changes, staged.number), (change) => {
      const { rating, score, status, updatedAt } = label
      const { by } = change
      const at = updatedAt > change.at ? updatedAt : change.at
      const { attributes, version } = staged
      return { version, at, by, action: "migrate", from: status, to: status, score, rating, attributes }
    }),
  )
