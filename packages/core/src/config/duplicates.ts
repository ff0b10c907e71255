/** Indexes of those whose key an earlier one has already; what has no key is like nothing else. */
export const duplicates = <A>(
  items: ReadonlyArray<A>,
  key: (item: A) => string | number | undefined,
): ReadonlyArray<number> => {
  const seen = new Set<string | number>()
  return items.flatMap((item, index) => {
    const name = key(item)
    if (name === undefined) return []
    if (seen.has(name)) return [index]
    seen.add(name)
    return []
  })
}
