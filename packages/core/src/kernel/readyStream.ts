/**
 * Streams whose items have been read. Lists are streams, because they may be long. Most are one row or one page, and running a stream
 * takes many times as long as reading these: `getReadyItems` returns them without a run.
 */
import { Chunk, Effect, Stream } from "effect"

const ready = new WeakMap<object, ReadonlyArray<unknown>>()

/** A stream of items that have been read. */
export const makeReadyStream = <A>(items: ReadonlyArray<A>): Stream.Stream<A> => {
  const stream = Stream.fromIterable(items)
  ready.set(stream, items)
  return stream
}

/** The items of a stream that `makeReadyStream` or `mapReady` made; undefined for others, which must be run. */
export const getReadyItems = <A, E, R>(stream: Stream.Stream<A, E, R>): ReadonlyArray<A> | undefined =>
  // Items are noted with the stream of their type only.
  ready.get(stream) as ReadonlyArray<A> | undefined

/** Maps a stream and leaves items out that become undefined. What was ready stays ready. */
export const mapReady = <A, B, E, R>(
  stream: Stream.Stream<A, E, R>,
  show: (item: A) => B | undefined,
): Stream.Stream<B, E, R> => {
  const items = getReadyItems(stream)
  const showItem = (item: A): ReadonlyArray<B> => {
    const shownItems = show(item)
    return shownItems === undefined ? [] : [shownItems]
  }
  return items === undefined ? Stream.mapConcat(stream, showItem) : makeReadyStream(items.flatMap(showItem))
}

/** Changes the items of a stream in the parts in which they are read. What was ready stays ready. */
export const mapReadyParts = <A, E, R>(
  stream: Stream.Stream<A, E, R>,
  change: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<A>>,
): Effect.Effect<Stream.Stream<A, E, R>> => {
  const items = getReadyItems(stream)
  return items === undefined
    ? Effect.succeed(
        Stream.mapChunksEffect(stream, (part) =>
          Effect.map(change(Chunk.toReadonlyArray(part)), Chunk.unsafeFromArray),
        ),
      )
    : Effect.map(change(items), makeReadyStream)
}

/** All items of a stream. */
export const collectReady = <A, E, R>(
  stream: Stream.Stream<A, E, R>,
): Effect.Effect<ReadonlyArray<A>, E, R> => {
  const items = getReadyItems(stream)
  return items === undefined
    ? Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)
    : Effect.succeed(items)
}

/** The streams one after the other; ready when all of them are. */
export const concatReady = <A, E, R>(
  streams: ReadonlyArray<Stream.Stream<A, E, R>>,
): Stream.Stream<A, E, R> => {
  const items = streams.map(getReadyItems)
  return items.every((some) => some !== undefined)
    ? makeReadyStream(items.flat())
    : Stream.concatAll(Chunk.fromIterable(streams))
}
