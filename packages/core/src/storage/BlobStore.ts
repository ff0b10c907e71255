import { Context, type Effect, type Option, type Stream } from "effect"

/** A range of bytes in a file. */
export interface ByteRange {
  /** First byte. */
  readonly start: number
  /** Last byte, inclusive. */
  readonly end: number
}

/** The port for files of releases and assets. The engine generates the keys: lower-case letters, digits, `/`, `.` and `-`. */
export class BlobStore extends Context.Tag("@annotary/core/BlobStore")<
  BlobStore,
  {
    /**
     * Stores all bytes under the key and returns their number. Atomic: readers see the old file or the complete new one. A
     * stream that fails, or a process that dies, leaves nothing under the key.
     */
    readonly put: <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<number, E, R>
    /** The size in bytes. None without a file. */
    readonly size: (key: string) => Effect.Effect<Option.Option<number>>
    /** The bytes of the file, or of a range within it. Constant memory. */
    readonly get: (key: string, range?: ByteRange) => Stream.Stream<Uint8Array>
    /** Removes the file. A missing file is no error. */
    readonly remove: (key: string) => Effect.Effect<void>
  }
>() {}
