import type { SampleId } from "../../domain/Ids.ts"
import type { OverlapState } from "../../domain/Overlap.ts"
import type { ComparedSample } from "./ComparedSample.ts"

/** A sample among those whose labels agree least. */
export interface AgreementOfSample {
  readonly sampleId: SampleId
  readonly name: string
  /** Null where labelsets are compared. */
  readonly state: OverlapState | null
  /** From 0 to 1. */
  readonly agreement: number
}

/** Sums of many similarities of equal objects differ from 1 by rounding alone. */
const fullAgreement = 1 - 1e-9

/** Keeps the samples with the lowest agreement, without those that agree fully. */
export class LowestAgreements {
  #rows: Array<Omit<AgreementOfSample, "name">> = []

  constructor(readonly count: number) {}

  add({ agreement, sampleId, state }: ComparedSample): void {
    if (agreement?.agreement == null || agreement.agreement >= fullAgreement) return
    this.#rows.push({ sampleId, state, agreement: agreement.agreement })
    // Sorts in batches, which costs less than a place for each sample.
    if (this.#rows.length > 2 * this.count + 100) this.#rows = [...this.list()]
  }

  list(): ReadonlyArray<Omit<AgreementOfSample, "name">> {
    return this.#rows
      .toSorted((a, b) => a.agreement - b.agreement || (a.sampleId < b.sampleId ? -1 : 1))
      .slice(0, this.count)
  }
}
