const day = 86_400_000

/** Whether a key expires within a week, so that its owner should replace it now. */
export const isSoon = (expires: Date, now: Date): boolean => expires.getTime() - now.getTime() < 7 * day

/** The moment that lies a number of days ahead. */
export const addDays = (days: number, now: Date): Date => new Date(now.getTime() + days * day)
