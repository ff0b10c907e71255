/** AssetStore: records of files. An upload is leased to one caller at a time. */
import type { Asset, AssetId } from "@annotary/core"
import { type AssetPage, AssetStore, isLeased, type Timestamp, toMillis } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

type AssetRow = NonNullable<ReturnType<Database["tables"]["assets"]["get"]>>

export const assetStore = ({ call, tables: { assetScans, assets, datasets } }: Database) => {
  /** Returns the asset if its upload can still complete. */
  const open = (id: AssetId) => {
    const row = assets.get(id)
    return row === undefined || row.upload === "givenUp" || row.asset.uploadedAt !== null
      ? undefined
      : { ...row, upload: row.upload }
  }
  /** Returns the asset if its upload is leased with this token. */
  const held = (id: AssetId, token: string) => {
    const row = open(id)
    return row?.upload !== null && row?.upload.token === token ? row : undefined
  }
  const setMark = (row: AssetRow, unreferencedSince: Timestamp | null) =>
    assets.put(row.asset.id, { ...row, asset: { ...row.asset, unreferencedSince } })
  const pageOf = ({ after, limit }: AssetPage, belongs: (asset: Asset) => boolean): ReadonlyArray<AssetRow> =>
    assets
      .all()
      .filter(({ asset }) => belongs(asset) && (after === null || asset.id > after))
      .sort((a, b) => (a.asset.id < b.asset.id ? -1 : 1))
      .slice(0, limit)
  return AssetStore.of({
    insert: (asset) =>
      call("AssetStore.insert", () => assets.put(asset.id, { asset, upload: null, countedFor: null })),
    byId: (id) => call("AssetStore.byId", () => Option.fromNullable(assets.get(id)?.asset)),
    ofCreator: (creator, { before, limit }) =>
      call("AssetStore.ofCreator", () =>
        assets
          .all()
          .map(({ asset }) => asset)
          .filter(({ createdBy, uploadedAt }) => createdBy === creator && uploadedAt !== null)
          .filter(({ id }) => before === null || id < before)
          .sort((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, limit),
      ),
    takeUpload: (id, { at, token, until }) =>
      call("AssetStore.takeUpload", () => {
        const row = open(id)
        if (row === undefined || row.asset.uploadExpiresAt <= at) return false
        if (row.upload !== null && lasts(row.upload.until, at)) return false
        assets.put(id, { ...row, upload: { token, until } })
        return true
      }),
    extendUpload: (id, uploadExpiresAt) =>
      call("AssetStore.extendUpload", () => {
        const row = open(id)
        if (row !== undefined) assets.put(id, { ...row, asset: { ...row.asset, uploadExpiresAt } })
        return row !== undefined
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
        assets.put(id, {
          ...row,
          upload: null,
          asset: { ...row.asset, contentType, sizeBytes, uploadedAt: at },
        })
        return true
      }),
    giveUp: (before, limit) =>
      call("AssetStore.giveUp", () => {
        const lost = assets
          .all()
          .filter(({ asset }) => asset.uploadedAt === null && asset.uploadExpiresAt < before)
          .slice(0, limit)
        for (const row of lost) assets.put(row.asset.id, { ...row, upload: "givenUp" })
        return lost.map(({ asset }) => asset.id)
      }),
    forget: (ids) =>
      call("AssetStore.forget", () => {
        for (const id of ids) if (assets.get(id)?.upload === "givenUp") assets.delete(id)
      }),
    mark: (at, page) =>
      call("AssetStore.mark", () => {
        const rows = pageOf(page, ({ uploadedAt }) => uploadedAt !== null)
        for (const row of rows) {
          const { unreferencedSince, uploadedAt } = row.asset
          if (isBefore(uploadedAt, at) && unreferencedSince === null) setMark(row, at)
        }
        return rows.length < page.limit ? null : (rows.at(-1)?.asset.id ?? null)
      }),
    markOne: (id, at) =>
      call("AssetStore.markOne", () => {
        const row = assets.get(id)
        if (row === undefined || row.asset.uploadedAt === null) return null
        const { unreferencedSince } = row.asset
        if (unreferencedSince === null) setMark(row, at)
        return unreferencedSince ?? at
      }),
    keep: (ids) =>
      call("AssetStore.keep", () => {
        for (const id of ids) {
          const row = assets.get(id)
          if (row !== undefined && row.asset.unreferencedSince !== null) setMark(row, null)
        }
      }),
    count: (ids, dataset) =>
      call("AssetStore.count", () => {
        let bytes = 0
        for (const id of ids) {
          const row = assets.get(id)
          if (row === undefined) continue
          const isCounted = row.countedFor !== null && datasets.get(row.countedFor)?.deletedAt === null
          const isNew = row.asset.uploadedAt !== null && !isCounted
          if (isNew) bytes += row.asset.sizeBytes ?? 0
          setMark(isNew ? { ...row, countedFor: dataset } : row, null)
        }
        return bytes
      }),
    marked: (before, page) =>
      call("AssetStore.marked", () =>
        pageOf(page, ({ unreferencedSince }) => isBefore(unreferencedSince, before)).map(
          ({ asset }) => asset,
        ),
      ),
    discard: (ids, mark) =>
      call("AssetStore.discard", () => {
        const discarded = ids
          .flatMap((id) => assets.get(id) ?? [])
          .filter(({ asset }) => asset.uploadedAt !== null)
          .filter(({ asset: { unreferencedSince } }) => {
            if (mark === null) return true
            return "at" in mark ? unreferencedSince === mark.at : isBefore(unreferencedSince, mark.before)
          })
        const none = { contentType: null, sizeBytes: null, uploadedAt: null, unreferencedSince: null }
        for (const row of discarded)
          assets.put(row.asset.id, { ...row, asset: { ...row.asset, ...none }, upload: "givenUp" })
        return discarded.map(({ asset, countedFor }) => ({ id: asset.id, countedFor }))
      }),
    scan: call("AssetStore.scan", () => Option.fromNullable(assetScans.get(lastScan))),
    saveScan: (scan) => call("AssetStore.saveScan", () => assetScans.put(lastScan, scan)),
  })
}

/** The only scan is the last one. */
const lastScan = "last"

const isBefore = (time: Timestamp | null, other: Timestamp): boolean => time !== null && time < other

/** `isLeased` ignores leases that end too far in the future, which happens after the clock was set back. */
const lasts = (until: Timestamp, at: Timestamp): boolean => isLeased(toMillis(until), toMillis(at))
