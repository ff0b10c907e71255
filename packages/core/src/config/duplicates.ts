/** Indexes of items whose key an earlier item has. Items without a key are unique. */
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
