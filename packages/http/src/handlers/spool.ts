/** Text that is kept until it may be sent: compressed, because an import without end answers only after its last line. */
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { Chunk, Effect, Stream } from "effect"

const compress = promisify(gzip)
const extract = promisify(gunzip)

/** Runs the stream to its end, then answers the same pieces anew. */
export const spooled = <E, R>(
  pieces: Stream.Stream<string, E, R>,
): Effect.Effect<Stream.Stream<string>, E, R> =>
  pieces.pipe(
    Stream.mapChunks((chunk) =>
      Chunk.isEmpty(chunk) ? Chunk.empty<string>() : Chunk.of(Chunk.join(chunk, "")),
    ),
    Stream.mapEffect((text) => Effect.promise(() => compress(text, { level: 1 }))),
    Stream.runCollect,
    Effect.map((kept) =>
      Stream.fromChunk(kept).pipe(
        Stream.rechunk(1),
        Stream.mapEffect((bytes) => Effect.promise(async () => (await extract(bytes)).toString())),
      ),
    ),
  )
