/** Splits a stream of bytes into the parts of an upload. All parts but the last have the same size, as some servers require. */
import { Stream } from "effect"

export interface Part {
  /** Counted from 1. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** Splits a stream into parts. There is always a first part, which is empty when there are no bytes. */
export const splitParts = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  partBytes: number,
): Stream.Stream<Part, E, R> =>
  Stream.suspend(() => {
    const { add, rest } = makeCutter(partBytes)
    return Stream.concat(
      // One piece at a time: otherwise a chunk of many pieces would be in memory twice.
      Stream.mapConcat(Stream.rechunk(bytes, 1), add),
      Stream.suspend(() => Stream.fromIterable(rest())),
    )
  })

/** Most files are small: a part begins with this much memory and doubles it as it fills. */
const initialBytes = 64 * 1024

const makeCutter = (partBytes: number) => {
  let buffer = new Uint8Array(0)
  let length = 0
  let number = 0

  const cut = (): Part => {
    const bytes = buffer.subarray(0, length)
    buffer = new Uint8Array(0)
    length = 0
    number++
    return { number, bytes }
  }

  const fill = (piece: Uint8Array): void => {
    const needed = length + piece.length
    if (needed > buffer.length) {
      const larger = new Uint8Array(Math.min(partBytes, Math.max(needed, 2 * buffer.length, initialBytes)))
      larger.set(buffer.subarray(0, length))
      buffer = larger
    }
    buffer.set(piece, length)
    length = needed
  }

  const add = (piece: Uint8Array): ReadonlyArray<Part> => {
    const parts: Array<Part> = []
    for (let at = 0; at < piece.length; ) {
      const end = Math.min(piece.length, at + partBytes - length)
      fill(piece.subarray(at, end))
      at = end
      if (length === partBytes) parts.push(cut())
    }
    return parts
  }

  const takeRest = (): ReadonlyArray<Part> => (length > 0 || number === 0 ? [cut()] : [])

  return { add, rest: takeRest }
}
