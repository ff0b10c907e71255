/** Figures over the agreement of many samples. */
import { maxComparisons as defaultMaxComparisons } from "../../domain/agreementLimits.ts"
import { runToEnd } from "../../domain/runToEnd.ts"
import type { AgreementSummary, SummaryOptions } from "./AgreementSummary.ts"
import { AgreementTally } from "./AgreementTally.ts"
import type { SampleAgreement } from "./compareLabels.ts"
import { requireThreshold } from "./requireOptions.ts"

/** Samples with fewer than two labels do not count. */
export const measureAgreement = (
  samples: Iterable<SampleAgreement>,
  options: SummaryOptions,
): AgreementSummary => {
  const tally = makeAgreementTally(options)
  for (const sample of samples) tally.add(sample)
  return runToEnd(tally.computeSummary(options))
}

/** A tally of agreement with the thresholds of F1. */
export const makeAgreementTally = ({
  maxComparisons = defaultMaxComparisons,
  thresholds = [0.5, 0.75, 0.9],
}: Pick<SummaryOptions, "maxComparisons" | "thresholds"> = {}): AgreementTally => {
  for (const threshold of thresholds) requireThreshold(threshold)
  return new AgreementTally(thresholds, maxComparisons)
}
