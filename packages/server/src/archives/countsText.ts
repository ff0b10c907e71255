/** The numbers of records, without sections that have none. */
export const formatCounts = (counts: { readonly [section: string]: number }): string =>
  Object.entries(counts)
    .filter(([, records]) => records > 0)
    .map(([section, records]) => `${String(records).padStart(9)}  ${section}`)
    .join("\n")
