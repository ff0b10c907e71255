/** The separators of numbers in a language, as the number fields take them. */
interface Separators {
  readonly thousandSeparator: string
  readonly decimalSeparator: string
}

/** `findNumberSeparators("de")` is `{ thousandSeparator: ".", decimalSeparator: "," }`. */
export const findNumberSeparators = (language: string): Separators => {
  const parts = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).formatToParts(12_345.6)
  const findSeparator = (type: "decimal" | "group", other: string) =>
    parts.find((part) => part.type === type)?.value ?? other
  return { thousandSeparator: findSeparator("group", ","), decimalSeparator: findSeparator("decimal", ".") }
}

/** `findPercentFormat("de")` is `{ decimalSeparator: ",", suffix: "\u00a0%" }`. */
export const findPercentFormat = (language: string) => {
  const parts = new Intl.NumberFormat(language, { style: "percent" }).formatToParts(1)
  return {
    decimalSeparator: findNumberSeparators(language).decimalSeparator,
    suffix: parts.map(({ type, value }) => (type === "integer" ? "" : value)).join(""),
  }
}
