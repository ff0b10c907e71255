const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const

/** A number of bytes in the largest unit of which it is at least one: "1.4 MB". */
export const sizeText = (bytes: number, language: string): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const options = {
    style: "unit",
    unit: units[power] ?? "byte",
    maximumFractionDigits: 1,
    unitDisplay: power === 0 ? "long" : "short",
  } as const
  return new Intl.NumberFormat(language, options).format(bytes / 1000 ** power)
}
