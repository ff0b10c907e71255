/** SampleStore in memory. */
import { HashMap, Option } from "effect"
import type { LabelsetId, SampleId } from "../domain/Ids.ts"
import { emptyObject } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import type { Sample } from "../domain/Sample.ts"
import { countLeading, measureBodies } from "../kernel/portions.ts"
import { type SampleForWrite, type SampleRow, SampleStore, type WithLabels } from "../reading/SampleStore.ts"
import type { Database } from "./Database.ts"
import { readAccess } from "./datasetAccess.ts"
import { setRow } from "./queueRows.ts"
import { type DatasetRows, findDatasetRows, findHome, type State, updateDataset } from "./State.ts"
import { countSamples, readSamplePage } from "./samplePages.ts"
import { hasMetadataKey } from "./searchedSamples.ts"
import { hasEffectiveStaged, labelIn } from "./stagedLabels.ts"

export const sampleStore = (db: Database): typeof SampleStore.Service =>
  SampleStore.of({
    insert: (samples) => db.write((state) => insert(state, samples)),
    byIds: (ids, full = true) =>
      db.read((state) => {
        const samples = ids.flatMap((id) => Option.toArray(findSample(state, id)))
        return full ? samples : samples.map((sample) => ({ ...sample, ...unread }))
      }),
    portion: (ids, labels, bytes) =>
      db.read((state) => {
        const rows = ids.map((id) => findSampleRow(state, id, labels))
        const read = countLeading(rows, (row) => (row === undefined ? 0 : weighRow(row)), bytes)
        return { rows: rows.slice(0, read).filter((row) => row !== undefined), read }
      }),
    byId: (id) => db.read((state) => findSample(state, id)),
    forWrite: (id, labelset) => db.read((state) => findForWrite(state, findHome(state, id), id, labelset)),
    forWriteBy: (user, id, labelset) =>
      db.read((state) => {
        const home = findHome(state, id)
        return home === undefined
          ? Option.none()
          : Option.map(findForWrite(state, home, id, labelset), (found) => ({
              ...found,
              access: readAccess(state, home, user),
            }))
      }),
    byNames: (dataset, names) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return []
        return names.flatMap((name) =>
          Option.toArray(
            Option.flatMap(HashMap.get(rows.sampleNames, name), (id) => HashMap.get(rows.samples, id)),
          ),
        )
      }),
    update: (sample, expected) =>
      db.write((state) =>
        updateDataset(state, sample.datasetId, "stale" as const, (rows) => update(rows, sample, expected)),
      ),
    updateMany: (changes) =>
      db.write((state) => {
        const done = new Set<SampleId>()
        const next = changes.reduce((all, { expected, sample }) => {
          const [outcome, after] = updateDataset(all, sample.datasetId, "stale" as const, (rows) => {
            const before = Option.getOrUndefined(HashMap.get(rows.samples, sample.id))
            return before === undefined
              ? ["stale", rows]
              : update(rows, keepKeyOrder(before, sample), expected)
          })
          if (outcome === "updated") done.add(sample.id)
          return after
        }, state)
        return [done, next]
      }),
    markDeleted: (dataset, ids) => db.write((state) => remove(state, dataset, ids)),
    page: (query) =>
      db.read((state) => {
        const rows = findDatasetRows(state, query.filter.datasetId)
        return rows === undefined ? [] : readSamplePage(rows, query)
      }),
    count: (filter, cap) =>
      db.read((state) => {
        const rows = findDatasetRows(state, filter.datasetId)
        return rows === undefined ? 0 : countSamples(rows, filter, cap)
      }),
    metadataKeys: (dataset, keys) =>
      db.read((state) => {
        const samples = findDatasetRows(state, dataset)?.samples
        return new Set(samples === undefined ? [] : keys.filter((key) => hasMetadataKey(samples, key)))
      }),
    hasUnindexedLabels: (dataset) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows !== undefined && hasEffectiveStaged(rows)
      }),
    labels: (labelset, ids, full) =>
      db.read((state) => {
        const sampleRows = ids.flatMap((id) => {
          const label = findLabel(state, id, { labelset, full })
          return label === null ? [] : [[id, label] as const]
        })
        return new Map(sampleRows)
      }),
  })

/** `home`: the rows of the sample's dataset. */
const findForWrite = (
  state: State,
  home: DatasetRows | undefined,
  id: SampleId,
  labelset: LabelsetId,
): Option.Option<SampleForWrite> =>
  home === undefined
    ? Option.none()
    : Option.map(findSample(state, id), (sample) => ({
        sample,
        label: findLabel(state, id, { labelset, full: true }),
        configVersion: home.dataset.configVersion,
        datasetVersion: home.dataset.version,
      }))

const unread = { attributes: null, metadata: emptyObject, readme: "" } as const

/** The sample with the changed fields of the other one, except its name and content. */
const keepKeyOrder = (before: Sample, after: Sample): Sample => {
  const { attributes, metadata, name, readme } = before
  return { ...after, attributes, metadata, name, readme }
}

const findSampleRow = (state: State, id: SampleId, labels: WithLabels | null): SampleRow | undefined => {
  const sample = Option.getOrUndefined(findSample(state, id))
  if (sample === undefined) return undefined
  return { sample, label: labels === null ? undefined : findLabel(state, id, labels) }
}

const weighRow = ({ label, sample }: SampleRow): number =>
  measureBodies(sample) + (label === null || label === undefined ? 0 : measureBodies(label))

const findLabel = (state: State, id: SampleId, { labelset, full }: WithLabels): Label | null => {
  const rows = findHome(state, id)
  const label = rows === undefined ? Option.none() : labelIn(rows, labelset, id)
  if (Option.isNone(label)) return null
  return full ? label.value : { ...label.value, attributes: null }
}

const findSample = (state: State, id: SampleId): Option.Option<Sample> => {
  const rows = findHome(state, id)
  return rows === undefined ? Option.none() : HashMap.get(rows.samples, id)
}

const insert = (state: State, samples: ReadonlyArray<Sample>): readonly [ReadonlySet<SampleId>, State] => {
  const added = new Set<SampleId>()
  const [, next] = updateDataset(state, samples[0]?.datasetId, undefined, (rows) => {
    const all = HashMap.beginMutation(rows.samples)
    const names = HashMap.beginMutation(rows.sampleNames)
    for (const sample of samples) {
      if (HashMap.has(names, sample.name)) continue
      HashMap.set(names, sample.name, sample.id)
      HashMap.set(all, sample.id, sample)
      added.add(sample.id)
    }
    return [
      undefined,
      { ...rows, samples: HashMap.endMutation(all), sampleNames: HashMap.endMutation(names) },
    ]
  })
  const home = samples[0]?.datasetId
  if (home === undefined || added.size === 0) return [added, state]
  const homes = HashMap.mutate(state.homes, (open) => {
    for (const id of added) HashMap.set(open, id, home)
  })
  return [added, { ...next, homes }]
}

const update = (rows: DatasetRows, sample: Sample, expected: Sample["version"]) => {
  const stored = Option.getOrUndefined(HashMap.get(rows.samples, sample.id))
  if (stored === undefined || stored.version !== expected) return ["stale", rows] as const
  const owner = HashMap.get(rows.sampleNames, sample.name)
  if (Option.isSome(owner) && owner.value !== sample.id) return ["taken", rows] as const
  const sampleNames =
    stored.name === sample.name
      ? rows.sampleNames
      : HashMap.set(HashMap.remove(rows.sampleNames, stored.name), sample.name, sample.id)
  return ["updated", { ...rows, sampleNames, samples: HashMap.set(rows.samples, sample.id, sample) }] as const
}

const remove = (
  state: State,
  dataset: Sample["datasetId"],
  ids: ReadonlyArray<SampleId>,
): readonly [ReadonlyArray<SampleId>, State] => {
  const rows = findDatasetRows(state, dataset)
  if (rows === undefined) return [[], state]
  const gone = [...new Set(ids)].filter((id) => HashMap.has(rows.samples, id))
  const left = removeSamples(rows, new Set(gone))
  const issues = [...HashMap.keys(rows.issues)].filter((id) => !HashMap.has(left.issues, id))
  return [
    gone,
    {
      ...state,
      datasets: HashMap.set(state.datasets, dataset, left),
      homes: HashMap.removeMany(state.homes, [...gone, ...issues]),
      queue: gone.reduce((queue, id) => setRow(queue, id, undefined), state.queue),
    },
  ]
}

/** The rows without these samples, their labels and their issues. Workunits outlive their sample. */
export const removeSamples = (rows: DatasetRows, ids: ReadonlySet<SampleId>): DatasetRows => {
  const names = [...ids].flatMap((id) =>
    Option.toArray(Option.map(HashMap.get(rows.samples, id), (sample) => sample.name)),
  )
  return {
    ...rows,
    samples: HashMap.removeMany(rows.samples, ids),
    sampleNames: HashMap.removeMany(rows.sampleNames, names),
    labels: HashMap.map(rows.labels, (labels) => HashMap.removeMany(labels, ids)),
    histories: HashMap.map(rows.histories, (histories) => HashMap.removeMany(histories, ids)),
    issues: HashMap.filter(rows.issues, (issue) => !ids.has(issue.sampleId)),
    pictureSizes: HashMap.removeMany(rows.pictureSizes, ids),
  }
}
