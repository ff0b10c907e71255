/** Works on many files a few at a time: a process may open only so many, and those of a long sequence would fill the memory. */

/** The results in the order of the items, of which at most eight are in work. */
export const mapInSlices = async <A, B>(
  items: ReadonlyArray<A>,
  work: (item: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const results: Array<B> = []
  for (let start = 0; start < items.length; start += itemsAtOnce)
    results.push(...(await Promise.all(items.slice(start, start + itemsAtOnce).map(work))))
  return results
}

const itemsAtOnce = 8
