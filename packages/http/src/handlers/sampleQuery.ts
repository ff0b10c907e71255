/** Maps the filter parameters of clients, which the API has checked, to the engine's query. */
import type { SampleConditions, SampleSort } from "@annotary/core/effect"
import { Either } from "effect"
import { parseFilters } from "../api/payloads/filterText.ts"
import { type FilterStatus, filterStatuses, isBareStatus } from "../api/sampleListParameters.ts"

/** The filter parameters of the list. Bulk changes take them too. */
export interface FilterParameters {
  readonly name__contains?: string | undefined
  readonly filters?: string | undefined
  readonly label_status?: string | undefined
  readonly assigned_labeler?: string | undefined
  readonly assigned_reviewer?: string | undefined
  readonly priority__gte?: number | undefined
  readonly priority__lte?: number | undefined
}

export const toConditions = (parameters: FilterParameters): SampleConditions => ({
  nameContains: omitEmpty(parameters.name__contains),
  metadata: parseMetadata(omitEmpty(parameters.filters)),
  labelStatuses: omitEmptyList(omitEmpty(parameters.label_status)?.split(",").flatMap(parseStatus)),
  assignedLabeler: omitEmpty(parameters.assigned_labeler),
  assignedReviewer: omitEmpty(parameters.assigned_reviewer),
  priorityAtLeast: parameters.priority__gte,
  priorityAtMost: parameters.priority__lte,
})

/** An empty parameter counts as absent. */
const omitEmpty = (text: string | undefined): string | undefined => (text === "" ? undefined : text)

const omitEmptyList = <A>(values: ReadonlyArray<A> | undefined): ReadonlyArray<A> | undefined =>
  values === undefined || values.length === 0 ? undefined : values

const parseMetadata = (text: string | undefined): SampleConditions["metadata"] =>
  text === undefined || isBareStatus(text) ? undefined : Either.getOrUndefined(parseFilters(text))

const parseStatus = (text: string): ReadonlyArray<FilterStatus> =>
  filterStatuses.filter((status) => status === text.trim().toUpperCase())

const keys: ReadonlyArray<SampleSort["key"]> = ["name", "created_at", "priority", "gt_label__updated_at"]

export const parseSort = (text: string | undefined): SampleSort | undefined => {
  const descending = text?.startsWith("-") === true
  const key = keys.find((one) => one === (descending ? text?.slice(1) : text))
  return key === undefined ? undefined : { key, descending }
}
