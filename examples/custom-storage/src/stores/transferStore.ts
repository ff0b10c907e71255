/** TransferStore: records of exports and imports. */
import type { Transfer, TransferId } from "@annotary/core"
import { TransferStore } from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { Database } from "../Database.ts"
import { byAge, byId, live, liveDataset } from "../lookups.ts"

export const transferStore = ({ call, tables }: Database) => {
  const { transfers } = tables
  const liveTransfer = (id: TransferId): Transfer | undefined => {
    const transfer = transfers.get(id)
    return transfer && liveDataset(tables, transfer.datasetId) && transfer
  }
  return TransferStore.of({
    insert: (transfer) =>
      Effect.asVoid(call("TransferStore.insert", () => transfers.put(transfer.id, transfer))),
    byId: (id) => call("TransferStore.byId", () => Option.fromNullable(liveTransfer(id))),
    list: (dataset) =>
      call("TransferStore.list", () => transfers.by("dataset", dataset).toSorted((a, b) => byId(b, a))),
    update: (transfer) =>
      call("TransferStore.update", () => {
        if (liveTransfer(transfer.id)?.status !== "PENDING") return false
        transfers.put(transfer.id, transfer)
        return true
      }),
    endedExports: (before, limit) =>
      call("TransferStore.endedExports", () =>
        live(tables, transfers.all())
          .filter(({ direction, status }) => direction === "export" && status !== "PENDING")
          .filter(({ createdAt }) => createdAt < before)
          .toSorted(byAge)
          .slice(0, limit),
      ),
    remove: (id) => call("TransferStore.remove", () => transfers.delete(id)),
  })
}
