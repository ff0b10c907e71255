/** Maps the filter parameters of clients to the engine's query. Invalid parameters are ignored (contract 0.8). */
import { LabelStatus, type SampleConditions, type SampleSort } from "@annotary/core/effect"

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

export const conditionsOf = (parameters: FilterParameters): SampleConditions => ({
  nameContains: filled(parameters.name__contains),
  metadata: some(parameters.filters?.split(",").flatMap(pairOf)),
  labelStatuses: some(parameters.label_status?.split(",").flatMap(statusOf)),
  assignedLabeler: filled(parameters.assigned_labeler),
  assignedReviewer: filled(parameters.assigned_reviewer),
  priorityAtLeast: parameters.priority__gte,
  priorityAtMost: parameters.priority__lte,
})

/** An empty parameter counts as absent. */
const filled = (text: string | undefined): string | undefined => (text === "" ? undefined : text)

const some = <A>(values: ReadonlyArray<A> | undefined): ReadonlyArray<A> | undefined =>
  values === undefined || values.length === 0 ? undefined : values

const pairOf = (text: string): ReadonlyArray<{ readonly key: string; readonly value: string }> => {
  const colon = text.indexOf(":")
  return colon < 1 ? [] : [{ key: text.slice(0, colon), value: text.slice(colon + 1) }]
}

type Status = LabelStatus | "UNLABELED"

const statuses: ReadonlyArray<Status> = [...LabelStatus.literals, "UNLABELED"]

const statusOf = (text: string): ReadonlyArray<Status> => statuses.filter((status) => status === text.trim())

const keys: ReadonlyArray<SampleSort["key"]> = ["name", "created_at", "priority", "gt_label__updated_at"]

export const sortOf = (text: string | undefined): SampleSort | undefined => {
  const descending = text?.startsWith("-") === true
  const key = keys.find((one) => one === (descending ? text?.slice(1) : text))
  return key === undefined ? undefined : { key, descending }
}
