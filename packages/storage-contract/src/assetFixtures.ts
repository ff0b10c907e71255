/** Records of assets, with and without a file. */
import { type Asset, AssetId, AssetStore, generateId } from "@annotary/core/effect"
import { Effect, Option } from "effect"
import { addPerson, addSeconds, instant, oddText } from "./fixtures.ts"

/** An upload. */
export const addAsset = (fields: Partial<Asset> = {}) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const asset: Asset = {
      id: yield* generateId(AssetId),
      filename: oddText,
      contentType: null,
      sizeBytes: null,
      createdAt: instant,
      createdBy: yield* addPerson("ann"),
      readDigest: "ab".repeat(32),
      uploadDigest: "cd".repeat(32),
      uploadExpiresAt: addSeconds(instant, 3600),
      uploadedAt: null,
      unreferencedSince: null,
      ...fields,
    }
    yield* store.insert(asset)
    return asset
  })

/** The record; null without one. */
export const read = (asset: Asset) =>
  Effect.flatMap(AssetStore, (store) => Effect.map(store.byId(asset.id), Option.getOrNull))

export const lease = (token = "one", at = instant) => ({ token, at, until: addSeconds(at, 60) })

export const file = { contentType: "image/png", sizeBytes: 2 ** 40, at: addSeconds(instant, 60) }

/** An asset with a file. */
export const addFile = (
  fields: { readonly at?: typeof instant; readonly createdBy?: Asset["createdBy"] } = {},
) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const { at = file.at, ...others } = fields
    const asset = yield* addAsset(others)
    yield* store.takeUpload(asset.id, lease())
    yield* store.setUploaded(asset.id, "one", { ...file, at })
    return { ...asset, contentType: file.contentType, sizeBytes: file.sizeBytes, uploadedAt: at } as Asset
  })
