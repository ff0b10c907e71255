/** One change of ids: which points changed, and what they were before. */

export interface Patch {
  /** Places in the file. No place is named twice. */
  readonly points: Uint32Array
  /** The former id of each point, or of all of them. */
  readonly before: Uint32Array | number
  readonly after: Uint32Array | number
}

/** The number of points by id. */
export type Counts = Map<number, number>

/** The patch that gives points one id. */
export const makePatch = (ids: Uint32Array, points: Uint32Array, after: number): Patch => {
  const before = points.map((point) => ids[point] ?? 0)
  const first = before[0] ?? 0
  return { points, before: before.every((id) => id === first) ? first : before, after }
}

/** The patch that does what several did, one after the other. */
export const joinPatches = (patches: ReadonlyArray<Patch>): Patch => {
  const [only, ...more] = patches
  if (only !== undefined && more.length === 0) return only
  const after = only?.after
  if (typeof after === "number" && patches.every((one) => one.after === after && isFresh(one)))
    return { points: concatLists(patches.map(({ points }) => points)), before: listFormer(patches), after }
  const changed = new Map<number, { readonly before: number; after: number }>()
  for (const { after, before, points } of patches)
    for (const [index, point] of points.entries()) {
      const patchIndex = changed.get(point)
      if (patchIndex === undefined)
        changed.set(point, { before: getValue(before, index), after: getValue(after, index) })
      else patchIndex.after = getValue(after, index)
    }
  const entries = [...changed]
  return {
    points: Uint32Array.from(entries, ([point]) => point),
    before: toSingle(Uint32Array.from(entries, ([, { before }]) => before)),
    after: toSingle(Uint32Array.from(entries, ([, { after }]) => after)),
  }
}

/** Whether none of the points had the id before. Of such patches with one id, no two change the same point. */
const isFresh = ({ after, before }: Patch): boolean =>
  typeof before === "number" ? before !== after : !before.some((id) => id === after)

const concatLists = (lists: ReadonlyArray<Uint32Array>): Uint32Array => {
  const whole = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    whole.set(list, at)
    at += list.length
  }
  return whole
}

const listFormer = (patches: ReadonlyArray<Patch>): Uint32Array | number => {
  const first = patches[0]?.before
  if (typeof first === "number" && patches.every(({ before }) => before === first)) return first
  return concatLists(
    patches.map(({ before, points }) =>
      typeof before === "number" ? new Uint32Array(points.length).fill(before) : before,
    ),
  )
}

const toSingle = (values: Uint32Array): Uint32Array | number => {
  const first = values[0] ?? 0
  return values.every((value) => value === first) ? first : values
}

const getValue = (values: Uint32Array | number, index: number): number =>
  typeof values === "number" ? values : (values[index] ?? 0)

/** Makes the change, or takes it back, in the ids and in their counts. */
export const apply = (
  { after, before, points }: Patch,
  ids: Uint32Array,
  counts: Counts,
  direction: "forth" | "back",
): void => {
  const [from, to] = direction === "forth" ? [before, after] : [after, before]
  for (let index = 0; index < points.length; index++) ids[points[index] ?? 0] = getValue(to, index)
  tally(counts, from, points.length, -1)
  tally(counts, to, points.length, 1)
}

const tally = (counts: Counts, values: Uint32Array | number, length: number, sign: 1 | -1): void => {
  if (typeof values === "number") {
    add(counts, values, sign * length)
    return
  }
  let highest = 0
  for (const id of values) if (id > highest) highest = id
  if (highest > length) {
    for (const id of values) add(counts, id, sign)
    return
  }
  // A table counts faster than a map, and is no larger than the list.
  const table = new Uint32Array(highest + 1)
  for (const id of values) table[id] = (table[id] ?? 0) + 1
  for (const [id, count] of table.entries()) if (count > 0) add(counts, id, sign * count)
}

const add = (counts: Counts, id: number, by: number): void => {
  const count = (counts.get(id) ?? 0) + by
  if (count === 0) counts.delete(id)
  else counts.set(id, count)
}

/** Counts the points of each id. */
export const countIds = (ids: Uint32Array): Counts => {
  const counts: Counts = new Map()
  tally(counts, ids, ids.length, 1)
  return counts
}

export const measurePatch = ({ after, before, points }: Patch): number =>
  points.byteLength +
  (typeof before === "number" ? 0 : before.byteLength) +
  (typeof after === "number" ? 0 : after.byteLength)
