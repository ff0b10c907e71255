/** AssetStore in memory. */
import { HashMap, Option } from "effect"
import { type AssetPage, AssetStore } from "../assets/AssetStore.ts"
import type { AssetId } from "../domain/Ids.ts"
import { type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { isLeased } from "../kernel/longestLease.ts"
import type { Database } from "./Database.ts"
import { type AssetRow, findDatasetRows, type State } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeAssetStore = (db: Database): typeof AssetStore.Service =>
  AssetStore.of({
    insert: (asset) => db.write((state) => [undefined, put(state, { asset, taken: null, countedFor: null })]),
    byId: (id) => db.read((state) => Option.map(HashMap.get(state.assets, id), ({ asset }) => asset)),
    ofCreator: (creator, { before, limit }) =>
      db.read((state) =>
        [...HashMap.values(state.assets)]
          .map(({ asset }) => asset)
          .filter(({ createdBy, uploadedAt }) => createdBy === creator && uploadedAt !== null)
          .filter(({ id }) => before === null || id < before)
          .sort((a, b) => compareAscii(b.id, a.id))
          .slice(0, limit),
      ),
    takeUpload: (id, { at, token, until }) =>
      db.write((state) => {
        const row = findAssetRow(state, id)
        if (row === undefined || row.asset.uploadedAt !== null || at >= row.asset.uploadExpiresAt)
          return [false, state]
        if (row.taken !== null && (row.taken === "given up" || isLasting(row.taken.until, at)))
          return [false, state]
        return [true, put(state, { ...row, taken: { token, until } })]
      }),
    extendUpload: (id, expiresAt) =>
      db.write((state) => {
        const row = findAssetRow(state, id)
        if (row === undefined || row.asset.uploadedAt !== null || row.taken === "given up")
          return [false, state]
        return [true, put(state, { ...row, asset: { ...row.asset, uploadExpiresAt: expiresAt } })]
      }),
    renewUpload: (id, { token, until }) =>
      db.write((state) => {
        const row = findAssetRow(state, id)
        if (row === undefined || row.asset.uploadedAt !== null || !isLeaseHolder(row, token))
          return [false, state]
        return [true, put(state, { ...row, taken: { token, until } })]
      }),
    returnUpload: (id, token) =>
      db.write((state) => {
        const row = findAssetRow(state, id)
        return [
          undefined,
          row === undefined || !isLeaseHolder(row, token) ? state : put(state, { ...row, taken: null }),
        ]
      }),
    setUploaded: (id, token, { contentType, sizeBytes, at }) =>
      db.write((state) => {
        const row = findAssetRow(state, id)
        if (row === undefined || !isLeaseHolder(row, token)) return [false, state]
        const asset = { ...row.asset, contentType, sizeBytes, uploadedAt: at }
        return [true, put(state, { ...row, asset })]
      }),
    giveUp: (before, limit) =>
      db.write((state) => {
        const late = [...HashMap.values(state.assets)]
          .filter(({ asset }) => asset.uploadedAt === null && asset.uploadExpiresAt < before)
          .sort(
            ({ asset: a }, { asset: b }) =>
              compareAscii(a.uploadExpiresAt, b.uploadExpiresAt) || compareAscii(a.id, b.id),
          )
          .slice(0, limit)
        return [
          late.map(({ asset }) => asset.id),
          late.reduce((all, row) => put(all, { ...row, taken: "given up" }), state),
        ]
      }),
    forget: (ids) =>
      db.write((state) => {
        const givenUp = ids.filter((id) => findAssetRow(state, id)?.taken === "given up")
        return [undefined, { ...state, assets: HashMap.removeMany(state.assets, givenUp) }]
      }),
    mark: (at, page) =>
      db.write((state) => {
        const rows = readAssetPage(state, page, ({ asset }) => asset.uploadedAt !== null)
        const marked = rows
          .filter(({ asset }) => isBefore(asset.uploadedAt, at) && asset.unreferencedSince === null)
          .reduce((all, row) => put(all, markRow(row, at)), state)
        return [rows.length < page.limit ? null : (rows.at(-1)?.asset.id ?? null), marked]
      }),
    markOne: (id, at) =>
      db.write((state) => {
        const row = findAssetRow(state, id)
        if (row === undefined || row.asset.uploadedAt === null) return [null, state]
        const { unreferencedSince } = row.asset
        return unreferencedSince === null ? [at, put(state, markRow(row, at))] : [unreferencedSince, state]
      }),
    keep: (ids) =>
      db.write((state) => [
        undefined,
        ids
          .flatMap((id) => findAssetRow(state, id) ?? [])
          .filter(({ asset }) => asset.unreferencedSince !== null)
          .reduce((all, row) => put(all, markRow(row, null)), state),
      ]),
    count: (ids, dataset) =>
      db.write((state) => {
        const rows = ids.flatMap((id) => findAssetRow(state, id) ?? [])
        const isCounted = ({ asset, countedFor }: AssetRow) =>
          asset.uploadedAt === null ||
          (countedFor !== null && findDatasetRows(state, countedFor) !== undefined)
        const fresh = rows.filter((row) => !isCounted(row))
        const after = rows.reduce(
          (all, row) =>
            put(all, { ...markRow(row, null), countedFor: isCounted(row) ? row.countedFor : dataset }),
          state,
        )
        return [fresh.reduce((sum, { asset }) => sum + (asset.sizeBytes ?? 0), 0), after]
      }),
    marked: (before, page) =>
      db.read((state) =>
        readAssetPage(state, page, ({ asset }) => isBefore(asset.unreferencedSince, before)).map(
          ({ asset }) => asset,
        ),
      ),
    discard: (ids, mark) =>
      db.write((state) => {
        const rows = ids
          .flatMap((id) => findAssetRow(state, id) ?? [])
          .filter(({ asset }) => asset.uploadedAt !== null)
          .filter(({ asset: { unreferencedSince } }) => {
            if (mark === null) return true
            return "at" in mark ? unreferencedSince === mark.at : isBefore(unreferencedSince, mark.before)
          })
        const none = { contentType: null, sizeBytes: null, uploadedAt: null, unreferencedSince: null }
        return [
          rows.map(({ asset, countedFor }) => ({ id: asset.id, countedFor })),
          rows.reduce(
            (all, row) => put(all, { ...row, asset: { ...row.asset, ...none }, taken: "given up" }),
            state,
          ),
        ]
      }),
    scan: db.read((state) => Option.fromNullable(state.assetScan)),
    saveScan: (scan) => db.write((state) => [undefined, { ...state, assetScan: scan }]),
  })

const isBefore = (time: Timestamp | null, other: Timestamp): boolean => time !== null && time < other

const markRow = (row: AssetRow, unreferencedSince: Timestamp | null): AssetRow => ({
  ...row,
  asset: { ...row.asset, unreferencedSince },
})

const readAssetPage = (
  state: State,
  { after, limit }: AssetPage,
  belongs: (row: AssetRow) => boolean,
): ReadonlyArray<AssetRow> =>
  [...HashMap.values(state.assets)]
    .filter((row) => belongs(row) && (after === null || row.asset.id > after))
    .sort((a, b) => compareAscii(a.asset.id, b.asset.id))
    .slice(0, limit)

const isLeaseHolder = ({ taken }: AssetRow, token: string): boolean =>
  taken !== null && taken !== "given up" && taken.token === token

const isLasting = (until: Timestamp, at: Timestamp): boolean => isLeased(toMillis(until), toMillis(at))

const findAssetRow = (state: State, id: AssetId): AssetRow | undefined =>
  Option.getOrUndefined(HashMap.get(state.assets, id))

const put = (state: State, row: AssetRow): State => ({
  ...state,
  assets: HashMap.set(state.assets, row.asset.id, row),
})
