/**
 * The parameters of the list of samples. Values that cannot be understood are refused, except those that clients in the field send:
 * `per_page=desc`, an unknown `sort` or `labelset`, `filters` that is a bare status, and empty values count as absent.
 */
import { LabelStatus, SampleRowJson } from "@annotary/core/effect"
import { SchemaAST as AST, Either, Schema } from "effect"
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
const describeText = (description: string) => ({ jsonSchema: { type: "string", description } })

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

const fieldNames = AST.getPropertySignatures(SampleRowJson.ast).map(({ name }) => String(name))

/** Reads names with commas between them; spaces around them and empty names do not count. */
export const parseFields = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(",")
      .map((field) => field.trim())
      .filter((field) => field !== ""),
  )

const Fields = Schema.String.pipe(
  Schema.filter((value) => {
    const unknown = [...parseFields(value)].find((field) => !fieldNames.includes(field))
    return unknown === undefined
      ? true
      : `must be fields of a sample with commas between them: ${fieldNames.join(", ")}`
  }),
)

export const SampleListParams = Schema.Struct({
  ...paging,
  cursor: makeText(
    "From the `next` link of the page before: reads on at constant cost, and skips no sample while others are added",
  ),
  labelset: Schema.optionalWith(
    LabelsetParameter.annotations({ description: "Adds each sample's label in this labelset" }),
    { exact: true },
  ),
  include_full_label: Schema.optionalWith(
    Switch.annotations({ description: "The whole label instead of its short form" }),
    { exact: true },
  ),
  name__contains: makeText("Case-sensitive part of the name"),
  filters: Schema.optionalWith(
    Filters.annotations(
      describeText(
        `\`key:value,key:value\`: top-level metadata as text, all must match; ${filterSyntax.replace(/^.*; /, "")}`,
      ),
    ),
    { exact: true },
  ),
  label_status: Schema.optionalWith(
    Statuses.annotations(describeText("`LABELED,UNLABELED,…`: of the ground-truth label, any of these")),
    { exact: true },
  ),
  sort: makeText("`name`, `created_at`, `priority` or `gt_label__updated_at`, with `-` for descending"),
  assigned_labeler: makeText("Username"),
  assigned_reviewer: makeText("Username"),
  priority__gte: Schema.optionalWith(NumberParameter, { exact: true }),
  priority__lte: Schema.optionalWith(NumberParameter, { exact: true }),
  fields: Schema.optionalWith(Fields.annotations(describeText("`name,priority,…`: only these fields")), {
    exact: true,
  }),
  count: Schema.optionalWith(
    Switch.annotations({ description: "Adds `X-Total-Count`, exact to 10000, then `10000+`" }),
    { exact: true },
  ),
})
