/** From nouns to replies: ready JSON text, lists written as they are read. */
import { type JsonTree, writeJson } from "@annotary/core/effect"
import { Chunk, Stream } from "effect"
import { json, jsonStream, type Reply, type ReplyOptions } from "../transport/reply.ts"

export const tree = (value: JsonTree, options?: ReplyOptions): Reply => json(writeJson(value), options)

export const created = (value: JsonTree, options?: ReplyOptions): Reply =>
  tree(value, { ...options, status: 201 })

/** A list that is in memory already. */
export const list = <A>(items: ReadonlyArray<A>, show: (item: A) => JsonTree): Reply => tree(items.map(show))

/** A list that is written as it comes; every chunk of the stream is one piece of text. */
export const listed = <E, R>(items: Stream.Stream<JsonTree, E, R>, options?: ReplyOptions): Reply<R> =>
  jsonStream(arrayText(items), options)

/** The JSON text of an array, piece by piece. */
export const arrayText = <E, R>(items: Stream.Stream<JsonTree, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let any = false
    return items.pipe(
      Stream.mapChunks((chunk) => {
        if (Chunk.isEmpty(chunk)) return Chunk.empty<string>()
        const text = Chunk.toReadonlyArray(chunk).map(writeJson).join(",")
        const before = any ? "," : "["
        any = true
        return Chunk.of(before + text)
      }),
      Stream.concat(Stream.sync(() => (any ? "]" : "[]"))),
    )
  })
