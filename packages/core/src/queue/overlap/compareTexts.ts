/** Compares labels as they are stored, as far as that is little work. */
import { Either, Schema } from "effect"
import { estimateComparison } from "../../agreement/estimates/estimateComparison.ts"
import {
  compareLabels,
  type PersonLabel,
  type SampleAgreement,
} from "../../agreement/labels/compareLabels.ts"
import { Configuration } from "../../domain/Configuration.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import { type JsonText, parseJson } from "../../domain/JsonText.ts"

/** The most characters of labels that are compared: other work waits meanwhile. */
const maxLength = 500_000

/** The most steps of a comparison, by its estimate: a step takes up to 12 ns, and the estimate as long again at most. */
const maxSteps = 2_500_000

const decodeConfiguration = Schema.decodeUnknownEither(Configuration)

/** For a configuration of an earlier version that is not valid now: objects are compared by their categories alone. */
const noCategories: Configuration = { categories: [] }

/** The label of a person as stored; null stands for no objects. */
export interface StoredLabel {
  readonly person: string
  readonly attributes: JsonText | null
}

type ComparedDataset = Pick<Dataset, "taskAttributes" | "taskType">

export const readConfiguration = ({ taskAttributes }: ComparedDataset): Configuration =>
  Either.getOrElse(decodeConfiguration(parseJson(taskAttributes)), () => noCategories)

/** The parsed labels; null where there are fewer than two, where they are too much work, and for bitmaps, whose pixels labels only link. */
export const parseComparable = (
  { taskType }: Pick<Dataset, "taskType">,
  labels: ReadonlyArray<StoredLabel>,
): ReadonlyArray<PersonLabel> | null => {
  const length = labels.reduce((sum, { attributes }) => sum + (attributes?.length ?? 0), 0)
  if (labels.length < 2 || length > maxLength || taskType.includes("segmentation")) return null
  const parsed = labels.map(({ attributes, person }) => ({
    person,
    label: attributes === null ? null : parseJson(attributes),
  }))
  const steps = estimateComparison(
    parsed.map(({ label }) => label),
    maxSteps,
  )
  return steps > maxSteps ? null : parsed
}

/** Makes the function that compares labels of one sample of the dataset. It returns null where they are not compared. */
export const makeCompareTexts = (
  dataset: ComparedDataset,
): ((labels: ReadonlyArray<StoredLabel>) => SampleAgreement | null) => {
  const configuration = readConfiguration(dataset)
  return (labels) => {
    try {
      const parsed = parseComparable(dataset, labels)
      return parsed === null ? null : compareLabels(configuration, parsed)
    } catch {
      // A label may have any structure that its dataset accepts. It is kept even where it cannot be compared.
      return null
    }
  }
}
