import { Chunk, Effect, Option, Stream } from "effect"
import { Access } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { isCaller, isSiteAdmin } from "../access/actors.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { makeAllDatasets } from "../accounts/makeAllDatasets.ts"
import { AssetStore } from "../assets/AssetStore.ts"
import { formatAssetKey } from "../assets/assetKey.ts"
import type { AssetReference } from "../domain/AssetReference.ts"
import { Conflict, InvalidInput, NotFound } from "../domain/errors.ts"
import type { AssetId } from "../domain/Ids.ts"
import { now } from "../domain/Timestamp.ts"
import { traced } from "../kernel/traced.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"
import { makeAssetSearch } from "./makeAssetSearch.ts"

/** A resource that names an asset. */
export interface FoundReferences {
  /** The references in datasets that the caller can see; at most 100. */
  readonly references: ReadonlyArray<AssetReference>
  /** The number of other datasets that name it. */
  readonly hiddenDatasets: number
}

/** The choices of a removal. */
export interface AssetRemovalOptions {
  /** Deletes the asset even if it is referenced. */
  readonly force?: boolean | undefined
}

/** The owner of an asset, who uploaded it, and site admins see what names it and delete it. To others it does not exist. */
export class AssetRemoval extends Effect.Service<AssetRemoval>()("@annotary/core/AssetRemoval", {
  effect: Effect.gen(function* () {
    const store = yield* AssetStore
    const blobs = yield* BlobStore
    const places = yield* makeAssetSearch
    const datasets = yield* makeAllDatasets
    const access = yield* Access
    const audit = yield* AuditLog
    const quota = yield* QuotaCounter
    const transaction = yield* Transaction

    /** One scan at a time in a process: each reads all datasets. */
    const oneScan = yield* Effect.makeSemaphore(1)

    /** Reads all datasets for what names the asset. Stops at 100 references. Fails with `scan_too_long` after a minute. */
    const listReferences = traced("AssetRemoval.references")(function* (id: AssetId) {
      yield* findOwn(id)
      return yield* find(id)
    })

    /**
     * Deletes an asset and its file; its URL no longer reads anything. Unless forced, fails with `asset_referenced` when something
     * names it, and is refused inside a transaction. An upload without a file is not found: its cleanup removes it.
     */
    const remove = traced("AssetRemoval.remove")(function* (id: AssetId, options: AssetRemovalOptions = {}) {
      yield* findOwn(id)
      const mark = options.force === true ? null : { at: yield* findUnnamedSince(id) }
      const attempt = Effect.gen(function* () {
        const { createdBy, filename } = yield* findOwn(id)
        const discarded = yield* store.discard([id], mark)
        if (discarded.length === 0) return false
        yield* quota.recountOwners(discarded.flatMap(({ countedFor }) => countedFor ?? []))
        yield* audit.record({ action: "asset.deleted", account: createdBy, details: { asset: id, filename } })
        return true
      })
      if (!(yield* transaction.run(attempt))) {
        yield* findOwn(id)
        yield* refuseNamed(id)
        return yield* new Conflict({ code: "changed_meanwhile" })
      }
      // A caller's transaction may still roll back; the cleanup of abandoned uploads removes the file after it.
      if (yield* transaction.inside) return
      yield* blobs.remove(formatAssetKey(id))
      yield* store.forget([id])
    })

    /**
     * Marks the asset and reads all datasets for what names it. As in a collection, a text that names it meanwhile removes the mark, and
     * then it stays. A collection may mark it again with another time: only this mark counts.
     */
    const findUnnamedSince = (id: AssetId) =>
      Effect.gen(function* () {
        // Writers of texts do not see the mark of a transaction that has not ended.
        if (yield* transaction.inside) return yield* onlyForced
        const mark = yield* store.markOne(id, yield* now)
        if (mark === null) return yield* missing
        yield* refuseNamed(id)
        return mark
      })

    /** The asset with its file, if it is the caller's. */
    const findOwn = (id: AssetId) =>
      Effect.gen(function* () {
        const asset = Option.getOrUndefined(yield* store.byId(id))
        if (asset === undefined || asset.uploadedAt === null) return yield* missing
        if (!((yield* isCaller(asset.createdBy)) || (yield* isSiteAdmin))) return yield* missing
        return asset
      })

    const refuseNamed = (id: AssetId) =>
      Effect.gen(function* () {
        const { hiddenDatasets, references } = yield* find(id)
        if (references.length === 0 && hiddenDatasets === 0) return
        yield* store.keep([id])
        return yield* new Conflict({ code: "asset_referenced", references, hiddenDatasets })
      })

    const find = (id: AssetId) =>
      scan(id).pipe(
        oneScan.withPermits(1),
        // Includes the wait for other scans.
        Effect.timeoutFail({ duration: longest, onTimeout: () => new Conflict({ code: "scan_too_long" }) }),
      )

    const scan = (id: AssetId) =>
      Effect.gen(function* () {
        const references: Array<AssetReference> = []
        let hiddenDatasets = 0
        for (const { id: dataset, name } of yield* datasets.list) {
          if (references.length >= maxPlaces) break
          const isVisible = yield* access.find({ _tag: "Id", id: dataset }).pipe(
            Effect.as(true),
            Effect.catchTag("NotFound", () => Effect.succeed(false)),
          )
          const limit = isVisible ? maxPlaces - references.length : 1
          const foundPlaces = yield* Stream.runCollect(Stream.take(places.listPlaces(dataset, id), limit))
          if (isVisible) references.push(...Chunk.map(foundPlaces, (place) => ({ dataset: name, ...place })))
          else if (foundPlaces.length > 0) hiddenDatasets += 1
        }
        return { references, hiddenDatasets } satisfies FoundReferences
      })

    return { references: listReferences, remove }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, QuotaCounter, TransferRecords] as const
}

const maxPlaces = 100

const longest = "1 minute"

const missing = new NotFound({ resource: "asset" })

const onlyForced = InvalidInput.at(
  "/force",
  "must be true inside a transaction, where nothing can be looked for",
)
