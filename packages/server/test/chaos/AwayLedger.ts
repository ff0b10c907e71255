/** What the API acknowledged while its database failed, and every answer that should not have been. */

export interface AwayLedger {
  /** Label writes: the token in their attributes. */
  readonly writes: Set<string>
  /** Samples made under an Idempotency-Key, which was repeated until it was acknowledged. */
  readonly samples: Set<string>
  /** Sentences. */
  readonly faults: Array<string>
  /** How many answers there were, and how many of them said to come again. */
  answers: number
  unavailable: number
  /** Answers since the last one that said to come again. */
  streak: number
}

export const makeAwayLedger = (): AwayLedger => ({
  writes: new Set(),
  samples: new Set(),
  faults: [],
  answers: 0,
  unavailable: 0,
  streak: 0,
})
