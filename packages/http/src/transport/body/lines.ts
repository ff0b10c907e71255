/**
 * Splits a byte stream into numbered NDJSON lines. A line that is too long is reported, not kept, and the stream
 * continues. Every line costs time, so that the number of short lines is limited relative to their bytes.
 */
import { Chunk, Effect, Stream } from "effect"
import { Refused } from "../problem/problem.ts"
import { tooManyLines } from "../problem/refusals.ts"

export interface Line {
  /** From 1, including blank lines. */
  readonly number: number
  /** Undefined when the line was too long. */
  readonly bytes: Uint8Array | undefined
}

/** Beyond `freeLines`, lines must have this many bytes on average, including blank ones. */
const least = { freeLines: 1_000, bytesPerLine: 8 }

/** The non-blank lines of a stream. */
export const splitLines = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  mostBytes: number,
): Stream.Stream<Line, E | Refused, R> =>
  Stream.suspend(() => {
    const cutter = new Cutter(mostBytes)
    return bytes.pipe(
      Stream.mapChunks(Chunk.flatMap(splitPieces)),
      Stream.rechunk(1),
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

/**
 * The bytes that are cut at once. A host may pass on a whole body as one piece; its lines would all be decoded before the
 * first one is processed, while others wait.
 */
const pieceBytes = 64 * 1024

const splitPieces = (bytes: Uint8Array): Chunk.Chunk<Uint8Array> =>
  Chunk.makeBy(Math.max(1, Math.ceil(bytes.length / pieceBytes)), (index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )

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
