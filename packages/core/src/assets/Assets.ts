import { Cause, Effect, Option, Stream } from "effect"
import { requirePerson } from "../access/actors.ts"
import { type Actor, CurrentActor } from "../domain/Actor.ts"
import type { Asset } from "../domain/Asset.ts"
import { computeSha256Hex, isSameDigest } from "../domain/digest.ts"
import { Conflict, FileGone, NotFound, PermissionDenied, TooLarge, UrlExpired } from "../domain/errors.ts"
import { AssetId, generateId, isId } from "../domain/Ids.ts"
import { Username } from "../domain/Names.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { traced } from "../kernel/traced.ts"
import { BlobStore, type ByteRange } from "../storage/BlobStore.ts"
import { AssetStore, type OwnAssetPage } from "./AssetStore.ts"
import { formatAssetKey } from "./assetKey.ts"
import { makeAsset, type NewUploadInput, newUploadOf, parseToken } from "./newAsset.ts"
import { digestFields } from "./presigned.ts"
import { detectContentType, keepHead } from "./sniff.ts"

export type { NewAsset, NewUploadInput } from "./newAsset.ts"

/** The file of an asset. `stream` without a range reads all of it; a range must lie within `size`. */
export interface AssetFile {
  readonly asset: Asset
  /** Determined by the first bytes, never by the name or the uploader. */
  readonly contentType: string
  /** Whether a browser may display it inline: PNG, JPEG and WebP only. */
  readonly inline: boolean
  readonly size: number
  /** The id of the content. A file never changes. */
  readonly etag: string
  readonly stream: (range?: ByteRange) => Stream.Stream<Uint8Array>
}

/** Assets: files that people upload with a single-use token. Everybody with the read token can read them. */
export class Assets extends Effect.Service<Assets>()("@annotary/core/Assets", {
  effect: Effect.gen(function* () {
    const store = yield* AssetStore
    const blobs = yield* BlobStore
    const settings = yield* EngineSettings

    /** Creates an upload. Any person may. */
    const create = traced("Assets.create")(function* (input: NewUploadInput) {
      const { filename } = yield* newUploadOf(input)
      const createdAt = yield* now
      const made = makeAsset({
        id: yield* generateId(AssetId),
        filename,
        createdAt,
        createdBy: getCallerName(yield* CurrentActor, settings.systemName),
        uploadExpiresAt: addSeconds(createdAt, settings.uploadSeconds),
        maxBytes: settings.maxUploadBytes,
        publicUrl: settings.publicUrl(),
      })
      yield* store.insert(made.asset)
      return made
    })

    /** Lists the files that the caller has uploaded, newest first. */
    const list = traced("Assets.list")(function* (page: OwnAssetPage) {
      const { username } = yield* requirePerson
      return yield* store.ofCreator(username, page)
    })

    /** Checks before the first byte that the asset exists and its upload has not expired. */
    const requireExpected = Effect.fnUntraced(function* (id: AssetId) {
      const asset = yield* Effect.flatMap(store.byId(id), failIfMissing)
      if ((yield* now) >= asset.uploadExpiresAt) return yield* new UrlExpired({ resource: "asset" })
    })

    /**
     * Stores the file for a caller with the fields of `create`: once, within their time, up to the size limit. A failure
     * leaves nothing behind and permits another upload; after a killed process, within a minute.
     */
    const upload = <E, R>(
      id: AssetId,
      fields: Readonly<Record<string, string>>,
      bytes: Stream.Stream<Uint8Array, E, R>,
    ) =>
      Effect.gen(function* () {
        const asset = yield* Effect.flatMap(store.byId(id), failIfMissing)
        const at = yield* now
        if (!isSameDigest(digestFields(fields), asset.uploadDigest)) return yield* new PermissionDenied()
        if (at >= asset.uploadExpiresAt) return yield* new UrlExpired({ resource: "asset" })
        const token = globalThis.crypto.randomUUID()
        yield* Effect.acquireUseRelease(
          Effect.filterOrFail(
            store.takeUpload(id, { token, at, until: addSeconds(at, leaseSeconds) }),
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
        // Checked again before the file is stored: it must not replace another's.
        const whole = Stream.concat(stream, Stream.execute(renewUrl(id, token)))
        const sizeBytes = yield* blobs.put(formatAssetKey(id), whole)
        const file = { contentType: detectContentType(yield* head), sizeBytes, at: yield* now }
        if (!(yield* store.setUploaded(id, token, file))) return yield* missing
      })

    const renewUrl = (id: AssetId, token: string) =>
      Effect.gen(function* () {
        const until = addSeconds(yield* now, leaseSeconds)
        if (yield* store.renewUpload(id, { token, until })) return
        yield* Effect.flatMap(store.byId(id), failIfMissing)
        return yield* notMine
      })

    /** Renews the lease during the upload. An outage of the storage does not end the upload. */
    const keepLeased = (id: AssetId, token: string) =>
      Effect.sleep((leaseSeconds * 1000) / 3).pipe(
        Effect.zipRight(renewUrl(id, token)),
        Effect.catchAllDefect((defect) =>
          Effect.logWarning("The lease of an upload was not renewed.", Cause.die(defect)),
        ),
        Effect.forever,
      )

    /** Cleans up an upload that did not complete. A completed one stays. */
    const giveBack = (id: AssetId, token: string) =>
      Effect.gen(function* () {
        const until = addSeconds(yield* now, leaseSeconds)
        if (!(yield* store.renewUpload(id, { token, until }))) return
        yield* blobs.remove(formatAssetKey(id))
        yield* store.returnUpload(id, token)
      })

    /** Opens the file for a caller with its URL. `segment` is the last one: the token, with or without an extension. */
    const open = traced("Assets.open")(function* (id: AssetId, segment: string) {
      const asset = yield* Effect.flatMap(store.byId(id), failIfMissing)
      if (!isSameDigest(computeSha256Hex(parseToken(segment)), asset.readDigest)) return yield* missing
      const file = yield* failIfMissing(openAsset(blobs, asset))
      if (!Option.contains(yield* blobs.size(formatAssetKey(id)), file.size))
        return yield* new FileGone({ resource: "asset" })
      return file
    })

    /** The file of an asset; null without one. Checks no token. */
    const openFile = (id: AssetId): Effect.Effect<AssetFile | null> =>
      Effect.map(store.byId(id), (found) =>
        Option.getOrNull(Option.flatMap(found, (asset) => openAsset(blobs, asset))),
      )

    /** The file of a URL that `create` returned, on whatever host; null for another URL. */
    const openUrl = (url: string): Effect.Effect<AssetFile | null> => {
      const [, id = "", segment = ""] = /\/assets\/([^/]+)\/([^/?#]+)(?:[?#].*)?$/.exec(url) ?? []
      return isId(id)
        ? Effect.orElseSucceed(open(AssetId.make(id, true), segment), () => null)
        : Effect.succeed(null)
    }

    /** Creates an asset with its file and returns its path, which answers at whatever address the server has later. */
    const save = Effect.fnUntraced(function* (filename: string, bytes: Stream.Stream<Uint8Array>) {
      const made = yield* create({ filename })
      yield* upload(made.asset.id, made.presignedPostFields.fields, bytes)
      return made.path
    })

    /**
     * Deletes up to `limit` abandoned uploads and returns how many. Bytes go before their record, and outside of
     * transactions: they may be on another machine.
     */
    const removeAbandoned = Effect.fnUntraced(function* (limit: number) {
      const ids = yield* store.giveUp(addSeconds(yield* now, -graceSeconds), limit)
      yield* Effect.forEach(ids, (id) => blobs.remove(formatAssetKey(id)), { discard: true })
      yield* store.forget(ids)
      return ids.length
    })

    return { create, list, requireExpected, upload, open, openFile, openUrl, save, removeAbandoned }
  }),
}) {}

const missing = new NotFound({ resource: "asset" })
/** Another caller uploads or has uploaded this file. */
const notMine = new Conflict({ code: "wrong_state" })

const failIfMissing = <A>(found: Option.Option<A>): Effect.Effect<A, NotFound> =>
  Option.match(found, { onNone: () => Effect.fail(missing), onSome: (value) => Effect.succeed(value) })

const openAsset = (blobs: typeof BlobStore.Service, asset: Asset): Option.Option<AssetFile> => {
  const { id, contentType, sizeBytes } = asset
  if (contentType === null || sizeBytes === null) return Option.none()
  return Option.some({
    asset,
    contentType,
    inline: contentType.startsWith("image/"),
    size: sizeBytes,
    etag: id,
    stream: (range) => blobs.get(formatAssetKey(id), range),
  })
}

const addSeconds = (at: Timestamp, seconds: number): Timestamp => fromMillis(toMillis(at) + seconds * 1000)

/** The lease of an upload, after which a dead process no longer blocks it. */
const leaseSeconds = 60

/** The time that an upload may take before its record counts as abandoned. */
const graceSeconds = 24 * 3600

/** The recorded creator of the asset. */
const getCallerName = (actor: Actor, systemName: Username | null): Username =>
  actor._tag === "Person" ? actor.username : (systemName ?? Username.make("system"))

/** Fails a stream of bytes as soon as it exceeds a limit. */
const limitBytes = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  limit: number,
): Stream.Stream<Uint8Array, E | TooLarge, R> =>
  Stream.mapAccumEffect(bytes, 0, (total, chunk) => {
    const sum = total + chunk.length
    return sum > limit ? Effect.fail(new TooLarge({ limit })) : Effect.succeed([sum, chunk] as const)
  })
