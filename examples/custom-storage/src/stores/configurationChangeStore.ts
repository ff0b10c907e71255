/** ConfigurationChangeStore: changes of a configuration, and the versions of labels that are staged for them. */
import type { Dataset } from "@annotary/core"
import { ConfigurationChangeStore, type LabelRef, type StagedLabel } from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { Database } from "../Database.ts"
import { compare, liveDataset } from "../lookups.ts"
import { type Current, currentOf, recordEffective, stagedKey, textOf } from "../staging.ts"
import { keyOf, type StagedRow, type Tables } from "../tables.ts"

type Which = Parameters<(typeof ConfigurationChangeStore.Service)["get"]>[0]

const changeKey = ({ datasetId, number }: Which) => keyOf(datasetId, number)

const refOf = (tables: Tables, current: Current): LabelRef => {
  const { configVersion, labelsetId, sampleId, version } = current.label
  const text = textOf(tables, current)
  const bytes = text === null ? null : Buffer.byteLength(text)
  return { labelsetId, sampleId, version, configVersion, writtenDuring: current.writtenDuring, bytes }
}

type Place = Pick<LabelRef, "labelsetId" | "sampleId">

const byPlace = (a: Place, b: Place) => compare(a.labelsetId, b.labelsetId) || compare(a.sampleId, b.sampleId)

export const configurationChangeStore = ({ call, tables }: Database) => {
  const { changes, labels, staged } = tables
  const stagedOf = (which: Which) => staged.by("change", changeKey(which))
  const remove = ({ datasetId, labelsetId, number, sampleId }: StagedRow) =>
    staged.delete(stagedKey(datasetId, number, sampleId, labelsetId))

  const begin = (which: Which, dataset: Dataset | undefined) =>
    dataset !== undefined &&
    changes.get(changeKey(which)) === undefined &&
    changes.by("dataset", which.datasetId).every(({ phase }) => phase === "folding")

  const stage = ({ datasetId, number }: Which, label: StagedLabel): boolean => {
    // What counts by now is written down, so that there is one staged version at most for each number.
    const current = recordEffective(tables, label.sampleId, label.labelsetId)
    if (current?.label.version !== label.from) return false
    staged.put(stagedKey(datasetId, number, label.sampleId, label.labelsetId), {
      ...label,
      datasetId,
      number,
    })
    return true
  }

  const fold = (row: StagedRow): boolean => {
    const counts = currentOf(tables, row.sampleId, row.labelsetId)?.effective.includes(row) === true
    if (counts) recordEffective(tables, row.sampleId, row.labelsetId)
    return counts
  }

  return ConfigurationChangeStore.of({
    begin: (change) =>
      call("ConfigurationChangeStore.begin", () => {
        if (!begin(change, liveDataset(tables, change.datasetId))) return false
        changes.put(changeKey(change), change)
        return true
      }),
    get: (which) =>
      call("ConfigurationChangeStore.get", () => Option.fromNullable(changes.get(changeKey(which)))),
    open: (dataset) =>
      call("ConfigurationChangeStore.open", () =>
        changes
          .by("dataset", dataset)
          .map(({ number, phase }) => ({ number, phase }))
          .sort((a, b) => a.number - b.number),
      ),
    // A transaction is alone with the tables.
    lockOutWriters: () => Effect.succeed(true),
    advance: (which, from, to) =>
      call("ConfigurationChangeStore.advance", () => {
        const change = changes.get(changeKey(which))
        if (change?.phase !== from) return false
        changes.put(changeKey(which), { ...change, phase: to })
        return true
      }),
    end: (which) => call("ConfigurationChangeStore.end", () => void changes.delete(changeKey(which))),
    count: (dataset) => call("ConfigurationChangeStore.count", () => labels.by("dataset", dataset).length),
    labels: ({ after, datasetId, during, limit }) =>
      call("ConfigurationChangeStore.labels", () =>
        labels
          .by("dataset", datasetId)
          .filter(({ writtenDuring }) => during === null || writtenDuring === during)
          .map(({ label }) => label)
          .filter((label) => after === null || byPlace(label, after) > 0)
          .sort(byPlace)
          .slice(0, limit)
          .flatMap(({ labelsetId, sampleId }) => currentOf(tables, sampleId, labelsetId) ?? [])
          .map((current) => refOf(tables, current)),
      ),
    bodies: (_dataset, refs) =>
      call("ConfigurationChangeStore.bodies", () => {
        const all = refs.flatMap((ref) => {
          const current = currentOf(tables, ref.sampleId, ref.labelsetId)
          const text = current?.label.version === ref.version ? textOf(tables, current) : null
          return text === null ? [] : [[ref.version, text] as const]
        })
        return new Map(all)
      }),
    stage: (which, all) =>
      call("ConfigurationChangeStore.stage", () => {
        const change = changes.get(changeKey(which))
        if (change === undefined || change.phase === "dropping") return null
        if (liveDataset(tables, which.datasetId) === undefined) return null
        return new Set(all.filter((label) => stage(which, label)).map(({ from }) => from))
      }),
    fold: (which, limit) =>
      call("ConfigurationChangeStore.fold", () => {
        let folded = 0
        for (const row of stagedOf(which)) if (folded < limit && fold(row)) folded += 1
        return folded
      }),
    drop: (which, limit) =>
      call("ConfigurationChangeStore.drop", () => stagedOf(which).slice(0, limit).filter(remove).length),
  })
}
