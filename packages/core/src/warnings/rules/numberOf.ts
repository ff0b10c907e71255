/** The number behind a value of a number attribute, which editors send as a number or as text; NaN when there is none. */
export const numberOf = (value: unknown): number => {
  if (typeof value === "number") return value
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN
}
