/** Sorting: text by Unicode code point, numbers as sortable text, and cached results for immutable values. */
import { HashMap, RedBlackTree } from "effect"

/** Rows in the order of their keys. Keys are ASCII, so code units suffice. */
export type Sorted<A> = RedBlackTree.RedBlackTree<string, A>

export const compareAscii = (a: string, b: string): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

export const makeEmptySorted = <A>(): Sorted<A> => RedBlackTree.empty(compareAscii)

/** Sets the row under the key. The tree alone would keep both rows. */
export const putSorted = <A>(rows: Sorted<A>, key: string, row: A): Sorted<A> =>
  RedBlackTree.insert(RedBlackTree.removeFirst(rows, key), key, row)

/** Compares text by code point: surrogates represent code points above all others, so they sort after U+E000–U+FFFF. */
export const compareText = (a: string, b: string): -1 | 0 | 1 => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rank(left) < rank(right) ? -1 : 1
  }
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

const view = new DataView(new ArrayBuffer(8))

/** Converts a number to 16 hex digits with the same order. -0 is 0. */
export const formatSortableNumber = (value: number): string => {
  view.setFloat64(0, value === 0 ? 0 : value)
  const high = view.getUint32(0)
  const low = view.getUint32(4)
  const negative = high >>> 31 === 1
  return toHex(negative ? ~high : high ^ 0x80000000) + toHex(negative ? ~low : low)
}

const toHex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0")

/** Caches a pure function of an immutable value. */
export const cacheByKey = <Key extends object, A>(compute: (key: Key) => A): ((key: Key) => A) => {
  const results = new WeakMap<Key, A>()
  return (key) => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const made = compute(key)
    results.set(key, made)
    return made
  }
}

/** The keys of a map in ascending order. */
export const listKeys = <Key extends string, A>(map: HashMap.HashMap<Key, A>): ReadonlyArray<Key> =>
  [...HashMap.keys(map)].sort()

/** The index of the first element that `reached` accepts; `reached` must be monotonic. */
export const findFirstIndex = <A>(items: ReadonlyArray<A>, reached: (item: A) => boolean): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && reached(item)) high = middle
    else low = middle + 1
  }
  return low
}
