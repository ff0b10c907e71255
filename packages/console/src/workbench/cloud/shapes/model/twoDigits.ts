/** Meters and square meters, as the panels and hints of shapes show them. */
export const formatTwoDigits = (value: number, language: string): string =>
  value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
