import type { SampleSort } from "@annotary/core/effect"

const keys: ReadonlyArray<SampleSort["key"]> = ["name", "created_at", "priority", "gt_label__updated_at"]

/** The order of a list of samples. Unknown keys count as absent. */
export const parseSort = (text: string | undefined): SampleSort | undefined => {
  const descending = text?.startsWith("-") === true
  const key = keys.find((one) => one === (descending ? text?.slice(1) : text))
  return key === undefined ? undefined : { key, descending }
}
