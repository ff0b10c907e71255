/** The most samples that figures of agreement are measured from. */
export const maxMeasuredSamples = 20_000

/** The largest seed, and the most samples with the lowest agreement, that can be asked for. */
export const agreementLimits = { seed: 2 ** 31 - 1, lowest: 100 } as const

/** The most people, and the most pairs of people, whose figures are listed: those with the most samples. */
export const maxComparisons = 1000

/** The seed and the number of samples where none is asked for. */
export const agreementDefaults = { seed: 1, lowest: 20 } as const
