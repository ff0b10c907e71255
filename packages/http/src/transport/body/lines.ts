/**
 * NDJSON: a stream of bytes cut into numbered lines. A line that is too long is named, not kept, and the rest goes on. Each line
 * costs something, so lines that hold next to nothing are limited by the bytes that came with them.
 */
import { Chunk, Effect, Stream } from "effect"
import { Refused } from "../problem/problem.ts"
import { tooManyLines } from "../problem/refusals.ts"

export interface Line {
  /** From 1, blank lines counted. */
  readonly number: number
  /** Undefined when the line was longer than allowed. */
  readonly bytes: Uint8Array | undefined
}

/** So many lines are free; beyond, a line has at least so many bytes on the average, blank ones counted. */
const least = { freeLines: 1_000, bytesPerLine: 8 }

/** The lines of a stream that are not blank. */
export const linesOf = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  mostBytes: number,
): Stream.Stream<Line, E | Refused, R> =>
  Stream.suspend(() => {
    const cutter = new Cutter(mostBytes)
    return bytes.pipe(
      Stream.mapChunksEffect((chunks) =>
        Effect.suspend(() => {
          const lines = Chunk.toReadonlyArray(chunks).flatMap((chunk) => cutter.push(chunk))
          return cutter.hasTooManyLines
            ? Effect.fail(new Refused({ problem: tooManyLines }))
            : Effect.succeed(Chunk.unsafeFromArray(lines))
        }),
      ),
      Stream.concat(Stream.suspend(() => Stream.fromIterable(cutter.end()))),
    )
  })

class Cutter {
  private parts: Array<Uint8Array> = []
  private length = 0
  private number = 1
  private bytes = 0

  constructor(private readonly mostBytes: number) {}

  get hasTooManyLines(): boolean {
    return this.number - 1 > least.freeLines + this.bytes / least.bytesPerLine
  }

  push(chunk: Uint8Array): Array<Line> {
    const lines: Array<Line> = []
    let from = 0
    this.bytes += chunk.length
    for (
      let at = chunk.indexOf(newline);
      at >= 0 && !this.hasTooManyLines;
      at = chunk.indexOf(newline, from)
    ) {
      this.keep(chunk.subarray(from, at))
      this.cut(lines)
      from = at + 1
    }
    if (!this.hasTooManyLines) this.keep(chunk.subarray(from))
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

const isBlank = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  return true
}

const newline = 0x0a
