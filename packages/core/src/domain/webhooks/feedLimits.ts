/** The largest page of an event feed, and the longest time that a reader waits for an event. */
export const feedLimits = { events: 100, waitSeconds: 30 } as const
