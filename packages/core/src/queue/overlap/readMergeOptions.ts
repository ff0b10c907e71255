import type { MergeOptions } from "../../agreement/merge/LabelMerge.ts"
import type { DatasetSettings } from "../../domain/DatasetSettings.ts"

/** The settings of a dataset by which labels are merged. */
export type MergeSettings = Pick<DatasetSettings, "overlapMatchThreshold" | "overlapQuorum">

/** The options of the merge of so many labels, each of the same weight. */
export const readMergeOptions = (
  { overlapMatchThreshold, overlapQuorum }: MergeSettings,
  labels: number,
): MergeOptions => ({
  threshold: overlapMatchThreshold,
  ...(overlapQuorum !== null && { quorum: overlapQuorum * labels }),
})
