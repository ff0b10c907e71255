/** AssetStore in memory. */
import { HashMap, Option } from "effect"
import { AssetStore } from "../../assets/AssetStore.ts"
import type { AssetId } from "../../domain/Ids.ts"
import { type Timestamp, toMillis } from "../../domain/Timestamp.ts"
import { isLeased } from "../longestLease.ts"
import type { Database } from "./Database.ts"
import type { AssetRow, State } from "./State.ts"

export const assetStore = (db: Database): typeof AssetStore.Service =>
  AssetStore.of({
    insert: (asset) => db.write((state) => [undefined, put(state, { asset, taken: null })]),
    byId: (id) => db.read((state) => Option.map(HashMap.get(state.assets, id), ({ asset }) => asset)),
    takeUpload: (id, { at, token, until }) =>
      db.write((state) => {
        const row = rowOf(state, id)
        if (row === undefined || row.asset.uploadedAt !== null || at >= row.asset.uploadExpiresAt)
          return [false, state]
        if (row.taken !== null && (row.taken === "given up" || lasts(row.taken.until, at)))
          return [false, state]
        return [true, put(state, { ...row, taken: { token, until } })]
      }),
    renewUpload: (id, { token, until }) =>
      db.write((state) => {
        const row = rowOf(state, id)
        if (row === undefined || row.asset.uploadedAt !== null || !isLeaseHolder(row, token))
          return [false, state]
        return [true, put(state, { ...row, taken: { token, until } })]
      }),
    returnUpload: (id, token) =>
      db.write((state) => {
        const row = rowOf(state, id)
        return [
          undefined,
          row === undefined || !isLeaseHolder(row, token) ? state : put(state, { ...row, taken: null }),
        ]
      }),
    setUploaded: (id, token, { contentType, sizeBytes, at }) =>
      db.write((state) => {
        const row = rowOf(state, id)
        if (row === undefined || !isLeaseHolder(row, token)) return [false, state]
        const asset = { ...row.asset, contentType, sizeBytes, uploadedAt: at }
        return [true, put(state, { taken: row.taken, asset })]
      }),
    giveUp: (before, limit) =>
      db.write((state) => {
        const late = [...HashMap.values(state.assets)]
          .filter(({ asset }) => asset.uploadedAt === null && asset.uploadExpiresAt < before)
          .slice(0, limit)
        return [
          late.map(({ asset }) => asset.id),
          late.reduce((all, { asset }) => put(all, { asset, taken: "given up" }), state),
        ]
      }),
    forget: (ids) =>
      db.write((state) => {
        const givenUp = ids.filter((id) => rowOf(state, id)?.taken === "given up")
        return [undefined, { ...state, assets: HashMap.removeMany(state.assets, givenUp) }]
      }),
  })

const isLeaseHolder = ({ taken }: AssetRow, token: string): boolean =>
  taken !== null && taken !== "given up" && taken.token === token

const lasts = (until: Timestamp, at: Timestamp): boolean => isLeased(toMillis(until), toMillis(at))

const rowOf = (state: State, id: AssetId): AssetRow | undefined =>
  Option.getOrUndefined(HashMap.get(state.assets, id))

const put = (state: State, row: AssetRow): State => ({
  ...state,
  assets: HashMap.set(state.assets, row.asset.id, row),
})
