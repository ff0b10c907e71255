/** Long text as a stream of slices that are quickly encoded. */
import { LongText, textSlices } from "@annotary/core/effect"
import { Stream } from "effect"

/** The texts one after the other. Nothing is copied: a slice of a string is a view of it. */
export const slicesOf = (texts: ReadonlyArray<string>): Stream.Stream<string> =>
  Stream.fromIterable({ [Symbol.iterator]: () => textSlices(texts) })

/** The pieces one after the other; those of a long text are read when it is their turn. */
export const writtenOf = (pieces: ReadonlyArray<string | LongText>): Stream.Stream<string | Uint8Array> =>
  Stream.flatMap(
    Stream.fromIterable(pieces),
    (piece): Stream.Stream<string | Uint8Array> =>
      piece instanceof LongText ? Stream.flatMap(piece.pieces, writtenPiece) : slicesOf([piece]),
  )

const writtenPiece = (piece: string | Uint8Array): Stream.Stream<string | Uint8Array> =>
  typeof piece === "string" ? slicesOf([piece]) : Stream.succeed(piece)
