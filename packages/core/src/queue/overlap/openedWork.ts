/** Work on a claim of a sample that several people label: the request, and everything that it needs under the locks. Pure. */
import type { Permitted } from "../../access/Access.ts"
import { InvalidInput } from "../../domain/errors.ts"
import type { Label } from "../../domain/Label.ts"
import type { Labelset } from "../../domain/Labelset.ts"
import type { OverlapLabel } from "../../domain/Overlap.ts"
import type { Sample } from "../../domain/Sample.ts"
import type { WriteCheck } from "../../labels/makeLabelChecks.ts"
import type { WorkAction } from "../../placement/transitions.ts"
import type { Foreseen } from "../../warnings/CheckResults.ts"
import type { ReadWork } from "../workInput.ts"
import type { LockedClaim } from "./makeOverlapClaims.ts"
import type { PreparedComparisons } from "./OverlapComparisons.ts"

/** The work of a request on a claim. */
export interface OverlapWorkRequest {
  readonly action: WorkAction
  readonly input: ReadWork
  readonly digest: string
  readonly foreseen: Foreseen | null
  readonly comparisons: PreparedComparisons
}

/** Everything that work needs, under the locks. */
export interface OpenedWork extends LockedClaim, OverlapWorkRequest {
  readonly permitted: Permitted
  readonly labelset: Labelset
  readonly sample: Sample
  /** The ground truth. */
  readonly truth: Label | null
}

/** The finished labels in the order in which they came in, which their letters follow. */
export const sortBySubmission = (
  labels: ReadonlyArray<OverlapLabel>,
  labelers: ReadonlyArray<string>,
): ReadonlyArray<OverlapLabel> =>
  labelers.flatMap((name) => labels.find(({ labeler }) => labeler === name) ?? [])

/** The error for a letter where no label is accepted by one. */
export const refuseLetter = InvalidInput.at(
  "/overlapLabel",
  "must be absent, except to accept one of the labels of a sample that several people label",
)

export const readComment = ({ comment }: ReadWork): string | null =>
  comment != null && comment.trim() !== "" ? comment : null

/** Nothing was checked, because the label has no content. */
export const unchecked: WriteCheck = { warnings: null, error: undefined }
