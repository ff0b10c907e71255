/** Filters and sorts samples. Orders are cached as long as that version of the rows exists. */
import { HashMap, Option } from "effect"
import type { SampleId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import type { StoredOverlapState } from "../domain/Overlap.ts"
import type { Sample } from "../domain/Sample.ts"
import type { SampleCursor, SampleFilter, SampleQuery, SortKey } from "../reading/SampleStore.ts"
import { type ConditionTable, mapConditions } from "../reading/sampleFilter.ts"
import { findOverlapRow } from "./overlapRows.ts"
import { type DatasetRows, getGroundTruth } from "./State.ts"
import { countOpenIssues, listMetadata, matchSearch, type SearchedSample } from "./searchedSamples.ts"
import { cacheByKey, compareAscii, compareText, findFirstIndex, listKeys } from "./sorted.ts"

type Samples = HashMap.HashMap<SampleId, Sample>
type Labels = HashMap.HashMap<SampleId, Label>

/** In ascending order. */
export const sampleIds: (samples: Samples) => ReadonlyArray<SampleId> = cacheByKey(listKeys<SampleId, Sample>)

export const readSamplePage = (
  rows: DatasetRows,
  { filter, sort, start, limit }: SampleQuery,
): ReadonlyArray<SampleCursor> => {
  const order = computeOrder(rows, sort.key, sort.descending)
  const matches = makeMatcher(rows, filter)
  const after = "after" in start ? start.after : undefined
  const compare = makeComparison(sort.key, sort.descending)
  const from = after === undefined ? 0 : findFirstIndex(order, (cursor) => compare(cursor, after) > 0)
  let skip = "offset" in start ? start.offset : 0
  // Without a filter, deep pages need no scan.
  if (Object.keys(filter).length === 1) return order.slice(from + skip, from + skip + limit)
  const page: Array<SampleCursor> = []
  for (let i = from; i < order.length && page.length < limit; i++) {
    const cursor = order[i]
    if (cursor === undefined || !matches(cursor.id)) continue
    if (skip > 0) skip -= 1
    else page.push(cursor)
  }
  return page
}

export const countSamples = (rows: DatasetRows, filter: SampleFilter, cap: number): number => {
  const matches = makeMatcher(rows, filter)
  let count = 0
  for (const id of HashMap.keys(rows.samples)) {
    if (count === cap) break
    if (matches(id)) count += 1
  }
  return count
}

/** A sample with the status of its ground-truth label and the state of its overlap. */
interface Candidate extends SearchedSample {
  readonly status: LabelStatus | "UNLABELED"
  readonly overlapState: StoredOverlapState | undefined
}

const noIssues: ReadonlyMap<SampleId, number> = new Map()

type Condition = (candidate: Candidate) => boolean

const conditions: ConditionTable<Condition> = {
  nameContains:
    (text) =>
    ({ sample }) =>
      sample.name.includes(text),
  metadata: (pairs) => (candidate) => {
    const index = listMetadata(candidate.sample)
    const hasPair = ({ key, value }: { readonly key: string; readonly value: string }): boolean =>
      index.get(key) === value
    return pairs.every((pair) => hasPair(pair) || pair.alternatives?.some(hasPair) === true)
  },
  labelStatuses:
    (statuses) =>
    ({ status }) =>
      statuses.includes(status),
  assignedLabeler:
    (user) =>
    ({ sample }) =>
      sample.assignedLabeler === user,
  assignedReviewer:
    (user) =>
    ({ sample }) =>
      sample.assignedReviewer === user,
  priorityAtLeast:
    (least) =>
    ({ sample }) =>
      sample.priority >= least,
  priorityAtMost:
    (most) =>
    ({ sample }) =>
      sample.priority <= most,
  overlapStates:
    (states) =>
    ({ overlapState }) =>
      overlapState !== undefined && states.includes(overlapState),
  search: matchSearch,
}

const makeMatcher = (rows: DatasetRows, filter: SampleFilter): ((id: SampleId) => boolean) => {
  const labels = getGroundTruth(rows)
  const matches = mapConditions(filter, conditions)
  const openIssues = filter.search === undefined ? noIssues : countOpenIssues(rows.issues)
  return (id) => {
    const sample = Option.getOrUndefined(HashMap.get(rows.samples, id))
    if (sample === undefined) return false
    const label = Option.getOrUndefined(HashMap.get(labels, id))
    const overlapState = findOverlapRow(rows.overlaps, id)?.state
    const status = label?.status ?? "UNLABELED"
    const issues = openIssues.get(id) ?? 0
    return matches.every((isMatch) => isMatch({ sample, label, openIssues: issues, status, overlapState }))
  }
}

interface Order {
  /** The labels of the order. Only `gt_label__updated_at` depends on them. */
  readonly labels: Labels
  readonly cursors: ReadonlyArray<SampleCursor>
}

const ordersOf = cacheByKey((_: Samples) => new Map<string, Order>())

const computeOrder = (rows: DatasetRows, key: SortKey, descending: boolean): ReadonlyArray<SampleCursor> => {
  const labels = getGroundTruth(rows)
  const orders = ordersOf(rows.samples)
  const name = `${key} ${descending}`
  const cachedOrder = orders.get(name)
  if (cachedOrder !== undefined && (key !== "gt_label__updated_at" || cachedOrder.labels === labels))
    return cachedOrder.cursors
  const cursors = sampleIds(rows.samples)
    .flatMap((id): ReadonlyArray<SampleCursor> => {
      const sample = Option.getOrUndefined(HashMap.get(rows.samples, id))
      return sample === undefined ? [] : [{ value: getSortValue(sample, labels, key), id }]
    })
    .sort(makeComparison(key, descending))
  orders.set(name, { labels, cursors })
  return cursors
}

const getSortValue = (sample: Sample, labels: Labels, key: SortKey): SampleCursor["value"] => {
  switch (key) {
    case "name":
      return sample.name
    case "created_at":
      return sample.createdAt
    case "priority":
      return sample.priority
    case "gt_label__updated_at":
      return Option.match(HashMap.get(labels, sample.id), {
        onNone: () => null,
        onSome: (label) => label.updatedAt,
      })
  }
}

/** Samples without a label come last in both directions; ties by ascending id. */
const makeComparison =
  (key: SortKey, descending: boolean) =>
  (a: SampleCursor, b: SampleCursor): number => {
    if (a.value === null || b.value === null) {
      if (a.value === b.value) return compareAscii(a.id, b.id)
      return a.value === null ? 1 : -1
    }
    const by =
      key === "priority" ? Number(a.value) - Number(b.value) : compareText(String(a.value), String(b.value))
    return by === 0 ? compareAscii(a.id, b.id) : descending ? -by : by
  }
