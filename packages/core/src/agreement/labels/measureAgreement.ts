/** Figures over the agreement of many samples. */
import { runToEnd } from "../../domain/runToEnd.ts"
import type { AgreementSummary, SummaryOptions } from "./AgreementSummary.ts"
import { AgreementTally } from "./AgreementTally.ts"
import type { SampleAgreement } from "./compareLabels.ts"
import { requireThreshold } from "./requireOptions.ts"

/** Samples with fewer than two labels do not count. */
export const measureAgreement = (
  samples: Iterable<SampleAgreement>,
  { thresholds, ...options }: SummaryOptions,
): AgreementSummary => {
  const tally = makeAgreementTally(thresholds)
  for (const sample of samples) tally.add(sample)
  return runToEnd(tally.computeSummary(options))
}

/** A tally of agreement with the thresholds of F1. */
export const makeAgreementTally = (thresholds: ReadonlyArray<number> = [0.5, 0.75, 0.9]): AgreementTally => {
  for (const threshold of thresholds) requireThreshold(threshold)
  return new AgreementTally(thresholds)
}
