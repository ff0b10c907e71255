import type { SampleAgreement } from "../../agreement/labels/compareLabels.ts"
import type { SampleId } from "../../domain/Ids.ts"
import type { JsonText } from "../../domain/JsonText.ts"
import type { OverlapState } from "../../domain/Overlap.ts"

/** A sample of which labels were to be compared. */
export interface ComparedSample {
  readonly sampleId: SampleId
  /** Null where labelsets are compared. */
  readonly state: OverlapState | null
  /** Null where the labels were not compared. */
  readonly agreement: SampleAgreement | null
  /** The attributes of both labels. Absent for those of people. */
  readonly labels?: readonly [JsonText | null, JsonText | null]
}
