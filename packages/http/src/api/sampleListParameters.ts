/**
 * The parameters of the list of samples. Values that cannot be understood are refused, except those that clients in the field send:
 * `per_page=desc`, an unknown `sort` or `labelset`, unknown names in `fields`, `filters` that is a bare status, and empty values count as absent.
 */
import { LabelStatus } from "@annotary/core/effect"
import { Either, Schema } from "effect"
import { LabelsetParameter, NumberParameter, paging, Switch } from "./parameters.ts"
import { filterSyntax, parseFilters } from "./payloads/filterText.ts"

export type FilterStatus = LabelStatus | "UNLABELED"

export const filterStatuses: ReadonlyArray<FilterStatus> = [...LabelStatus.literals, "UNLABELED"]

const isStatus = (text: string): boolean =>
  filterStatuses.some((status) => status === text.trim().toUpperCase())

/** Whether `filters` is the name of a status, as clients send it that mean `label_status`. */
export const isBareStatus = isStatus

/** Values that clients send by mistake, by parameter: they count as absent. */
export const toleratedValues: Readonly<Record<string, ReadonlyArray<string>>> = { per_page: ["desc", "asc"] }

/** The JSON schema of a text that is checked further. */
const makeTextAnnotations = (description: string) => ({ jsonSchema: { type: "string", description } })

const makeText = (description: string) =>
  Schema.optionalWith(Schema.String.annotations({ description }), { exact: true })

const Filters = Schema.String.pipe(
  Schema.filter((value) =>
    isBareStatus(value)
      ? true
      : Either.match(parseFilters(value), { onLeft: (wrong) => wrong, onRight: () => true }),
  ),
)

const Statuses = Schema.String.pipe(
  Schema.filter((value) =>
    value.split(",").every(isStatus)
      ? true
      : `must be statuses with commas between them: ${filterStatuses.join(", ")}`,
  ),
)

export const SampleListParams = Schema.Struct({
  ...paging,
  cursor: makeText(
    "The cursor from the `next` link of the previous page. Reading by cursor has constant cost and does not skip samples while others are added",
  ),
  labelset: Schema.optionalWith(
    LabelsetParameter.annotations({ description: "Adds each sample's label in this labelset" }),
    { exact: true },
  ),
  include_full_label: Schema.optionalWith(
    Switch.annotations({ description: "The whole label instead of its short form" }),
    { exact: true },
  ),
  name__contains: makeText("A part of the name, case-sensitive"),
  filters: Schema.optionalWith(
    Filters.annotations(
      makeTextAnnotations(
        `\`key:value,key:value\`: top-level metadata as text; all pairs must match. To escape, ${filterSyntax.replace(/^.*; /, "")}`,
      ),
    ),
    { exact: true },
  ),
  label_status: Schema.optionalWith(
    Statuses.annotations(
      makeTextAnnotations(
        "`LABELED,UNLABELED,…`: samples whose ground-truth label has one of these statuses",
      ),
    ),
    { exact: true },
  ),
  sort: makeText("`name`, `created_at`, `priority` or `gt_label__updated_at`, with `-` for descending"),
  assigned_labeler: makeText("Username"),
  assigned_reviewer: makeText("Username"),
  priority__gte: Schema.optionalWith(NumberParameter, { exact: true }),
  priority__lte: Schema.optionalWith(NumberParameter, { exact: true }),
  fields: makeText("`name,priority,…`: the fields to return; by default all"),
  count: Schema.optionalWith(
    Switch.annotations({ description: "Adds `X-Total-Count`, exact to 10000, then `10000+`" }),
    { exact: true },
  ),
})
