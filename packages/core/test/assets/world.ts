/** Assets in an engine over memory, and texts that name them. */
import { AssetStore, Assets, BlobStore, Datasets, Samples } from "@annotary/core/effect"
import { Effect, Option, Stream } from "effect"
import { formatAssetKey } from "../../src/assets/assetKey.ts"
import { findAssetIds } from "../../src/assets/assetReferences.ts"
import { as, asSystem, cats, named } from "../world.ts"

/** An asset of a person, by its URL. */
export const saved = (owner: string, filename = "a.png") =>
  Effect.gen(function* () {
    const url = yield* (yield* Assets).save(filename, Stream.make(Uint8Array.of(1, 2, 3)))
    const [id] = findAssetIds(url)
    return id === undefined ? yield* Effect.dieMessage("no asset") : { id, url }
  }).pipe(as(owner), Effect.orDie)

export type SavedAsset = Effect.Effect.Success<ReturnType<typeof saved>>

/** Whether the asset can be read, and whether its file is stored. */
export const stateOf = ({ id, url }: Pick<SavedAsset, "id" | "url">) =>
  Effect.gen(function* () {
    const [assets, blobs, store] = yield* Effect.all([Assets, BlobStore, AssetStore])
    return {
      read: (yield* assets.openUrl(url)) !== null,
      record: Option.isSome(yield* store.byId(id)),
      file: Option.isSome(yield* blobs.size(formatAssetKey(id))),
    }
  })

export const there = { read: true, record: true, file: true }
export const gone = { read: false, record: false, file: false }

/** A dataset of `ada` with a readme. */
export const aDataset = (name: string, readme = "") =>
  Effect.flatMap(Datasets, (datasets) => datasets.create({ ...cats, name, readme, owner: "ada" })).pipe(
    asSystem,
    Effect.orDie,
  )

/** A sample whose attributes contain the URL. */
export const aSample = (dataset: string, name: string, url: string | null) =>
  Effect.flatMap(Samples, (samples) =>
    samples.create(named("ada", dataset), { name, attributes: { image: { url } } }),
  ).pipe(as("ada"), Effect.orDie)
