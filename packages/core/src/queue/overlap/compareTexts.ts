/** Compares labels as they are stored, as far as that is little work. */
import { Either, Schema } from "effect"
import { estimateComparison } from "../../agreement/estimates/estimateComparison.ts"
import {
  type ComparisonObserver,
  compareLabels,
  type SampleAgreement,
} from "../../agreement/labels/compareLabels.ts"
import { hasUnknownPixels } from "../../agreement/labels/hasUnknownPixels.ts"
import type { PersonLabel } from "../../agreement/labels/PersonLabel.ts"
import { prepareConfiguration } from "../../agreement/labels/prepareConfiguration.ts"
import { Configuration } from "../../domain/Configuration.ts"
import type { Dataset, TaskType } from "../../domain/Dataset.ts"
import { type JsonText, parseJson } from "../../domain/JsonText.ts"
import type { MergingDataset } from "./readMergeOptions.ts"

/** The most characters of labels that are compared: other work waits meanwhile. */
export const maxLength = 500_000

/** The most steps of a comparison, by its estimate: a step takes up to 12 ns, and the estimate as long again at most. */
export const maxSteps = 2_500_000

const decodeConfiguration = Schema.decodeUnknownEither(Configuration)

/** For a configuration of an earlier version that is not valid now: objects are compared by their categories alone. */
const noCategories: Configuration = { categories: [] }

/** The label of a person as stored; null stands for no objects. */
export interface StoredLabel {
  readonly person: string
  readonly attributes: JsonText | null
}

export interface ComparedDataset
  extends MergingDataset,
    Pick<Dataset, "id" | "owner" | "taskAttributes" | "taskType"> {}

export const readConfiguration = ({ taskAttributes }: Pick<Dataset, "taskAttributes">): Configuration =>
  Either.getOrElse(decodeConfiguration(parseJson(taskAttributes)), () => noCategories)

/** Whether labels of the dataset may have segmented scenes. */
export const canSegment = ({ taskType }: Pick<Dataset, "taskType">): boolean =>
  taskType === "multisensor-sequence" || taskType.includes("segmentation")

/** Whether labels of this type may have bitmaps. */
const canLinkPixels = (taskType: TaskType): boolean =>
  canSegment({ taskType }) && !taskType.startsWith("pointcloud")

/**
 * The reason why labels are not compared. `large`: they are too much work at once. `segmented`: the pixels of a bitmap, which labels only link,
 * are not known.
 */
export type ComparisonRefusal = "few" | "large" | "malformed" | "segmented"

/** The parsed labels, or the reason why they cannot be compared. */
export const parseComparable = (
  { taskType }: Pick<Dataset, "taskType">,
  labels: ReadonlyArray<StoredLabel>,
): ReadonlyArray<PersonLabel> | "large" | "segmented" => {
  const length = labels.reduce((sum, { attributes }) => sum + (attributes?.length ?? 0), 0)
  if (length > maxLength) return "large"
  const parsed = labels.map(({ attributes, person }) => ({
    person,
    label: attributes === null ? null : parseJson(attributes),
  }))
  if (canLinkPixels(taskType) && parsed.some(hasUnknownPixels)) return "segmented"
  return estimateComparison(parsed, maxSteps) > maxSteps ? "large" : parsed
}

/** Makes the function that compares labels of one sample of the dataset, or returns the reason why they are not compared. */
export const makeCompareTexts = (
  dataset: Pick<Dataset, "taskAttributes" | "taskType">,
): ((
  labels: ReadonlyArray<StoredLabel>,
  observer?: ComparisonObserver,
) => SampleAgreement | ComparisonRefusal) => {
  const configuration = prepareConfiguration(readConfiguration(dataset))
  return (labels, observer) => {
    try {
      const parsed = labels.length < 2 ? "few" : parseComparable(dataset, labels)
      return typeof parsed === "string" ? parsed : compareLabels(configuration, parsed, {}, observer)
    } catch {
      // A label may have any structure that its dataset accepts. It is kept even where it cannot be compared.
      return "malformed"
    }
  }
}
