/** The file of a release, ready for download. */
import { Effect, Option, type Stream } from "effect"
import { Conflict, FileGone } from "../domain/errors.ts"
import type { Release } from "../domain/Release.ts"
import type { BlobStore, ByteRange } from "../storage/BlobStore.ts"

/** The file of a release. `stream` without a range reads all of it; a range must lie within `size`. */
export interface ReleaseFile {
  readonly release: Release
  /** The key in the file store. */
  readonly key: string
  readonly size: number
  /** SHA-256, hex; the ETag. */
  readonly sha256: string
  readonly stream: (range?: ByteRange) => Stream.Stream<Uint8Array>
}

/** The file of a release; undefined without one. */
export const openReleaseFile = (
  blobs: typeof BlobStore.Service,
  release: Release,
): ReleaseFile | undefined => {
  const { fileKey, sha256, sizeBytes } = release
  if (fileKey === null || sha256 === null || sizeBytes === null) return undefined
  return { release, key: fileKey, size: sizeBytes, sha256, stream: (range) => blobs.get(fileKey, range) }
}

/** The same file, unless it is gone or has another size. Checked beforehand, because a response that has begun cannot become an error. */
export const requirePresent = (
  blobs: typeof BlobStore.Service,
  file: ReleaseFile,
): Effect.Effect<ReleaseFile, FileGone> =>
  Effect.flatMap(blobs.size(file.key), (size) =>
    Option.contains(size, file.size) ? Effect.succeed(file) : new FileGone({ resource: "release" }),
  )

/** The error for a release without a file. */
export const makeNoFileError = ({ status }: Release): Conflict =>
  new Conflict({ code: status === "PENDING" ? "release_pending" : "wrong_state", status })
