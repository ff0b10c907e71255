/** Assets: files that people upload with a token valid once, and that whoever holds the read token can read. */
import { Cause, Effect, Option, Stream } from "effect"
import { type Actor, CurrentActor } from "../domain/Actor.ts"
import type { Asset } from "../domain/Asset.ts"
import { sameDigest, sha256Hex } from "../domain/digest.ts"
import { Conflict, FileGone, NotFound, PermissionDenied, UrlExpired } from "../domain/errors.ts"
import { AssetId, nextId } from "../domain/Ids.ts"
import { Username } from "../domain/Names.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { BlobStore, type ByteRange } from "../storage/BlobStore.ts"
import { AssetStore } from "./AssetStore.ts"
import { limitBytes } from "./limitBytes.ts"
import { type NewUploadInput, newAsset, newUploadOf } from "./newAsset.ts"
import { digestOfFields } from "./presigned.ts"
import { contentTypeOf, keepHead } from "./sniff.ts"
import { tokenIn } from "./token.ts"

export type { NewAsset, NewUploadInput } from "./newAsset.ts"

/** An asset's file, ready to be sent. `stream` without a range sends all of it; the range must lie within `size`. */
export interface AssetFile {
  readonly asset: Asset
  /** Decided by the first bytes, never by the name or the uploader. */
  readonly contentType: string
  /** Whether a browser may show it in place: PNG, JPEG and WebP only. */
  readonly inline: boolean
  readonly size: number
  /** The file never changes, so this is its id. */
  readonly etag: string
  readonly stream: (range?: ByteRange) => Stream.Stream<Uint8Array>
}

export class Assets extends Effect.Service<Assets>()("@annotary/core/Assets", {
  effect: Effect.gen(function* () {
    const store = yield* AssetStore
    const blobs = yield* BlobStore
    const settings = yield* EngineSettings

    /** Asks for an upload. Any person may. */
    const create = Effect.fn("Assets.create")(function* (input: NewUploadInput) {
      const { filename } = yield* newUploadOf(input)
      const createdAt = yield* now
      const made = newAsset({
        id: yield* nextId(AssetId),
        filename,
        createdAt,
        createdBy: callersName(yield* CurrentActor, settings.systemName),
        uploadExpiresAt: later(createdAt, settings.uploadSeconds),
        maxBytes: settings.maxUploadBytes,
        publicUrl: settings.publicUrl(),
      })
      yield* store.insert(made.asset)
      return made
    })

    /** That there is such an asset and that its upload has not expired: what can be said before the first byte of a file. */
    const requireExpected = Effect.fn("Assets.requireExpected")(function* (id: AssetId) {
      const asset = yield* Effect.flatMap(store.byId(id), orMissing)
      if ((yield* now) >= asset.uploadExpiresAt) return yield* new UrlExpired({ resource: "asset" })
    })

    /**
     * Stores the file, for whoever sends the fields that `create` answered: once, within their time, up to the size limit.
     * Anything but success leaves nothing behind and gives the right to upload back; that of a process that was killed comes
     * back within a minute.
     */
    const upload = <E, R>(
      id: AssetId,
      fields: Readonly<Record<string, string>>,
      bytes: Stream.Stream<Uint8Array, E, R>,
    ) =>
      Effect.gen(function* () {
        const asset = yield* Effect.flatMap(store.byId(id), orMissing)
        const at = yield* now
        if (!sameDigest(digestOfFields(fields), asset.uploadDigest)) return yield* new PermissionDenied()
        if (at >= asset.uploadExpiresAt) return yield* new UrlExpired({ resource: "asset" })
        const token = globalThis.crypto.randomUUID()
        yield* Effect.acquireUseRelease(
          Effect.filterOrFail(
            store.takeUpload(id, { token, at, until: later(at, leaseSeconds) }),
            (taken) => taken,
            () => notMine,
          ),
          () => Effect.raceFirst(receive(id, token, bytes), keepLeased(id, token)),
          (_, exit) => (exit._tag === "Success" ? Effect.void : giveBack(id, token)),
        )
      }).pipe(Effect.withSpan("Assets.upload"))

    const receive = <E, R>(id: AssetId, token: string, bytes: Stream.Stream<Uint8Array, E, R>) =>
      Effect.gen(function* () {
        const { head, stream } = yield* keepHead(limitBytes(bytes, settings.maxUploadBytes))
        // Asked once more before the file gets its key: it may take the place of nobody else's.
        const whole = Stream.concat(stream, Stream.execute(renewed(id, token)))
        const sizeBytes = yield* blobs.put(blobKey(id), whole)
        const file = { contentType: contentTypeOf(yield* head), sizeBytes, at: yield* now }
        if (!(yield* store.setUploaded(id, token, file))) return yield* missing
      })

    const renewed = (id: AssetId, token: string) =>
      Effect.gen(function* () {
        const until = later(yield* now, leaseSeconds)
        if (yield* store.renewUpload(id, { token, until })) return
        yield* Effect.flatMap(store.byId(id), orMissing)
        return yield* notMine
      })

    /** Renews the lease for as long as the upload takes. A storage that is unavailable for a moment ends no upload. */
    const keepLeased = (id: AssetId, token: string) =>
      Effect.sleep((leaseSeconds * 1000) / 3).pipe(
        Effect.zipRight(renewed(id, token)),
        Effect.catchAllDefect((defect) =>
          Effect.logWarning("The lease of an upload was not renewed.", Cause.die(defect)),
        ),
        Effect.forever,
      )

    /** Of an upload that did not come to its end; one whose record says that it did stays, whatever came after. */
    const giveBack = (id: AssetId, token: string) =>
      Effect.gen(function* () {
        const until = later(yield* now, leaseSeconds)
        if (!(yield* store.renewUpload(id, { token, until }))) return
        yield* blobs.remove(blobKey(id))
        yield* store.returnUpload(id, token)
      })

    /** The file, for whoever holds its URL: `segment` is the URL's last one, the token with or without an extension. */
    const open = Effect.fn("Assets.open")(function* (id: AssetId, segment: string) {
      const asset = yield* Effect.flatMap(store.byId(id), orMissing)
      if (!sameDigest(sha256Hex(tokenIn(segment)), asset.readDigest)) return yield* missing
      const file = yield* orMissing(fileOf(blobs, asset))
      if (!Option.contains(yield* blobs.size(blobKey(id)), file.size))
        return yield* new FileGone({ resource: "asset" })
      return file
    })

    /**
     * Forgets uploads that were asked for and never came, up to `limit`; answers how many. No record goes before its bytes, and no
     * transaction waits for those: they may be on another machine.
     */
    const removeAbandoned = Effect.fn("Assets.removeAbandoned")(function* (limit: number) {
      const ids = yield* store.giveUp(later(yield* now, -graceSeconds), limit)
      yield* Effect.forEach(ids, (id) => blobs.remove(blobKey(id)), { discard: true })
      yield* store.forget(ids)
      return ids.length
    })

    return { create, requireExpected, upload, open, removeAbandoned }
  }),
}) {}

const missing = new NotFound({ resource: "asset" })
/** Somebody else uploads or has uploaded this file. */
const notMine = new Conflict({ code: "wrong_state" })

const orMissing = <A>(found: Option.Option<A>): Effect.Effect<A, NotFound> =>
  Option.match(found, { onNone: () => Effect.fail(missing), onSome: (value) => Effect.succeed(value) })

const fileOf = (blobs: typeof BlobStore.Service, asset: Asset): Option.Option<AssetFile> => {
  const { id, contentType, sizeBytes } = asset
  if (contentType === null || sizeBytes === null) return Option.none()
  return Option.some({
    asset,
    contentType,
    inline: contentType.startsWith("image/"),
    size: sizeBytes,
    etag: id,
    stream: (range) => blobs.get(blobKey(id), range),
  })
}

const blobKey = (id: AssetId): string => `assets/${id}`

const later = (at: Timestamp, seconds: number): Timestamp => fromMillis(toMillis(at) + seconds * 1000)

/** How long the right of a process that died stays taken. */
const leaseSeconds = 60

/** An upload that began in the last second of its time may last this long before its record counts as abandoned. */
const graceSeconds = 24 * 3600

/** Whom the asset is recorded under. */
const callersName = (actor: Actor, systemName: Username | null): Username =>
  actor._tag === "Person" ? actor.username : (systemName ?? Username.make("system"))
