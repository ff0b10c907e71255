/**
 * In milliseconds. No lease ends later than this from now, whatever was stored: one that does was made by a clock that has been
 * set back since, and nobody would hear of its end.
 */
export const longestLease = 24 * 3600 * 1000

/** Whether a lease lasts at `now`, both in milliseconds. */
export const isLeased = (until: number, now: number): boolean => until > now && until <= now + longestLease
