/** Shares of the API have at most six digits here, so that 0.07 is 7 % and no number near it. */
export const toPercent = (share: number): number => Math.round(share * 1e6) / 1e4

export const fromPercent = (percent: number): number => Math.round(percent * 1e4) / 1e6
