/**
 * An AsyncIterable of the caller as a source that can always be released. An async generator closes only after its next
 * element; a reader that waits for it would never end.
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
