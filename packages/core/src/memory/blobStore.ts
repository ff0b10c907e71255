/** BlobStore in memory. Files are not part of the database: a rollback leaves them. */
import { Chunk, Effect, HashMap, Option, Ref, Stream } from "effect"
import { BlobStore } from "../storage/BlobStore.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"

/** The files of a store by their keys. */
export type Files = HashMap.HashMap<string, Uint8Array>

export const makeBlobStore = (files: Ref.Ref<Files>): typeof BlobStore.Service =>
  BlobStore.of({
    put: (key, bytes) =>
      Effect.gen(function* () {
        const file = joinChunks(yield* Stream.runCollect(bytes))
        yield* Ref.update(files, HashMap.set(key, file))
        return file.length
      }),
    size: (key) =>
      Effect.map(Ref.get(files), (all) => Option.map(HashMap.get(all, key), (file) => file.length)),
    get: (key, range) =>
      Stream.unwrap(
        Effect.map(Ref.get(files), (all) =>
          Option.match(HashMap.get(all, key), {
            onNone: () => Stream.die(missing),
            onSome: (file) =>
              streamPieces(range === undefined ? file : file.subarray(range.start, range.end + 1)),
          }),
        ),
      ),
    remove: (key) => Ref.update(files, HashMap.remove(key)),
  })

const missing = new StorageFailure({
  operation: "BlobStore.get",
  transient: false,
  cause: "There is no such file.",
})

const pieceSize = 64 * 1024

const streamPieces = (file: Uint8Array): Stream.Stream<Uint8Array> =>
  Stream.unfold(0, (start) =>
    start >= file.length
      ? Option.none()
      : Option.some([file.slice(start, start + pieceSize), start + pieceSize] as const),
  )

const joinChunks = (parts: Chunk.Chunk<Uint8Array>): Uint8Array => {
  const all = new Uint8Array(Chunk.reduce(parts, 0, (length, part) => length + part.length))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
