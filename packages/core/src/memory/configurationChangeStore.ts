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
import { folded } from "./labelStore.ts"
import { type DatasetRows, datasetOf, inDataset, labelsIn } from "./State.ts"
import { countingIn, labelIn, stagedIn, withStaged } from "./stagedLabels.ts"

type Which = Pick<ConfigurationChange, "datasetId" | "number">

export const configurationChangeStore = (db: Database): typeof ConfigurationChangeStore.Service =>
  ConfigurationChangeStore.of({
    begin: (change) =>
      db.write((state) =>
        inDataset(state, change.datasetId, false, (rows) =>
          HashMap.some(rows.changes, ({ phase }) => phase !== "folding")
            ? [false, rows]
            : [true, { ...rows, changes: HashMap.set(rows.changes, change.number, change) }],
        ),
      ),
    get: (which) =>
      db.read((state) => {
        const rows = datasetOf(state, which.datasetId)
        return rows === undefined ? Option.none() : HashMap.get(rows.changes, which.number)
      }),
    open: (dataset) =>
      db.read((state) =>
        [
          ...HashMap.values(
            datasetOf(state, dataset)?.changes ?? HashMap.empty<number, ConfigurationChange>(),
          ),
        ]
          .map(({ number, phase }) => ({ number, phase }))
          .sort((a, b) => a.number - b.number),
      ),
    advance: (which, from, phase) =>
      db.write((state) =>
        inDataset(state, which.datasetId, false, (rows) => {
          const change = Option.getOrUndefined(HashMap.get(rows.changes, which.number))
          return change?.phase === from
            ? [true, { ...rows, changes: HashMap.set(rows.changes, which.number, { ...change, phase }) }]
            : [false, rows]
        }),
      ),
    end: (which) =>
      db.write((state) =>
        inDataset(state, which.datasetId, undefined, (rows) => [
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
        const rows = datasetOf(state, dataset)
        return rows === undefined
          ? 0
          : HashMap.reduce(rows.labelsets, 0, (sum, _, id) => sum + HashMap.size(labelsIn(rows, id)))
      }),
    labels: (page) =>
      db.read((state) => {
        const rows = datasetOf(state, page.datasetId)
        return rows === undefined ? [] : labelsOf(rows, page)
      }),
    bodies: (dataset, labels) =>
      db.read((state) => {
        const rows = datasetOf(state, dataset)
        const found = labels.flatMap(({ labelsetId, sampleId }) => {
          const label = rows && Option.getOrUndefined(labelIn(rows, labelsetId, sampleId))
          return label?.attributes ? [[label.version, label.attributes] as const] : []
        })
        return new Map(found)
      }),
    stage: (which, labels) =>
      db.write((state) =>
        inDataset(state, which.datasetId, null as ReadonlySet<VersionId> | null, (rows) => {
          const change = Option.getOrUndefined(HashMap.get(rows.changes, which.number))
          if (change === undefined || change.phase === "dropping") return [null, rows]
          return labels.reduce(
            ([done, all], label) => {
              const next = staged(all, which.number, label)
              return [next === all ? done : new Set([...done, label.from]), next] as const
            },
            [new Set<VersionId>(), rows] as readonly [ReadonlySet<VersionId>, DatasetRows],
          )
        }),
      ),
    fold: (which, limit) =>
      db.write((state) =>
        inDataset(state, which.datasetId, 0, (rows) => {
          const due = stagedOf(rows, which, limit).filter(([labelset, sample]) =>
            countingIn(rows, labelset, sample),
          )
          return [due.length, due.reduce((all, [labelset, sample]) => folded(all, labelset, sample), rows)]
        }),
      ),
    drop: (which, limit) =>
      db.write((state) =>
        inDataset(state, which.datasetId, 0, (rows) => {
          const due = stagedOf(rows, which, limit)
          return [
            due.length,
            due.reduce((all, [labelset, sample]) => withStaged(all, labelset, sample, undefined), rows),
          ]
        }),
      ),
  })

const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const labelsOf = (rows: DatasetRows, { after, during, limit }: LabelPage): ReadonlyArray<LabelRef> =>
  [...HashMap.keys(rows.labelsets)]
    .sort(byId)
    .flatMap((labelset) =>
      [...HashMap.keys(labelsIn(rows, labelset))].sort(byId).map((sample) => [labelset, sample] as const),
    )
    .filter(
      ([labelset, sample]) =>
        after === null ||
        labelset > after.labelsetId ||
        (labelset === after.labelsetId && sample > after.sampleId),
    )
    .flatMap(([labelset, sample]) => Option.toArray(labelIn(rows, labelset, sample)))
    .filter(({ version }) => during === null || duringOf(rows, version) === during)
    .slice(0, limit)
    .map(({ attributes, configVersion, labelsetId, sampleId, version }) => ({
      labelsetId,
      sampleId,
      version,
      configVersion,
      writtenDuring: duringOf(rows, version),
      bytes: attributes === null ? null : new TextEncoder().encode(attributes).length,
    }))

const duringOf = (rows: DatasetRows, version: VersionId): number | null =>
  Option.getOrNull(HashMap.get(rows.writtenDuring, version))

const staged = (rows: DatasetRows, number: number, label: StagedLabel): DatasetRows => {
  const { attributes, from, labelsetId, sampleId, version } = label
  const own = Option.getOrUndefined(HashMap.get(labelsIn(rows, labelsetId), sampleId))
  if (own?.version !== from || countingIn(rows, labelsetId, sampleId) !== undefined) return rows
  return withStaged(rows, labelsetId, sampleId, { number, version, attributes })
}

const stagedOf = (
  rows: DatasetRows,
  { number }: Which,
  limit: number,
): ReadonlyArray<readonly [LabelsetId, SampleId]> =>
  [...HashMap.entries(rows.staged)]
    .flatMap(([labelset, all]) => [...HashMap.keys(all)].map((sample) => [labelset, sample] as const))
    .filter(([labelset, sample]) => stagedIn(rows, labelset, sample)?.number === number)
    .slice(0, limit)
