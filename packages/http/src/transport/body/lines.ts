/** NDJSON: a stream of bytes cut into numbered lines. A line that is too long is named, not kept, and the rest goes on. */
import { Chunk, Stream } from "effect"

export interface Line {
  /** From 1, blank lines counted. */
  readonly number: number
  /** Undefined when the line was longer than allowed. */
  readonly bytes: Uint8Array | undefined
}

/** The lines of a stream that are not blank. */
export const linesOf = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  mostBytes: number,
): Stream.Stream<Line, E, R> =>
  Stream.suspend(() => {
    const cutter = new Cutter(mostBytes)
    return bytes.pipe(
      Stream.mapConcatChunk((chunk) => Chunk.unsafeFromArray(cutter.push(chunk))),
      Stream.concat(Stream.suspend(() => Stream.fromIterable(cutter.end()))),
    )
  })

class Cutter {
  private parts: Array<Uint8Array> = []
  private length = 0
  private number = 1

  constructor(private readonly mostBytes: number) {}

  push(chunk: Uint8Array): Array<Line> {
    const lines: Array<Line> = []
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.keep(chunk.subarray(from, at))
      this.cut(lines)
      from = at + 1
    }
    this.keep(chunk.subarray(from))
    return lines
  }

  end(): Array<Line> {
    const lines: Array<Line> = []
    this.cut(lines)
    return lines
  }

  private keep(part: Uint8Array): void {
    this.length += part.length
    if (this.length > this.mostBytes) this.parts = []
    else if (part.length > 0) this.parts.push(part)
  }

  private cut(lines: Array<Line>): void {
    const { number, parts } = this
    const tooLong = this.length > this.mostBytes
    this.parts = []
    this.length = 0
    this.number += 1
    if (tooLong) lines.push({ number, bytes: undefined })
    else {
      const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
      if (bytes !== undefined && !isBlank(bytes)) lines.push({ number, bytes })
    }
  }
}

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)

const newline = 0x0a
