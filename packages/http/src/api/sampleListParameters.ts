/**
 * The parameters of the list of samples. Values that cannot be understood are refused, except those that clients in the field send:
 * `per_page=desc`, an unknown `sort` or `labelset`, unknown names in `fields`, `filters` that is a bare status, and empty values count as absent.
 */
import { Schema } from "effect"
import { IncludeOverlap, LabelsetParameter, paging, Switch } from "./parameters.ts"
import { filterParameters, makeText } from "./sampleFilters.ts"

/** Values that clients send by mistake, by parameter: they count as absent. */
export const toleratedValues: Readonly<Record<string, ReadonlyArray<string>>> = { per_page: ["desc", "asc"] }

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
  include: IncludeOverlap,
  ...filterParameters,
  sort: makeText("`name`, `created_at`, `priority` or `gt_label__updated_at`, with `-` for descending"),
  fields: makeText("`name,priority,…`: the fields to return; by default all"),
  count: Schema.optionalWith(
    Switch.annotations({ description: "Adds `X-Total-Count`, exact to 10000, then `10000+`" }),
    { exact: true },
  ),
})
