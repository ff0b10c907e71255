/**
 * Somebody's AsyncIterable as a source that can always be let go. An async generator closes only once its next element has come;
 * who is told to stop while waiting for that would wait for ever.
 */
export const releasable = <A>(source: AsyncIterable<A>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    const reading = source[Symbol.asyncIterator]()
    let waits = false
    return {
      next: async () => {
        waits = true
        const result = await reading.next()
        waits = false
        return result
      },
      return: async () => {
        const closed = Promise.resolve(reading.return?.())
        if (waits) closed.catch(() => undefined)
        else await closed
        return { done: true, value: undefined }
      },
    }
  },
})
