/** The filters of samples, one row each: parameters of the list, fields of bulk changes, and conditions of the engine derive from it. */
import {
  CleanText,
  LabelStatus,
  Line,
  makeOptionalField,
  OverlapState,
  Priority,
  type SampleConditions,
  Username,
} from "@annotary/core/effect"
import { Either, Schema } from "effect"
import { NumberParameter } from "./parameters.ts"
import { filterSyntax, parseFilters } from "./payloads/filterText.ts"

type FilterStatus = LabelStatus | "UNLABELED"

const filterStatuses: ReadonlyArray<FilterStatus> = [...LabelStatus.literals, "UNLABELED"]

const parseStatus = (text: string): ReadonlyArray<FilterStatus> =>
  filterStatuses.filter((status) => status === text.trim().toUpperCase())

/** Whether the text names a status. Clients that mean `label_status` send it as `filters`. */
const isStatus = (text: string): boolean => parseStatus(text).length > 0

const checkPairs = (text: string): true | string =>
  Either.match(parseFilters(text), { onLeft: (wrong) => wrong, onRight: () => true as const })

const makeParameter = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

export const makeText = (description: string) => makeParameter(Schema.String.annotations({ description }))

/** A parameter whose text is checked further than its JSON schema says. */
const makeCheckedText = (check: (text: string) => true | string, description: string) =>
  makeParameter(
    Schema.String.pipe(
      Schema.filter(check),
      Schema.annotations({ jsonSchema: { type: "string", description } }),
    ),
  )

/** An empty parameter counts as absent. */
const parseText = (text: string): string | undefined => (text === "" ? undefined : text)

const parseOverlapState = (text: string): ReadonlyArray<OverlapState> =>
  OverlapState.literals.filter((state) => state === text.trim().toLowerCase())

const isOverlapState = (text: string): boolean => parseOverlapState(text).length > 0

const statePattern = `(${OverlapState.literals.join("|")})`

const statusPattern = `(${filterStatuses.join("|")})`

const searchDescription =
  'A search, for example `name:street AND (status = LABELED OR priority >= 5) AND NOT metadata.city in (Ghent, "New York")`'

const sampleFilters = {
  nameContains: {
    name: "name__contains",
    parameter: makeText("A part of the name, case-sensitive"),
    field: makeOptionalField(Line),
    parse: parseText,
  },
  metadata: {
    name: "filters",
    parameter: makeCheckedText(
      (text) => isStatus(text) || checkPairs(text),
      `\`key:value,key:value\`: top-level metadata as text; all pairs must match. To escape, ${filterSyntax.replace(/^.*; /, "")}`,
    ),
    field: makeOptionalField(
      CleanText(100_000).pipe(
        Schema.filter(checkPairs),
        Schema.annotations({ description: "key:value,key:value" }),
      ),
    ),
    parse: (text: string) =>
      text === "" || isStatus(text) ? undefined : Either.getOrUndefined(parseFilters(text)),
  },
  labelStatuses: {
    name: "label_status",
    parameter: makeCheckedText(
      (text) =>
        text.split(",").every(isStatus) ||
        `must be statuses with commas between them: ${filterStatuses.join(", ")}`,
      "`LABELED,UNLABELED,…`: samples whose ground-truth label has one of these statuses",
    ),
    field: makeOptionalField(
      CleanText(1000).pipe(
        Schema.pattern(new RegExp(`^ *${statusPattern} *(, *${statusPattern} *)*$`), {
          description: "Statuses, separated by commas",
          message: () => "must be statuses with commas between them",
        }),
      ),
    ),
    parse: (text: string) => {
      const statuses = text.split(",").flatMap(parseStatus)
      return statuses.length === 0 ? undefined : statuses
    },
  },
  assignedLabeler: {
    name: "assigned_labeler",
    parameter: makeText("Username"),
    field: makeOptionalField(Username),
    parse: parseText,
  },
  assignedReviewer: {
    name: "assigned_reviewer",
    parameter: makeText("Username"),
    field: makeOptionalField(Username),
    parse: parseText,
  },
  priorityAtLeast: {
    name: "priority__gte",
    parameter: makeParameter(NumberParameter),
    field: makeOptionalField(Priority),
    parse: (number: number) => number,
  },
  priorityAtMost: {
    name: "priority__lte",
    parameter: makeParameter(NumberParameter),
    field: makeOptionalField(Priority),
    parse: (number: number) => number,
  },
  overlapStates: {
    name: "overlap_state",
    parameter: makeCheckedText(
      (text) =>
        text.split(",").every(isOverlapState) ||
        `must be states with commas between them: ${OverlapState.literals.join(", ")}`,
      "`labeling,adjudicating,…`: samples that several people label, in one of these states. For reviewers",
    ),
    field: makeOptionalField(
      CleanText(1000).pipe(
        Schema.pattern(new RegExp(`^ *${statePattern} *(, *${statePattern} *)*$`), {
          description: "States of overlaps, separated by commas",
          message: () => "must be states with commas between them",
        }),
      ),
    ),
    parse: (text: string) => {
      const states = text.split(",").flatMap(parseOverlapState)
      return states.length === 0 ? undefined : states
    },
  },
  search: {
    name: "q",
    parameter: makeText(searchDescription),
    field: makeOptionalField(CleanText(1000).annotations({ description: searchDescription })),
    parse: parseText,
  },
} as const satisfies {
  readonly [Key in keyof SampleConditions]-?: {
    readonly name: string
    readonly parameter: Schema.PropertySignature.All
    readonly field: Schema.PropertySignature.All
    readonly parse: (value: never) => SampleConditions[Key]
  }
}

type Filters = typeof sampleFilters
type Key = keyof Filters
type Parts<Part extends "parameter" | "field"> = {
  readonly [K in Key as Filters[K]["name"]]: Filters[K][Part]
}
/** The values of the filters by their names on the wire. */
export type FilterValues = {
  readonly [K in Key as Filters[K]["name"]]?: Parameters<Filters[K]["parse"]>[0] | undefined
}

// Casts: `entries` and `fromEntries` forget which key has which value.
const filterEntries = Object.entries(sampleFilters) as ReadonlyArray<[Key, Filters[Key]]>
const pickParts = <Part extends "parameter" | "field">(part: Part) =>
  Object.fromEntries(filterEntries.map(([, filter]) => [filter.name, filter[part]])) as Parts<Part>

/** The filters as parameters of the list. */
export const filterParameters = pickParts("parameter")
/** The filters as fields of a body, which is refused where the list ignores what it does not understand. */
export const filterFields = pickParts("field")

export const toConditions = (values: FilterValues): SampleConditions =>
  Object.fromEntries(
    filterEntries.map(([key, { name, parse }]) => {
      const value = values[name]
      return [key, value === undefined ? undefined : parse(value as never)]
    }),
  )
