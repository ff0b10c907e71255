import { type OverlapLabel, toOverlapLetter } from "../../domain/Overlap.ts"
import type { StoredLabel } from "./compareTexts.ts"

/** The finished labels, skipped ones left out, whose people are letters in the order of the labels. */
export const listLettered = (
  labels: ReadonlyArray<Pick<OverlapLabel, "attributes" | "status">>,
): ReadonlyArray<StoredLabel> =>
  labels.flatMap(({ attributes, status }, index) =>
    status === "LABELED" ? [{ person: toOverlapLetter(index), attributes }] : [],
  )
