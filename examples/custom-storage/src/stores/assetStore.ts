/** AssetStore: records of files; the right to upload one is taken once. */
import type { AssetId } from "@annotary/core"
import { AssetStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const assetStore = ({ call, tables: { assets } }: Database) => {
  /** An upload that may still come to its end, in this state. */
  const waiting = (id: AssetId, upload: "free" | "taken") => {
    const row = assets.get(id)
    return row?.upload === upload && row.asset.uploadedAt === null ? row : undefined
  }
  return AssetStore.of({
    insert: (asset) => call("AssetStore.insert", () => assets.put(asset.id, { asset, upload: "free" })),
    byId: (id) => call("AssetStore.byId", () => Option.fromNullable(assets.get(id)?.asset)),
    takeUpload: (id, at) =>
      call("AssetStore.takeUpload", () => {
        const row = waiting(id, "free")
        if (row === undefined || row.asset.uploadExpiresAt <= at) return false
        assets.put(id, { ...row, upload: "taken" })
        return true
      }),
    returnUpload: (id) =>
      call("AssetStore.returnUpload", () => {
        const row = waiting(id, "taken")
        if (row !== undefined) assets.put(id, { ...row, upload: "free" })
      }),
    setUploaded: (id, { at, contentType, sizeBytes }) =>
      call("AssetStore.setUploaded", () => {
        const row = assets.get(id)
        if (row === undefined || row.upload === "givenUp") return false
        assets.put(id, { upload: "taken", asset: { ...row.asset, contentType, sizeBytes, uploadedAt: at } })
        return true
      }),
    giveUp: (before, limit) =>
      call("AssetStore.giveUp", () => {
        const lost = assets
          .all()
          .filter(({ asset }) => asset.uploadedAt === null && asset.uploadExpiresAt < before)
          .slice(0, limit)
        for (const { asset } of lost) assets.put(asset.id, { asset, upload: "givenUp" })
        return lost.map(({ asset }) => asset.id)
      }),
    forget: (ids) =>
      call("AssetStore.forget", () => {
        for (const id of ids) if (assets.get(id)?.upload === "givenUp") assets.delete(id)
      }),
  })
}
