/** ConfigurationChangeStore in memory. */
import { Effect, HashMap, Option } from "effect"
import {
  ConfigurationChangeStore,
  type LabelPage,
  type LabelRef,
  type StagedLabel,
} from "../config/ConfigurationChangeStore.ts"
import type { ConfigurationChange } from "../domain/ConfigurationChange.ts"
import type { LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Database } from "./Database.ts"
import { foldLabel } from "./labelStore.ts"
import { type DatasetRows, findDatasetRows, getLabels, updateDataset } from "./State.ts"
import { countChanges, findStaged, labelIn, withStaged } from "./stagedLabels.ts"

type Which = Pick<ConfigurationChange, "datasetId" | "number">

export const makeConfigurationChangeStore = (db: Database): typeof ConfigurationChangeStore.Service =>
  ConfigurationChangeStore.of({
    begin: (change) =>
      db.write((state) =>
        updateDataset(state, change.datasetId, false, (rows) =>
          HashMap.some(rows.changes, ({ phase }) => phase !== "folding")
            ? [false, rows]
            : [true, { ...rows, changes: HashMap.set(rows.changes, change.number, change) }],
        ),
      ),
    get: (which) =>
      db.read((state) => {
        const rows = findDatasetRows(state, which.datasetId)
        return rows === undefined ? Option.none() : HashMap.get(rows.changes, which.number)
      }),
    open: (dataset) =>
      db.read((state) =>
        [
          ...HashMap.values(
            findDatasetRows(state, dataset)?.changes ?? HashMap.empty<number, ConfigurationChange>(),
          ),
        ]
          .map(({ number, phase }) => ({ number, phase }))
          .sort((a, b) => a.number - b.number),
      ),
    advance: (which, from, phase) =>
      db.write((state) =>
        updateDataset(state, which.datasetId, false, (rows) => {
          const change = Option.getOrUndefined(HashMap.get(rows.changes, which.number))
          return change?.phase === from
            ? [true, { ...rows, changes: HashMap.set(rows.changes, which.number, { ...change, phase }) }]
            : [false, rows]
        }),
      ),
    end: (which) =>
      db.write((state) =>
        updateDataset(state, which.datasetId, undefined, (rows) => [
          undefined,
          {
            ...rows,
            changes: HashMap.remove(rows.changes, which.number),
            writtenDuring: HashMap.filter(rows.writtenDuring, (number) => number !== which.number),
          },
        ]),
      ),
    // A transaction has exclusive access to the state.
    lockOutWriters: () => Effect.succeed(true),
    count: (dataset) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows === undefined
          ? 0
          : HashMap.reduce(rows.labelsets, 0, (sum, _, id) => sum + HashMap.size(getLabels(rows, id)))
      }),
    labels: (page) =>
      db.read((state) => {
        const rows = findDatasetRows(state, page.datasetId)
        return rows === undefined ? [] : listLabels(rows, page)
      }),
    bodies: (dataset, labels) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const labelTexts = labels.flatMap(({ labelsetId, sampleId }) => {
          const label = rows && Option.getOrUndefined(labelIn(rows, labelsetId, sampleId))
          return label?.attributes ? [[label.version, label.attributes] as const] : []
        })
        return new Map(labelTexts)
      }),
    stage: (which, labels) =>
      db.write((state) =>
        updateDataset(state, which.datasetId, null as ReadonlySet<VersionId> | null, (rows) => {
          const change = Option.getOrUndefined(HashMap.get(rows.changes, which.number))
          if (change === undefined || change.phase === "dropping") return [null, rows]
          return labels.reduce(
            ([done, all], label) => {
              const next = stageLabel(all, which.number, label)
              return [next === all ? done : new Set([...done, label.from]), next] as const
            },
            [new Set<VersionId>(), rows] as readonly [ReadonlySet<VersionId>, DatasetRows],
          )
        }),
      ),
    fold: (which, limit) =>
      db.write((state) =>
        updateDataset(state, which.datasetId, 0, (rows) => {
          const leftLabels = listStaged(rows, which, limit).filter(([labelset, sample]) =>
            countChanges(rows, labelset, sample),
          )
          return [
            leftLabels.length,
            leftLabels.reduce((all, [labelset, sample]) => foldLabel(all, labelset, sample), rows),
          ]
        }),
      ),
    drop: (which, limit) =>
      db.write((state) =>
        updateDataset(state, which.datasetId, 0, (rows) => {
          const stagedLabels = listStaged(rows, which, limit)
          return [
            stagedLabels.length,
            stagedLabels.reduce(
              (all, [labelset, sample]) => withStaged(all, labelset, sample, undefined),
              rows,
            ),
          ]
        }),
      ),
  })

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const listLabels = (rows: DatasetRows, { after, during, limit }: LabelPage): ReadonlyArray<LabelRef> =>
  [...HashMap.keys(rows.labelsets)]
    .sort(compareIds)
    .flatMap((labelset) =>
      [...HashMap.keys(getLabels(rows, labelset))]
        .sort(compareIds)
        .map((sample) => [labelset, sample] as const),
    )
    .filter(
      ([labelset, sample]) =>
        after === null ||
        labelset > after.labelsetId ||
        (labelset === after.labelsetId && sample > after.sampleId),
    )
    .flatMap(([labelset, sample]) => Option.toArray(labelIn(rows, labelset, sample)))
    .filter(({ version }) => during === null || findVersionDuring(rows, version) === during)
    .slice(0, limit)
    .map(({ attributes, configVersion, labelsetId, sampleId, version }) => ({
      labelsetId,
      sampleId,
      version,
      configVersion,
      writtenDuring: findVersionDuring(rows, version),
      bytes: attributes === null ? null : new TextEncoder().encode(attributes).length,
    }))

const findVersionDuring = (rows: DatasetRows, version: VersionId): number | null =>
  Option.getOrNull(HashMap.get(rows.writtenDuring, version))

const stageLabel = (rows: DatasetRows, number: number, label: StagedLabel): DatasetRows => {
  const { attributes, from, labelsetId, sampleId, version } = label
  const own = Option.getOrUndefined(HashMap.get(getLabels(rows, labelsetId), sampleId))
  if (own?.version !== from || countChanges(rows, labelsetId, sampleId) !== undefined) return rows
  return withStaged(rows, labelsetId, sampleId, { number, version, attributes })
}

const listStaged = (
  rows: DatasetRows,
  { number }: Which,
  limit: number,
): ReadonlyArray<readonly [LabelsetId, SampleId]> =>
  [...HashMap.entries(rows.staged)]
    .flatMap(([labelset, all]) => [...HashMap.keys(all)].map((sample) => [labelset, sample] as const))
    .filter(([labelset, sample]) => findStaged(rows, labelset, sample)?.number === number)
    .slice(0, limit)
