/** Sources without issues and reviews, for pages on which neither is shown. `sample`: what the page is about. */
export const makeEmptySources = (sample: string) => ({
  issues: { sample, list: async () => [] },
  review: { sample, read: async () => undefined },
})
