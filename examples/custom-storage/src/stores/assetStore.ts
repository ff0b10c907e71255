/** AssetStore: records of files. An upload is leased to one caller at a time. */
import type { AssetId } from "@annotary/core"
import { AssetStore, isLeased, type Timestamp, toMillis } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const assetStore = ({ call, tables: { assets } }: Database) => {
  /** Returns the asset if its upload can still complete. */
  const open = (id: AssetId) => {
    const row = assets.get(id)
    return row === undefined || row.upload === "givenUp" || row.asset.uploadedAt !== null
      ? undefined
      : { asset: row.asset, upload: row.upload }
  }
  /** Returns the asset if its upload is leased with this token. */
  const held = (id: AssetId, token: string) => {
    const row = open(id)
    return row?.upload !== null && row?.upload.token === token ? row : undefined
  }
  return AssetStore.of({
    insert: (asset) => call("AssetStore.insert", () => assets.put(asset.id, { asset, upload: null })),
    byId: (id) => call("AssetStore.byId", () => Option.fromNullable(assets.get(id)?.asset)),
    takeUpload: (id, { at, token, until }) =>
      call("AssetStore.takeUpload", () => {
        const row = open(id)
        if (row === undefined || row.asset.uploadExpiresAt <= at) return false
        if (row.upload !== null && lasts(row.upload.until, at)) return false
        assets.put(id, { ...row, upload: { token, until } })
        return true
      }),
    renewUpload: (id, { token, until }) =>
      call("AssetStore.renewUpload", () => {
        const row = held(id, token)
        if (row !== undefined) assets.put(id, { ...row, upload: { token, until } })
        return row !== undefined
      }),
    returnUpload: (id, token) =>
      call("AssetStore.returnUpload", () => {
        const row = held(id, token)
        if (row !== undefined) assets.put(id, { ...row, upload: null })
      }),
    setUploaded: (id, token, { at, contentType, sizeBytes }) =>
      call("AssetStore.setUploaded", () => {
        const row = held(id, token)
        if (row === undefined) return false
        assets.put(id, { upload: null, asset: { ...row.asset, contentType, sizeBytes, uploadedAt: at } })
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

/** `isLeased` ignores leases that end too far in the future, which happens after the clock was set back. */
const lasts = (until: Timestamp, at: Timestamp): boolean => isLeased(toMillis(until), toMillis(at))
