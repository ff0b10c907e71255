/**
 * The number of lines that a client says it sends. A proxy that ends a chunked body early between two lines leaves no
 * other trace: `annotary-lines: N` says the number before the body, `annotary-lines: last` says that the body ends with
 * the line `{"lines": N}`.
 */
import { Chunk, Effect, Either, Stream } from "effect"
import { type Problem, Refused } from "../problem/problem.ts"
import { badLineCount, makeOtherLineCount, noLastLine } from "../problem/refusals.ts"
import type { Line } from "./lines.ts"

export type LineCount = number | "last"

/** Parses the header `annotary-lines`. */
export const parseLineCount = (header: string | undefined): Either.Either<LineCount | undefined, Problem> => {
  const value = header?.trim()
  if (value === undefined) return Either.right(undefined)
  if (value.toLowerCase() === "last") return Either.right("last")
  const count = /^\d+$/.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(count) ? Either.right(count) : Either.left(badLineCount)
}

/** The same lines without the last one that only counts them; fails at the end when their number is another one. */
export const matchLineCount = <E, R>(
  lines: Stream.Stream<Line, E, R>,
  announced: LineCount | undefined,
): Stream.Stream<Line, E | Refused, R> => {
  if (announced === undefined) return lines
  return Stream.suspend(() => {
    const counted = announced === "last" ? new LastLine() : new KnownCount(announced)
    return lines.pipe(
      Stream.mapChunks((chunk) => counted.take(chunk)),
      Stream.concat(Stream.execute(Effect.suspend(() => counted.end()))),
    )
  })
}

interface Counter {
  /** The lines that can be passed on. */
  readonly take: (lines: Chunk.Chunk<Line>) => Chunk.Chunk<Line>
  readonly end: () => Effect.Effect<void, Refused>
}

const refuse = (problem: Problem): Effect.Effect<never, Refused> => Effect.fail(new Refused({ problem }))

class KnownCount implements Counter {
  private count = 0

  constructor(private readonly announced: number) {}

  take(lines: Chunk.Chunk<Line>): Chunk.Chunk<Line> {
    this.count += lines.length
    return lines
  }

  end(): Effect.Effect<void, Refused> {
    return this.count === this.announced
      ? Effect.void
      : refuse(makeOtherLineCount(this.count, this.announced))
  }
}

/** Passes on every line but the last one so far. */
class LastLine implements Counter {
  private last: Chunk.Chunk<Line> = Chunk.empty()
  private count = 0

  take(lines: Chunk.Chunk<Line>): Chunk.Chunk<Line> {
    if (Chunk.isEmpty(lines)) return lines
    const all = Chunk.appendAll(this.last, lines)
    this.last = Chunk.takeRight(all, 1)
    this.count += lines.length
    return Chunk.dropRight(all, 1)
  }

  end(): Effect.Effect<void, Refused> {
    const line = Chunk.isEmpty(this.last) ? undefined : Chunk.unsafeHead(this.last)
    const announced = line?.bytes === undefined ? undefined : readLastLine(line.bytes)
    if (announced === undefined) return refuse(noLastLine)
    const count = this.count - 1
    return count === announced ? Effect.void : refuse(makeOtherLineCount(count, announced))
  }
}

/** The longest text of a last line with any white space that a writer of JSON adds. */
const mostBytes = 200

const readLastLine = (bytes: Uint8Array): number | undefined => {
  if (bytes.length > mostBytes) return undefined
  const text = Buffer.from(bytes).toString("utf8")
  const digits = /^\s*\{\s*"lines"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
