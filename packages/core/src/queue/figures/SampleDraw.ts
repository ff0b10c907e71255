import { Reservoir } from "../../agreement/figures/Reservoir.ts"
import type { SampleId } from "../../domain/Ids.ts"

/** Draws some of many samples at random. */
export class SampleDraw extends Reservoir<SampleId> {
  /** The drawn samples in the order of their ids. */
  override list(): ReadonlyArray<SampleId> {
    return super.list().toSorted()
  }
}
