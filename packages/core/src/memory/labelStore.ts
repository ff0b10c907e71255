/** LabelStore in memory. */
import { Effect, HashMap, Option } from "effect"
import type { LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelVersion } from "../domain/Label.ts"
import { type LabelChange, LabelStore } from "../labels/LabelStore.ts"
import type { Database } from "./Database.ts"
import {
  type DatasetRows,
  findDatasetRows,
  findHome,
  getGroundTruth,
  getLabels,
  type State,
  updateDataset,
} from "./State.ts"
import { countChanges, labelIn, listStagedHistory, withStaged } from "./stagedLabels.ts"

export const labelStore = (db: Database): typeof LabelStore.Service =>
  LabelStore.of({
    // Objects are counted when they are searched.
    indexPortion: () => Effect.succeed(0),
    get: (sample, labelset, full = true) =>
      db.read((state) => {
        const rows = findHome(state, sample)
        const label = rows === undefined ? Option.none() : labelIn(rows, labelset, sample)
        return full ? label : Option.map(label, (found) => ({ ...found, attributes: null }))
      }),
    getEncoded: (sample, labelset) =>
      db.read((state) => {
        const rows = findHome(state, sample)
        const label = rows === undefined ? Option.none() : labelIn(rows, labelset, sample)
        return Option.map(label, (found) => ({ label: found, bytes: null }))
      }),
    write: (label, change, expected, sameBody) =>
      db.write((state) =>
        updateDataset(state, label.datasetId, false, (rows) =>
          write(rows, label, change, expected, sameBody),
        ),
      ),
    writeNew: (labels, action) =>
      db.write((state) => {
        const next = labels.reduce((all, label) => {
          const change = { action, from: null, by: label.updatedBy, at: label.updatedAt }
          return updateDataset(all, label.datasetId, false, (rows) =>
            write(rows, label, change, null, false),
          )[1]
        }, state)
        return [undefined, next]
      }),
    writeMany: (rewrites) =>
      db.write((state) => {
        const done = new Set<SampleId>()
        const next = rewrites.reduce((all, { change, expected, label }) => {
          const [written, after] = updateDataset(all, label.datasetId, false, (rows) =>
            write(rows, label, change, expected, true),
          )
          if (written) done.add(label.sampleId)
          return after
        }, state)
        return [done, next]
      }),
    remove: (label, change, version) =>
      db.write((state) =>
        updateDataset(state, label.datasetId, false, (rows) => remove(rows, label, change, version)),
      ),
    history: (sample, labelset, { before, limit }) =>
      db.read((state) =>
        readVersions(state, sample, labelset)
          .filter((entry) => before === null || entry.version < before)
          .slice(0, limit)
          .map(({ attributes: _, ...entry }) => entry),
      ),
    version: (sample, labelset, version) =>
      db.read((state) =>
        Option.fromNullable(readVersions(state, sample, labelset).find((entry) => entry.version === version)),
      ),
    hadStatus: (sample, labelset, statuses) =>
      db.read((state) =>
        readVersions(state, sample, labelset).some(({ to }) => to !== null && statuses.includes(to)),
      ),
    anyIn: (dataset) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return false
        for (const id of HashMap.keys(rows.labelsets)) if (HashMap.size(getLabels(rows, id)) > 0) return true
        return !HashMap.isEmpty(rows.overlapLabels) || !HashMap.isEmpty(rows.goldLabels)
      }),
    statusesOf: (dataset, samples) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return new Map()
        const labels = getGroundTruth(rows)
        const labelsOfSamples = samples.flatMap((id) =>
          Option.toArray(Option.map(HashMap.get(labels, id), (label) => [id, label.status] as const)),
        )
        return new Map(labelsOfSamples)
      }),
    listLabeled: (dataset, labelset, samples) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return new Set()
        const labels = getLabels(rows, labelset)
        return new Set(samples.filter((id) => HashMap.has(labels, id)))
      }),
  })

const readVersions = (state: State, sample: SampleId, labelset: LabelsetId): ReadonlyArray<LabelVersion> => {
  const rows = findHome(state, sample)
  if (rows === undefined || !HashMap.has(rows.labelsets, labelset)) return []
  const label = Option.getOrUndefined(labelIn(rows, labelset, sample))
  const staged = countChanges(rows, labelset, sample)
  const last = label === undefined || staged === undefined ? [] : listStagedHistory(rows, label, staged)
  return [...last, ...readHistory(rows, sample, labelset)]
}

/** The rows after a staged version was moved to the label's versions. */
export const foldLabel = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId): DatasetRows => {
  const label = Option.getOrUndefined(labelIn(rows, labelset, sample))
  const staged = countChanges(rows, labelset, sample)
  if (staged === undefined) return rows
  // The label, its sample or its labelset was deleted meanwhile.
  if (label === undefined) return withStaged(rows, labelset, sample, undefined)
  const versioned = listStagedHistory(rows, label, staged).reduce(
    (all, entry) => withVersion(all, label, entry),
    rows,
  )
  return withStaged(
    {
      ...versioned,
      labels: HashMap.set(
        versioned.labels,
        labelset,
        HashMap.set(getLabels(versioned, labelset), sample, label),
      ),
    },
    labelset,
    sample,
    undefined,
  )
}

const readHistory = (
  rows: DatasetRows,
  sample: SampleId,
  labelset: LabelsetId,
): ReadonlyArray<LabelVersion> =>
  HashMap.get(rows.histories, labelset).pipe(
    Option.flatMap((histories) => HashMap.get(histories, sample)),
    Option.getOrElse(() => []),
  )

const write = (
  before: DatasetRows,
  label: Label,
  change: LabelChange,
  expected: Label["version"] | null,
  sameBody: boolean,
): readonly [boolean, DatasetRows] => {
  const rows = foldLabel(before, label.labelsetId, label.sampleId)
  if (!HashMap.has(rows.samples, label.sampleId) || !HashMap.has(rows.labelsets, label.labelsetId))
    return [false, rows]
  const labels = getLabels(rows, label.labelsetId)
  const stored = Option.getOrNull(HashMap.get(labels, label.sampleId))
  if ((stored?.version ?? null) !== expected) return [false, rows]
  const next = sameBody ? { ...label, attributes: stored?.attributes ?? null } : label
  const { version, status: to, score, rating, attributes } = next
  const entry = { version, ...change, to, score, rating, attributes }
  const versioned = withStaged(withVersion(rows, label, entry), label.labelsetId, label.sampleId, undefined)
  return [
    true,
    {
      ...versioned,
      labels: HashMap.set(rows.labels, label.labelsetId, HashMap.set(labels, label.sampleId, next)),
      writtenDuring: markVersion(rows, version, stored?.version),
    },
  ]
}

/** The marks of configuration changes, with the version's mark in place of the replaced one. */
const markVersion = (rows: DatasetRows, version: VersionId, replaced: VersionId | undefined) => {
  const staging = HashMap.findFirst(rows.changes, ({ phase }) => phase === "staging")
  const others = replaced === undefined ? rows.writtenDuring : HashMap.remove(rows.writtenDuring, replaced)
  return Option.isSome(staging) ? HashMap.set(others, version, staging.value[0]) : others
}

const remove = (
  before: DatasetRows,
  label: Label,
  change: LabelChange,
  version: Label["version"],
): readonly [boolean, DatasetRows] => {
  const rows = withStaged(
    foldLabel(before, label.labelsetId, label.sampleId),
    label.labelsetId,
    label.sampleId,
    undefined,
  )
  const labels = getLabels(rows, label.labelsetId)
  const stored = Option.getOrNull(HashMap.get(labels, label.sampleId))
  if (stored?.version !== label.version) return [false, before]
  const versioned = withVersion(rows, label, {
    version,
    ...change,
    to: null,
    score: null,
    rating: null,
    attributes: null,
  })
  return [
    true,
    {
      ...versioned,
      labels: HashMap.set(rows.labels, label.labelsetId, HashMap.remove(labels, label.sampleId)),
    },
  ]
}

const withVersion = (
  rows: DatasetRows,
  { sampleId, labelsetId }: Label,
  version: LabelVersion,
): DatasetRows => {
  const histories = Option.getOrElse(HashMap.get(rows.histories, labelsetId), () => HashMap.empty())
  const next = HashMap.set(histories, sampleId, [version, ...readHistory(rows, sampleId, labelsetId)])
  return { ...rows, histories: HashMap.set(rows.histories, labelsetId, next) }
}
