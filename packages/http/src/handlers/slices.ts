/** Long text as a stream of slices that are quickly encoded. */
import { textSlices } from "@annotary/core/effect"
import { Stream } from "effect"

/** The texts one after the other. Nothing is copied: a slice of a string is a view of it. */
export const slicesOf = (texts: ReadonlyArray<string>): Stream.Stream<string> =>
  Stream.fromIterable({ [Symbol.iterator]: () => textSlices(texts) })
