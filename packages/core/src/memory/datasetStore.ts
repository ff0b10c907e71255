/** DatasetStore in memory. */
import { HashMap, Option } from "effect"
import { type CountsChange, type DatasetDetails, DatasetStore } from "../access/DatasetStore.ts"
import { matchDatasetFilter } from "../datasets/datasetFilter.ts"
import type { StoredConfiguration } from "../domain/ConfigurationVersion.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { DatasetId, VersionId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import { makeCollaboratorMethods } from "./collaborators.ts"
import type { Database } from "./Database.ts"
import { findRole, hasSharedDataset, readAccess, resolveRef } from "./datasetAccess.ts"
import { listLabelsets } from "./labelsetStore.ts"
import { purge } from "./purge.ts"
import {
  type DatasetRows,
  findDatasetRows,
  formatDatasetKey,
  makeEmptyDataset,
  type State,
  updateDataset,
} from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeDatasetStore = (db: Database): typeof DatasetStore.Service =>
  DatasetStore.of({
    insert: (dataset) => db.write((state) => insert(state, dataset)),
    access: (ref, user) =>
      db.read((state) =>
        Option.map(Option.fromNullable(resolveRef(state, ref)), (rows) => readAccess(state, rows, user)),
      ),
    update: (dataset, expected) => db.write((state) => update(state, dataset, expected)),
    listOwned: ({ owner, viewer, offset, limit }) =>
      db.read((state) =>
        listNewestFirst(state, (rows) => {
          if (nameKey(rows.dataset.owner) !== nameKey(owner)) return false
          return viewer === null || rows.dataset.public || findRole(state, rows, viewer) !== null
        })
          .slice(offset, offset + limit)
          .map((rows) => readAccess(state, rows, viewer)),
      ),
    listOf: ({ user, shared, filter = {}, offset, limit }) =>
      db.read((state) =>
        listNewestFirst(state, (rows) => {
          const role = findRole(state, rows, user)
          const isListed = shared ? role !== null : nameKey(rows.dataset.owner) === nameKey(user)
          return isListed && matchDatasetFilter(filter, { dataset: rows.dataset, role })
        })
          .slice(offset, offset + limit)
          .map((rows) => readAccess(state, rows, user)),
      ),
    markDeleted: (id, at, keepWorkUntil = null) =>
      db.write((state) => markDeleted(state, id, { at, keepWorkUntil })),
    purge: (id, limit) => db.write((state) => purge(state, id, limit)),
    details: (ids) =>
      db.read((state) => new Map(ids.flatMap((id) => readDetails(state, findDatasetRows(state, id))))),
    addCounts: (id, change) =>
      db.write((state) =>
        updateDataset(state, id, undefined, (rows) => [
          undefined,
          { ...rows, counts: addCounts(rows.counts, change) },
        ]),
      ),

    addConfiguration: (version) =>
      db.write((state) =>
        updateDataset(state, version.datasetId, undefined, (rows) => [
          undefined,
          { ...rows, configurations: [...rows.configurations, version] },
        ]),
      ),
    configurations: (id, { before, limit }) =>
      db.read((state) =>
        listConfigurations(state, id)
          .filter(({ number }) => before === null || number < before)
          .slice(-limit)
          .reverse()
          .map(({ at, by, number }) => ({ number, at, by })),
      ),
    configuration: (id, wanted) =>
      db.read((state) => {
        const configuration = listConfigurations(state, id).find(({ number }) => number === wanted)
        if (configuration === undefined) return Option.none()
        const { datasetId: _, ...version } = configuration
        return Option.some(version)
      }),

    ...makeCollaboratorMethods(db),
    rolesOf: (id, users) =>
      db.read((state) => {
        const rows = findDatasetRows(state, id)
        if (rows === undefined) return new Map()
        return new Map(
          users.flatMap((user) => {
            const role = findRole(state, rows, user)
            return role === null ? [] : [[user, role] as const]
          }),
        )
      }),
    idsOwnedBy: (owner) =>
      db.read((state) =>
        listNewestFirst(state, (rows) => nameKey(rows.dataset.owner) === nameKey(owner)).map(
          (rows) => rows.dataset.id,
        ),
      ),
    shareDataset: (a, b) => db.read((state) => hasSharedDataset(state, a, b)),
  })

const readDetails = (
  state: State,
  rows: DatasetRows | undefined,
): ReadonlyArray<readonly [DatasetId, DatasetDetails]> => {
  const owner = rows && Option.getOrUndefined(HashMap.get(state.users, nameKey(rows.dataset.owner)))
  return rows === undefined || owner === undefined
    ? []
    : [
        [
          rows.dataset.id,
          {
            owner,
            counts: rows.counts,
            collaborators: HashMap.size(rows.collaborators),
            labelsets: listLabelsets(rows),
          },
        ],
      ]
}

const listConfigurations = (state: State, id: DatasetId): ReadonlyArray<StoredConfiguration> =>
  findDatasetRows(state, id)?.configurations ?? []

const listNewestFirst = (state: State, matches: (rows: DatasetRows) => boolean): ReadonlyArray<DatasetRows> =>
  [...HashMap.values(state.datasets)]
    .filter(matches)
    .sort(
      ({ dataset: a }, { dataset: b }) => compareAscii(b.createdAt, a.createdAt) || compareAscii(b.id, a.id),
    )

const insert = (state: State, dataset: Dataset): readonly [boolean, State] => {
  const key = formatDatasetKey(dataset.owner, dataset.name)
  if (HashMap.has(state.datasetNames, key)) return [false, state]
  return [
    true,
    {
      ...state,
      datasetNames: HashMap.set(state.datasetNames, key, dataset.id),
      datasets: HashMap.set(state.datasets, dataset.id, makeEmptyDataset(dataset)),
    },
  ]
}

const update = (
  state: State,
  dataset: Dataset,
  expected: VersionId,
): readonly ["updated" | "stale" | "taken", State] => {
  const rows = findDatasetRows(state, dataset.id)
  if (rows === undefined || rows.dataset.version !== expected) return ["stale", state]
  const key = formatDatasetKey(dataset.owner, dataset.name)
  const named = HashMap.get(state.datasetNames, key)
  if (Option.isSome(named) && named.value !== dataset.id) return ["taken", state]
  const freed = HashMap.remove(state.datasetNames, formatDatasetKey(rows.dataset.owner, rows.dataset.name))
  return [
    "updated",
    {
      ...state,
      datasetNames: HashMap.set(freed, key, dataset.id),
      datasets: HashMap.set(state.datasets, dataset.id, { ...rows, dataset }),
    },
  ]
}

const markDeleted = (
  state: State,
  id: Dataset["id"],
  deletion: DatasetRows["deletion"],
): readonly [boolean, State] => {
  const rows = findDatasetRows(state, id)
  if (rows === undefined) return [false, state]
  return [
    true,
    {
      ...state,
      datasetNames: HashMap.remove(
        state.datasetNames,
        formatDatasetKey(rows.dataset.owner, rows.dataset.name),
      ),
      datasets: HashMap.remove(state.datasets, id),
      deleted: HashMap.set(state.deleted, id, { ...rows, deletion }),
    },
  ]
}

const addCounts = (counts: CountsChange, change: CountsChange): CountsChange => {
  const byStatus: Record<string, number> = { ...counts.byStatus }
  for (const [status, difference] of Object.entries(change.byStatus))
    byStatus[status] = (byStatus[status] ?? 0) + difference
  return { samples: counts.samples + change.samples, byStatus }
}
