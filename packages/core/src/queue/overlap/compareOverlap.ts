/** The agreement of the labels that several people made of one sample. */

import type { SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import type { OverlapLabel } from "../../domain/Overlap.ts"
import { makeCompareTexts } from "./compareTexts.ts"
import { listLettered } from "./listLettered.ts"

/** The agreement of the labels, whose people are letters in their order; skipped ones are left out. Null where they are not compared. */
export const compareOverlap = (
  dataset: Pick<Dataset, "taskAttributes" | "taskType">,
  labels: ReadonlyArray<Pick<OverlapLabel, "attributes" | "status">>,
): SampleAgreement | null => {
  const compared = makeCompareTexts(dataset)(listLettered(labels))
  return typeof compared === "string" ? null : compared
}
