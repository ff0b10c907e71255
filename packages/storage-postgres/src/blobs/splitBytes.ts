/** Splits a stream of bytes into chunks of one length; the last may be shorter. */
import { Chunk, Stream } from "effect"

export const splitBytes = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  length: number,
): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let open = new Uint8Array(length)
    let filled = 0

    const add = (piece: Uint8Array, full: Array<Uint8Array>) => {
      for (let from = 0; from < piece.length; ) {
        const taken = piece.subarray(from, from + length - filled)
        open.set(taken, filled)
        filled += taken.length
        from += taken.length
        if (filled < length) continue
        full.push(open)
        open = new Uint8Array(length)
        filled = 0
      }
    }
    const cut = (pieces: Chunk.Chunk<Uint8Array>): Chunk.Chunk<Uint8Array> => {
      const full: Array<Uint8Array> = []
      for (const piece of pieces) add(piece, full)
      return Chunk.unsafeFromArray(full)
    }
    const rest = Stream.suspend(() => (filled === 0 ? Stream.empty : Stream.make(open.subarray(0, filled))))
    return Stream.concat(Stream.mapChunks(bytes, cut), rest)
  })
