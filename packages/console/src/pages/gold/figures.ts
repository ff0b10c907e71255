/** A figure as text; a dash for none. */
export const formatNullable = (value: number | null, format: Intl.NumberFormat): string =>
  value === null ? "–" : format.format(value)
