import type { SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import type { ScoredScene } from "../../agreement/labels/SceneScores.ts"
import type { SampleId } from "../../domain/Ids.ts"
import type { OverlapState } from "../../domain/Overlap.ts"

/** A sample of which labels were to be compared. */
export interface ComparedSample {
  readonly sampleId: SampleId
  /** Null where labelsets are compared. */
  readonly state: OverlapState | null
  /** Null where the labels were not compared. */
  readonly agreement: SampleAgreement | null
  /** The scenes of two labels, as far as they are compared at once. Absent for labels of people. */
  readonly scenes?: ReadonlyArray<ScoredScene> | null
}
