/** The port for files: releases and assets. Keys are made by the engine: lower-case letters, digits, `/`, `.` and `-`. */
import { Context, type Effect, type Option, type Stream } from "effect"

export interface ByteRange {
  /** First byte. */
  readonly start: number
  /** Last byte, inclusive. */
  readonly end: number
}

export class BlobStore extends Context.Tag("@annotary/core/BlobStore")<
  BlobStore,
  {
    /**
     * Stores all bytes under the key and answers how many. Atomic: readers see the old file or the whole new one; a stream
     * that fails, or a process that dies, leaves nothing under the key.
     */
    readonly put: <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<number, E, R>
    /** Size in bytes; none when there is no such file. */
    readonly size: (key: string) => Effect.Effect<Option.Option<number>>
    /** The bytes, or those of the range, which must lie within the file. Constant memory. */
    readonly get: (key: string, range?: ByteRange) => Stream.Stream<Uint8Array>
    /** Removes the file; no such file is fine. */
    readonly remove: (key: string) => Effect.Effect<void>
  }
>() {}
