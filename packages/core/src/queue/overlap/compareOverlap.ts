/** The agreement of the labels that several people made of one sample. */
import type { Dataset } from "../../domain/Dataset.ts"
import { type JsonText, toJsonText } from "../../domain/JsonText.ts"
import { type OverlapLabel, toOverlapLetter } from "../../domain/Overlap.ts"
import { makeCompareTexts } from "./compareTexts.ts"

/** A `SampleAgreement` of the labels, whose people are letters in their order; skipped ones are left out. Null where they are not compared. */
export const compareOverlap = (
  dataset: Pick<Dataset, "taskAttributes" | "taskType">,
  labels: ReadonlyArray<Pick<OverlapLabel, "attributes" | "status">>,
): JsonText | null => {
  const finished = labels.flatMap(({ attributes, status }, index) =>
    status === "LABELED" ? [{ person: toOverlapLetter(index), attributes }] : [],
  )
  const agreement = makeCompareTexts(dataset)(finished)
  return agreement === null ? null : toJsonText(agreement)
}
