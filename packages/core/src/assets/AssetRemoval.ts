import { Chunk, Effect, Option, Stream } from "effect"
import { AssetReferences } from "../archives/AssetReferences.ts"
import type { AssetReference } from "../domain/AssetReference.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import type { AssetId } from "../domain/Ids.ts"
import { traced } from "../engine/traced.ts"
import { Access } from "../identity/Access.ts"
import { AllDatasets } from "../identity/AllDatasets.ts"
import { AuditLog } from "../identity/AuditLog.ts"
import { isCaller, isSiteAdmin } from "../identity/actors.ts"
import { QuotaCounter } from "../identity/QuotaCounter.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { AssetStore } from "./AssetStore.ts"
import { assetKey } from "./assetKey.ts"

/** What names an asset. */
export interface FoundReferences {
  /** In datasets that the caller can see; at most 100. */
  readonly references: ReadonlyArray<AssetReference>
  /** The number of other datasets that name it. */
  readonly hiddenDatasets: number
}

/** The choices of a removal. */
export interface AssetRemovalOptions {
  /** Deletes the asset although something names it. */
  readonly force?: boolean | undefined
}

/** The owner of an asset, who uploaded it, and site admins see what names it and delete it. To others it does not exist. */
export class AssetRemoval extends Effect.Service<AssetRemoval>()("@annotary/core/AssetRemoval", {
  effect: Effect.gen(function* () {
    const store = yield* AssetStore
    const blobs = yield* BlobStore
    const places = yield* AssetReferences
    const datasets = yield* AllDatasets
    const access = yield* Access
    const audit = yield* AuditLog
    const quota = yield* QuotaCounter
    const transaction = yield* Transaction

    /** Reads all datasets for what names the asset. Stops at 100 references. */
    const references = traced("AssetRemoval.references")(function* (id: AssetId) {
      yield* own(id)
      return yield* find(id)
    })

    /**
     * Deletes an asset and its file; its URL no longer reads anything. Unless forced, fails with `asset_referenced` when something
     * names it. An upload without a file is not found: its cleanup removes it.
     */
    const remove = traced("AssetRemoval.remove")(function* (id: AssetId, options: AssetRemovalOptions = {}) {
      yield* own(id)
      if (options.force !== true) {
        const { hiddenDatasets, references } = yield* find(id)
        if (references.length > 0 || hiddenDatasets > 0)
          return yield* new Conflict({ code: "asset_referenced", references, hiddenDatasets })
      }
      const attempt = Effect.gen(function* () {
        const { createdBy, filename } = yield* own(id)
        const discarded = yield* store.discard([id], null)
        if (discarded.length === 0) return yield* missing
        yield* quota.recountOwners(discarded.flatMap(({ countedFor }) => countedFor ?? []))
        yield* audit.record({ action: "asset.deleted", account: createdBy, details: { asset: id, filename } })
      })
      yield* transaction.run(attempt)
      // A caller's transaction may still roll back; the cleanup of abandoned uploads removes the file after it.
      if (yield* transaction.inside) return
      yield* blobs.remove(assetKey(id))
      yield* store.forget([id])
    })

    /** The asset with its file, if it is the caller's. */
    const own = (id: AssetId) =>
      Effect.gen(function* () {
        const asset = Option.getOrUndefined(yield* store.byId(id))
        if (asset === undefined || asset.uploadedAt === null) return yield* missing
        if (!((yield* isCaller(asset.createdBy)) || (yield* isSiteAdmin))) return yield* missing
        return asset
      })

    const find = (id: AssetId) =>
      Effect.gen(function* () {
        const references: Array<AssetReference> = []
        let hiddenDatasets = 0
        for (const { id: dataset, name } of yield* datasets.list) {
          if (references.length >= most) break
          const isVisible = yield* access.find({ _tag: "Id", id: dataset }).pipe(
            Effect.as(true),
            Effect.catchTag("NotFound", () => Effect.succeed(false)),
          )
          const limit = isVisible ? most - references.length : 1
          const found = yield* Stream.runCollect(Stream.take(places.placesOf(dataset, id), limit))
          if (isVisible) references.push(...Chunk.map(found, (place) => ({ dataset: name, ...place })))
          else if (found.length > 0) hiddenDatasets += 1
        }
        return { references, hiddenDatasets } satisfies FoundReferences
      })

    return { references, remove }
  }),
  dependencies: [QuotaCounter.Default],
}) {}

const most = 100

const missing = new NotFound({ resource: "asset" })
