/** ReleaseStore in memory. */
import { HashMap, Option } from "effect"
import { maxStatements } from "../domain/Envelope.ts"
import type { ReleaseId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import type { Release } from "../domain/Release.ts"
import { ReleaseStore } from "../releases/ReleaseStore.ts"
import type { Database } from "./Database.ts"
import { removeAudits } from "./releaseAuditStore.ts"
import { type DatasetRows, findDatasetRows, findHome, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const releaseStore = (db: Database): typeof ReleaseStore.Service =>
  ReleaseStore.of({
    insert: (release) =>
      db.write((state) => {
        const [made, next] = updateDataset(state, release.datasetId, false, (rows) =>
          findByName(rows, release.name) === undefined ? [true, withRelease(rows, release)] : [false, rows],
        )
        return [
          made,
          made ? { ...next, homes: HashMap.set(next.homes, release.id, release.datasetId) } : next,
        ]
      }),
    byName: (dataset, name) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return Option.fromNullable(rows === undefined ? undefined : findByName(rows, name))
      }),
    byId: (id) =>
      db.read((state) => {
        const rows = findHome(state, id)
        return rows === undefined ? Option.none() : HashMap.get(rows.releases, id)
      }),
    list: (dataset) =>
      db.read((state) => {
        const rows =
          findDatasetRows(state, dataset) ?? Option.getOrUndefined(HashMap.get(state.deleted, dataset))
        return rows === undefined
          ? []
          : [...HashMap.values(rows.releases)].sort((a, b) => compareAscii(b.id, a.id))
      }),
    update: (release) =>
      db.write((state) =>
        updateDataset(state, release.datasetId, false, (rows) =>
          HashMap.has(rows.releases, release.id) ? [true, withRelease(rows, release)] : [false, rows],
        ),
      ),
    appendStatements: ({ datasetId, id }, added) =>
      db.write((state) =>
        updateDataset(state, datasetId, false, (rows) =>
          HashMap.has(rows.releases, id) && listStatements(rows, id).length + added.length <= maxStatements
            ? [
                true,
                {
                  ...rows,
                  statements: HashMap.set(rows.statements, id, [...listStatements(rows, id), ...added]),
                },
              ]
            : [false, rows],
        ),
      ),
    statements: ({ datasetId, id }) =>
      db.read((state) => {
        const rows = findDatasetRows(state, datasetId)
        return rows === undefined ? [] : listStatements(rows, id)
      }),
    remove: (id) =>
      db.write((state) => {
        const home = HashMap.get(state.homes, id)
        if (Option.isNone(home)) return [false, state]
        const without = HashMap.modify(home.value, (rows: DatasetRows) => ({
          ...rows,
          releases: HashMap.remove(rows.releases, id),
          statements: HashMap.remove(rows.statements, id),
          audits: removeAudits(rows, id),
        }))
        return [
          true,
          {
            ...state,
            datasets: without(state.datasets),
            deleted: without(state.deleted),
            homes: HashMap.remove(state.homes, id),
          },
        ]
      }),
  })

const withRelease = (rows: DatasetRows, release: Release): DatasetRows => ({
  ...rows,
  releases: HashMap.set<ReleaseId, Release>(rows.releases, release.id, release),
})

const listStatements = (rows: DatasetRows, id: ReleaseId): ReadonlyArray<string> =>
  Option.getOrElse(HashMap.get(rows.statements, id), () => [])

const findByName = (rows: DatasetRows, name: string): Release | undefined =>
  [...HashMap.values(rows.releases)].find((release) => nameKey(release.name) === nameKey(name))
