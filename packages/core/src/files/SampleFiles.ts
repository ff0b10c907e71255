import { Effect, Stream } from "effect"
import { Assets } from "../assets/Assets.ts"
import { BucketUrls } from "../buckets/BucketUrls.ts"
import { readObjectUrl } from "../buckets/bucketUrl.ts"
import { type RemoteFile, RemoteFiles } from "./RemoteFiles.ts"

/** Opens the files that samples name, with the buckets of the owner of their dataset. */
export class SampleFiles extends Effect.Service<SampleFiles>()("@annotary/core/SampleFiles", {
  effect: Effect.gen(function* () {
    const assets = yield* Assets
    const buckets = yield* BucketUrls
    const remote = yield* RemoteFiles

    /** Opens an asset of this engine by its URL. Null for other URLs. */
    const openAsset = Effect.fnUntraced(function* (url: string) {
      const asset = yield* assets.openUrl(url)
      return asset && (yield* Stream.toAsyncIterableEffect(asset.stream()))
    })

    /**
     * Opens an asset of this engine, an object in a bucket of the owner, or a URL that the operator allows. Null for other URLs, and
     * for files that cannot be read. Checks no permissions.
     */
    const open = Effect.fnUntraced(function* (owner: string, url: string) {
      const stored = yield* openStored(owner, url)
      return stored === null && readObjectUrl(url) === null ? yield* remote.openUrl(url) : stored
    })

    /** The same without URLs of other servers, whatever the operator allows. */
    const openStored = Effect.fnUntraced(function* (owner: string, url: string) {
      const asset: RemoteFile | null = yield* openAsset(url)
      if (asset !== null || readObjectUrl(url) === null) return asset
      const signed = (yield* buckets.findSigner(owner))?.signed(url) ?? null
      return signed === null ? null : yield* remote.openObject(signed)
    })

    /** Whether a text may name a file that {@link open} opens. Sends nothing. */
    const mayName = (text: string): boolean =>
      text.includes("assets/") || objectScheme.test(text) || (remote.opensUrls && /https?:/.test(text))

    /** Whether {@link open} opens this URL when its file can be read. Sends nothing. */
    const mayOpen = (url: string): boolean =>
      assetPath.test(url) || readObjectUrl(url) !== null || remote.mayOpenUrl(url)

    return { open, openAsset, openStored, mayName, mayOpen }
  }),
}) {
  static readonly dependencies = [Assets, BucketUrls] as const
}

const assetPath = /\/assets\/[^/]+\/[^/?#]/

const objectScheme = /(s3|gs|azure):\\?\//
