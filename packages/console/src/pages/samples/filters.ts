/** The filters of samples, one row each: the address, the request, the fields of the page and the hint of exports derive from it. */
import type { Wire } from "../../api/client.ts"
import { type Status, statuses } from "../../api/statuses.ts"
import { readText } from "../../ui/search.ts"

/** A filter of metadata that the API understands. It ignores others in lists. */
export const isMetadataFilter = (value: unknown): value is string =>
  typeof value === "string" && /^[^:,]+:[^,]*(,[^:,]+:[^,]*)*$/.test(value)

const readMetadata = (value: unknown): string | undefined => (isMetadataFilter(value) ? value : undefined)

const readFinite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** The number that a text means, with a point or a comma before its fraction. Undefined where it means none. */
export const parseNumber = (text: string): number | undefined =>
  /^[+-]?\d+([.,]\d+)?$/.test(text) ? readFinite(Number(text.replace(",", "."))) : undefined

const readChoices =
  <Choice extends string>(choices: ReadonlyArray<Choice>) =>
  (value: unknown): ReadonlyArray<Choice> | undefined => {
    const values = Array.isArray(value) ? value : [value]
    const chosen = choices.filter((choice) => values.includes(choice))
    return chosen.length === 0 ? undefined : chosen
  }

const readStatuses = readChoices<Status>(statuses)

/** The states of samples that several people label. */
export const overlapStates: ReadonlyArray<Wire<"OverlapState">> = ["labeling", "adjudicating", "decided"]

const readOverlapStates = readChoices(overlapStates)

type Parameter = keyof Wire<"SampleFilters">

/** `key` is the name in the address and of its words; `isExported`: exports can be narrowed by it. */
const table = {
  q: { key: "q", kind: "search", read: readText, isExported: false },
  name__contains: { key: "name", kind: "text", read: readText, isExported: true },
  label_status: { key: "status", kind: "statuses", read: readStatuses, isExported: true },
  assigned_labeler: { key: "labeler", kind: "person", read: readText, isExported: false },
  assigned_reviewer: { key: "reviewer", kind: "person", read: readText, isExported: false },
  priority__gte: { key: "min", kind: "number", read: readFinite, isExported: false },
  priority__lte: { key: "max", kind: "number", read: readFinite, isExported: false },
  overlap_state: { key: "overlap", kind: "states", read: readOverlapStates, isExported: false },
  filters: { key: "meta", kind: "metadata", read: readMetadata, isExported: true },
} as const satisfies { readonly [Name in Parameter]-?: object }

type Table = typeof table

/** The filters in an address. */
export type FilterSearch = {
  readonly [Name in Parameter as Table[Name]["key"]]?: Exclude<ReturnType<Table[Name]["read"]>, undefined>
}

/** The filters as the API takes them. */
export type FilterRequest = { readonly [Name in Parameter]?: NonNullable<Wire<"SampleFilters">[Name]> }

// Cast: `entries` forgets which parameter has which row.
const entries = Object.entries(table) as ReadonlyArray<[Parameter, Table[Parameter]]>

export const sampleFilters: ReadonlyArray<Table[Parameter]> = entries.map(([, row]) => row)

// Casts: `fromEntries` forgets which key has which value.
const collectValues = (rows: ReadonlyArray<readonly [string, unknown]>) =>
  Object.fromEntries(rows.filter(([, value]) => value !== undefined))

export const readFilters = (search: Readonly<Record<string, unknown>>): FilterSearch =>
  collectValues(sampleFilters.map(({ key, read }) => [key, read(search[key])])) as FilterSearch

/** The filters of an address as the API takes them, in its lists and in bulk changes. */
export const pickFilters = (search: FilterSearch): FilterRequest =>
  collectValues(
    entries.map(([parameter, { key }]) => {
      const value = search[key]
      return [parameter, Array.isArray(value) ? value.join(",") : value]
    }),
  ) as FilterRequest
