/** Indexes of those whose key an earlier one has already. */
export const duplicates = <A>(
  items: ReadonlyArray<A>,
  key: (item: A) => string | number,
): ReadonlyArray<number> => {
  const seen = new Set<string | number>()
  return items.flatMap((item, index) => {
    const name = key(item)
    if (seen.has(name)) return [index]
    seen.add(name)
    return []
  })
}
