/**
 * The labels that were checked last, parsed: most of a long label is the same in its next version, which is then parsed only where it
 * differs. Nobody changes a parsed label.
 */
import { measureCommonText } from "../../domain/commonText.ts"
import { findValueEnd, isArrayAt, isObjectAt, visitItems, visitMembers } from "../../domain/jsonSpans.ts"

interface ParsedLabel {
  readonly text: string
  readonly value: object
  /** Undefined until the next version of the label is parsed. */
  list: ParsedList | undefined
}

/** The list of a label that has most of its text: of annotations, frames or sensors. */
interface ParsedList {
  readonly key: string
  /** From its bracket to behind the other one. */
  readonly start: number
  readonly end: number
  /** The offsets of its items and of the characters behind them. */
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
  readonly items: ReadonlyArray<unknown>
}

/** Characters of all texts that are remembered. A parsed label takes some three times as many bytes. */
const maxCharacters = 2 * 1024 * 1024

/** Shorter labels are parsed as fast as they are compared. */
const minCharacters = 16 * 1024

let recentLabels: ReadonlyArray<ParsedLabel> = []

/** Parses a label. `previous`: the version that it is to follow. Throws a `SyntaxError` for a text that is not JSON. */
export const parseLabel = (text: string, previous: string | null): unknown => {
  if (text.length < minCharacters || text.length > maxCharacters) return JSON.parse(text)
  const earlier = recentLabels.find((label) => label.text === previous)
  const label = (earlier && parseDifference(earlier, text)) ?? parseWhole(text)
  if (label === undefined) return JSON.parse(text)
  keepLabel(label, earlier)
  return label.value
}

const parseWhole = (text: string): ParsedLabel | undefined => {
  const value: unknown = JSON.parse(text)
  return typeof value === "object" && value !== null ? { text, value, list: undefined } : undefined
}

const keepLabel = (label: ParsedLabel, earlier: ParsedLabel | undefined): void => {
  const labels = [label, ...recentLabels.filter((one) => one !== earlier && one.text !== label.text)]
  let characters = 0
  recentLabels = labels.filter(({ text }) => {
    characters += text.length
    return characters <= maxCharacters
  })
}

/** Undefined where the texts differ in more than some items of the list, or beside it. */
const parseDifference = (earlier: ParsedLabel, text: string): ParsedLabel | undefined => {
  earlier.list ??= readList(earlier)
  const { list, text: old } = earlier
  if (list === undefined) return undefined
  const common = measureCommonText(old, [0, old.length], text, [0, text.length])
  const [from, to] = [common.start, old.length - common.end]
  try {
    if (from > list.start && to < list.end) return parseItems(earlier, list, text, from, to)
    return to <= list.start || from > list.end ? parseAround(earlier, list, text, to) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const listKeys = ["sensors", "frames", "annotations"]

const readList = ({ text, value }: ParsedLabel): ParsedList | undefined => {
  const key = listKeys.find((name) => Array.isArray(Reflect.get(value, name)))
  if (key === undefined || !isObjectAt(text, 0)) return undefined
  let list: ParsedList | undefined
  visitMembers(text, 0, (name, start) => {
    if (name !== key || !isArrayAt(text, start)) return findValueEnd(text, start)
    const [starts, ends]: [Array<number>, Array<number>] = [[], []]
    const end = visitItems(text, start, (at) => collectItem(text, at, starts, ends))
    list = { key, start, end, starts, ends, items: Reflect.get(value, key) as ReadonlyArray<unknown> }
    return end
  })
  return list
}

const collectItem = (text: string, at: number, starts: Array<number>, ends: Array<number>): number => {
  const end = findValueEnd(text, at)
  starts.push(at)
  ends.push(end)
  return end
}

/**
 * Parses the items that differ, from behind the last equal one before them to the first equal one after them, by their offsets in the
 * earlier text. What is between them can only be items when it is a list by itself.
 */
const parseItems = (
  { text: old, value }: ParsedLabel,
  list: ParsedList,
  text: string,
  from: number,
  to: number,
): ParsedLabel => {
  const { ends, items, key, starts } = list
  const delta = text.length - old.length
  const first = countUntil(ends, (end) => end >= from)
  const next = Math.max(
    first,
    countUntil(starts, (start) => start > to),
  )
  const isAfter = first > 0
  const isBefore = next < starts.length
  const [left, right] = [
    isAfter ? (ends[first - 1] ?? 0) : list.start + 1,
    isBefore ? (starts[next] ?? 0) : list.end - 1,
  ]
  const piece = text.slice(left, right + delta)
  const parsed: ReadonlyArray<unknown> = JSON.parse(`[${isAfter ? 0 : ""}${piece}${isBefore ? 0 : ""}]`)
  const between = parsed.slice(isAfter ? 1 : 0, isBefore ? -1 : undefined)
  const [newStarts, newEnds]: [Array<number>, Array<number>] = [starts.slice(0, first), ends.slice(0, first)]
  let at = left
  for (let index = 0; index < between.length; index++) {
    while (text.charCodeAt(at) === 0x2c || text.charCodeAt(at) <= 0x20) at += 1
    at = collectItem(text, at, newStarts, newEnds)
  }
  for (let index = next; index < starts.length; index++) {
    newStarts.push((starts[index] ?? 0) + delta)
    newEnds.push((ends[index] ?? 0) + delta)
  }
  const newItems = [...items.slice(0, first), ...between, ...items.slice(next)]
  return {
    text,
    value: { ...value, [key]: newItems },
    list: {
      key,
      start: list.start,
      end: list.end + delta,
      starts: newStarts,
      ends: newEnds,
      items: newItems,
    },
  }
}

/** The number of values before the first that matches. The values ascend. */
const countUntil = (values: ReadonlyArray<number>, isMatch: (value: number) => boolean): number => {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isMatch(values[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Stands for the list in what is around it. Nobody can send it on purpose. */
const placeholder = Math.random()

/** Parses what is around the list, which is equal in both texts. It must still be the same member. */
const parseAround = (
  { text: old }: ParsedLabel,
  list: ParsedList,
  text: string,
  to: number,
): ParsedLabel | undefined => {
  const delta = to <= list.start ? text.length - old.length : 0
  const [start, end] = [list.start + delta, list.end + delta]
  const value: unknown = JSON.parse(`${text.slice(0, start)}${placeholder}${text.slice(end)}`)
  if (typeof value !== "object" || value === null || Reflect.get(value, list.key) !== placeholder)
    return undefined
  Reflect.set(value, list.key, list.items)
  const isMoved = delta !== 0
  const shift = (offsets: ReadonlyArray<number>) =>
    isMoved ? offsets.map((offset) => offset + delta) : offsets
  return { text, value, list: { ...list, start, end, starts: shift(list.starts), ends: shift(list.ends) } }
}
