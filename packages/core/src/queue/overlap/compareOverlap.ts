/** The agreement of the labels that several people made of one sample. */
import { Either, Schema } from "effect"
import { estimateComparison } from "../../agreement/estimates/estimateComparison.ts"
import { compareLabels } from "../../agreement/labels/compareLabels.ts"
import { Configuration } from "../../domain/Configuration.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import { type JsonText, parseJson, toJsonText } from "../../domain/JsonText.ts"
import { type OverlapLabel, toOverlapLetter } from "../../domain/Overlap.ts"

/** The most characters of labels that are compared: the comparison runs while the label is submitted. */
const maxLength = 500_000

/** The most steps of a comparison, by its estimate: a step takes up to 12 ns, and the estimate as long again at most. */
const maxSteps = 2_500_000

const decodeConfiguration = Schema.decodeUnknownEither(Configuration)

/** For a configuration of an earlier version that is not valid now: objects are compared by their categories alone. */
const noCategories: Configuration = { categories: [] }

/**
 * A `SampleAgreement` of the labels, whose people are letters in their order; skipped ones are left out. Null where there are fewer than
 * two, where they are too much work, and for bitmaps, whose pixels labels only link.
 */
export const compareOverlap = (
  { taskAttributes, taskType }: Pick<Dataset, "taskAttributes" | "taskType">,
  labels: ReadonlyArray<Pick<OverlapLabel, "attributes" | "status">>,
): JsonText | null => {
  const compared = labels.flatMap(({ attributes, status }, index) =>
    status === "LABELED" ? [{ person: toOverlapLetter(index), attributes }] : [],
  )
  const length = compared.reduce((sum, { attributes }) => sum + (attributes?.length ?? 0), 0)
  if (compared.length < 2 || length > maxLength || taskType.includes("segmentation")) return null
  try {
    const parsed = compared.map(({ attributes, person }) => ({
      person,
      label: attributes === null ? null : parseJson(attributes),
    }))
    const steps = estimateComparison(
      parsed.map(({ label }) => label),
      maxSteps,
    )
    if (steps > maxSteps) return null
    return toJsonText(
      compareLabels(
        Either.getOrElse(decodeConfiguration(parseJson(taskAttributes)), () => noCategories),
        parsed,
      ),
    )
  } catch {
    // A label may have any structure that its dataset accepts. It is shown even where it cannot be compared.
    return null
  }
}
