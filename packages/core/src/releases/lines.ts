/** Splits a stream of bytes into lines without line breaks. Needs the memory of the longest line. */
import { Chunk, Option, Stream } from "effect"
import { joinBytes } from "../domain/joinBytes.ts"

const lineBreak = 0x0a

export const splitLines = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let open: Array<Uint8Array> = []

    const close = (end: Uint8Array): Uint8Array => {
      const line = open.length === 0 ? end : joinBytes([...open, end])
      open = []
      return line
    }

    const split = (chunk: Uint8Array): Chunk.Chunk<Uint8Array> => {
      const lines: Array<Uint8Array> = []
      let start = 0
      for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, start)) {
        lines.push(close(chunk.subarray(start, at)))
        start = at + 1
      }
      if (start < chunk.length) open.push(chunk.subarray(start))
      return Chunk.unsafeFromArray(lines)
    }

    const rest = Stream.suspend(() =>
      Stream.fromIterable(
        Option.toArray(open.length === 0 ? Option.none() : Option.some(close(new Uint8Array(0)))),
      ),
    )
    return Stream.concat(Stream.mapConcatChunk(bytes, split), rest)
  })
