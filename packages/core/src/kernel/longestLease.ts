/**
 * The longest lease, in milliseconds. A stored lease that ends later was written by a clock that has since been set back, and
 * would block its row.
 */
export const longestLease = 24 * 3600 * 1000

/** Whether a lease lasts at `now`, both in milliseconds. */
export const isLeased = (until: number, now: number): boolean => until > now && until <= now + longestLease
