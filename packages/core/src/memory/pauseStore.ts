/** PauseStore in memory. */
import { HashMap } from "effect"
import { PauseStore } from "../access/PauseStore.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Database } from "./Database.ts"
import { findDatasetRows, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makePauseStore = (db: Database): typeof PauseStore.Service =>
  PauseStore.of({
    put: (pause) =>
      db.write((state) =>
        updateDataset(state, pause.datasetId, false, (rows) => [
          !HashMap.has(rows.pauses, pause.user),
          { ...rows, pauses: HashMap.set(rows.pauses, pause.user, pause) },
        ]),
      ),
    insert: (pause) =>
      db.write((state) =>
        updateDataset(state, pause.datasetId, false, (rows) =>
          HashMap.has(rows.pauses, pause.user)
            ? [false, rows]
            : [true, { ...rows, pauses: HashMap.set(rows.pauses, pause.user, pause) }],
        ),
      ),
    list: (dataset) =>
      db.read((state) =>
        [...HashMap.values(findDatasetRows(state, dataset)?.pauses ?? HashMap.empty())].sort((a, b) =>
          compareAscii(a.user, b.user),
        ),
      ),
    remove: (datasets, user) =>
      db.write((state) => {
        const ended: Array<DatasetId> = []
        let next = state
        for (const id of datasets) {
          const [wasPaused, after] = updateDataset(next, id, false, (rows) =>
            HashMap.has(rows.pauses, user)
              ? [true, { ...rows, pauses: HashMap.remove(rows.pauses, user) }]
              : [false, rows],
          )
          next = after
          if (wasPaused) ended.push(id)
        }
        return [ended, next] as const
      }),
  })
