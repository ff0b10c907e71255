import type { MergeOptions } from "../../agreement/merge/LabelMerge.ts"
import type { DatasetSettings } from "../../domain/DatasetSettings.ts"

/** The settings of a dataset by which labels are merged. */
export type MergeSettings = Pick<DatasetSettings, "overlapMatchThreshold" | "overlapQuorum">

/** The weights of the votes of people, by their letters. */
export type VoteWeights = NonNullable<MergeOptions["weights"]>

/** A dataset whose labels are merged. */
export interface MergingDataset {
  readonly settings: MergeSettings
  /** Absent: all votes have the same weight. */
  readonly voteWeights?: VoteWeights
}

/** The options of the merge of the labels of these people. The quorum is a share of their weights. */
export const readMergeOptions = (
  { settings: { overlapMatchThreshold, overlapQuorum }, voteWeights }: MergingDataset,
  people: ReadonlyArray<string>,
): MergeOptions => {
  const total = people.reduce((sum, person) => sum + (voteWeights?.[person] ?? 1), 0)
  return {
    threshold: overlapMatchThreshold,
    ...(overlapQuorum !== null && { quorum: overlapQuorum * total }),
    ...(voteWeights && { weights: voteWeights }),
  }
}
