/**
 * Sizes of portions: a thousand small samples, or fewer large ones, because one may have a body of many megabytes.
 * Pure.
 */
import { Chunk, Stream } from "effect"
import type { JsonText } from "../domain/JsonText.ts"

export interface Bodies {
  readonly attributes?: JsonText | null | undefined
  readonly metadata?: JsonText | null | undefined
  readonly readme?: string | undefined
}

/** The size in characters of text, which are at least as many bytes. */
export const measureBodies = ({ attributes, metadata, readme }: Bodies): number =>
  (attributes?.length ?? 0) + (metadata?.length ?? 0) + (readme?.length ?? 0)

/** The number of leading items with a total weight of at most `most`; at least one. */
export const countLeading = <A>(
  items: ReadonlyArray<A>,
  weigh: (item: A) => number,
  most: number,
): number => {
  let weight = 0
  for (const [index, item] of items.entries()) {
    weight += weigh(item)
    if (index > 0 && weight > most) return index
  }
  return items.length
}

/** Groups a stream into portions. */
export const runInPortions = <A, E, R>(
  items: Stream.Stream<A, E, R>,
  weigh: (item: A) => number,
): Stream.Stream<ReadonlyArray<A>, E, R> =>
  Stream.suspend(() => {
    let open: Array<A> = []
    let weight = 0
    const add = (more: Chunk.Chunk<A>): Chunk.Chunk<ReadonlyArray<A>> => {
      const full: Array<ReadonlyArray<A>> = []
      for (const item of more) {
        open.push(item)
        weight += weigh(item)
        if (open.length < mostItems && weight < mostWeight) continue
        full.push(open)
        open = []
        weight = 0
      }
      return Chunk.unsafeFromArray(full)
    }
    const rest = Stream.suspend(() => (open.length === 0 ? Stream.empty : Stream.make(open)))
    return Stream.concat(Stream.mapChunks(items, add), rest)
  })

/** The first portion, when no sizes are known. */
export const firstPortion = 20

/** The number of ids for the next read, from the sizes of the previous one. */
export const computeNextPortion = (items: number, weight: number): number =>
  Math.max(1, Math.min(mostItems, items * 2, Math.floor((items * mostWeight) / Math.max(weight, 1))))

/**
 * The number of samples for the next transaction, by the duration of the last one in milliseconds, because others may
 * wait for it. Never small: each transaction has a fixed cost, and on a busy machine all of them are slow.
 */
export const computeItemsInTime = (items: number, millis: number): number =>
  Math.max(firstInTime, Math.min(2 * firstInTime, Math.floor((items * aimMillis) / Math.max(millis, 1))))

/** The first transaction, when no durations are known. */
export const firstInTime = 250

/** A request may wait for two transactions, and should wait for less than 100 ms. */
const aimMillis = 40

const mostItems = 1000
const mostWeight = 8 * 1024 * 1024
