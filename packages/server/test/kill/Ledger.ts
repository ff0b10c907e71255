/**
 * What the server acknowledged, kept outside of it: the ledger that it is held against after each kill. A request whose
 * answer never came may have been done or not; what it may not be is half done.
 */

export interface Ledger {
  /** Requests that were answered as they should be. */
  answers: number
  /** Samples whose creation was acknowledged: the text of their attributes by id. */
  readonly samples: Map<string, string>
  /** Samples that somebody tried to delete: they need not be there. */
  readonly perhapsDeleted: Set<string>
  readonly deleted: Set<string>
  /** Label writes that were acknowledged: a token that stands in their attributes, and the sample. */
  readonly writes: Map<string, { readonly sample: string; readonly action: string }>
  /** Claims that were ended by an acknowledged accept or reject. */
  readonly reviews: Map<string, { readonly sample: string; readonly action: string }>
  /** Batches whose answer never came, by the names in them: all there, or none. */
  readonly openBatches: Array<ReadonlyArray<string>>
  /** Releases that were asked for and not yet seen finished, and when that was. */
  readonly releases: Map<string, number>
  /** Answers that should not have been, such as a 500. */
  readonly faults: Array<string>
}

export const makeLedger = (): Ledger => ({
  answers: 0,
  samples: new Map(),
  perhapsDeleted: new Set(),
  deleted: new Set(),
  writes: new Map(),
  reviews: new Map(),
  openBatches: [],
  releases: new Map(),
  faults: [],
})

let made = 0

/** A token that no other write has. */
export const token = (kind: string): string => {
  made += 1
  return `${kind}-${made}-`
}
