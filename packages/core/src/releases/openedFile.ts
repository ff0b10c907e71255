/** A release's file, ready to be sent. */
import type { Stream } from "effect"
import { Conflict } from "../domain/errors.ts"
import type { Release } from "../domain/Release.ts"
import type { BlobStore, ByteRange } from "../storage/BlobStore.ts"

/** `stream` without a range sends all of it; the range must lie within `size`. */
export interface ReleaseFile {
  readonly release: Release
  /** Its name in the file store. */
  readonly key: string
  readonly size: number
  /** Hex; the ETag. */
  readonly sha256: string
  readonly stream: (range?: ByteRange) => Stream.Stream<Uint8Array>
}

/** Undefined while there is none. */
export const openedFile = (blobs: typeof BlobStore.Service, release: Release): ReleaseFile | undefined => {
  const { fileKey, sha256, sizeBytes } = release
  if (fileKey === null || sha256 === null || sizeBytes === null) return undefined
  return { release, key: fileKey, size: sizeBytes, sha256, stream: (range) => blobs.get(fileKey, range) }
}

/** Why there is none. */
export const noFile = ({ status }: Release): Conflict =>
  new Conflict({ code: status === "PENDING" ? "release_pending" : "wrong_state", status })
