/** TransferStore in memory. */
import { HashMap, Option } from "effect"
import type { TransferId } from "../domain/Ids.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { TransferStore } from "../transfers/TransferStore.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, findDatasetRows, findHome, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const transferStore = (db: Database): typeof TransferStore.Service =>
  TransferStore.of({
    insert: (transfer) =>
      db.write((state) => {
        const [, next] = updateDataset(state, transfer.datasetId, undefined, (rows) => [
          undefined,
          withTransfer(rows, transfer),
        ])
        return [undefined, { ...next, homes: HashMap.set(next.homes, transfer.id, transfer.datasetId) }]
      }),
    byId: (id) =>
      db.read((state) => {
        const rows = findHome(state, id)
        return rows === undefined ? Option.none() : HashMap.get(rows.transfers, id)
      }),
    list: (dataset) =>
      db.read((state) => {
        const rows =
          findDatasetRows(state, dataset) ?? Option.getOrUndefined(HashMap.get(state.deleted, dataset))
        return rows === undefined
          ? []
          : [...HashMap.values(rows.transfers)].sort((a, b) => compareAscii(b.id, a.id))
      }),
    update: (transfer) =>
      db.write((state) =>
        updateDataset(state, transfer.datasetId, false, (rows) =>
          Option.exists(HashMap.get(rows.transfers, transfer.id), ({ status }) => status === "PENDING")
            ? [true, withTransfer(rows, transfer)]
            : [false, rows],
        ),
      ),
    endedExports: (before, limit) =>
      db.read((state) =>
        [...HashMap.values(state.datasets)]
          .flatMap((rows) => [...HashMap.values(rows.transfers)])
          .filter(
            ({ createdAt, direction, status }) =>
              direction === "export" && status !== "PENDING" && createdAt < before,
          )
          .sort((a, b) => compareAscii(a.createdAt, b.createdAt) || compareAscii(a.id, b.id))
          .slice(0, limit),
      ),
    remove: (id) =>
      db.write((state) => {
        const home = HashMap.get(state.homes, id)
        if (Option.isNone(home)) return [false, state]
        const without = HashMap.modify(home.value, (rows: DatasetRows) => ({
          ...rows,
          transfers: HashMap.remove(rows.transfers, id),
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

const withTransfer = (rows: DatasetRows, transfer: Transfer): DatasetRows => ({
  ...rows,
  transfers: HashMap.set<TransferId, Transfer>(rows.transfers, transfer.id, transfer),
})
