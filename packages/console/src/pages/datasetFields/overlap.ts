/** The most people who can label a sample, as the API limits it. */
export const maxOverlap = 10
