/** Numbers of attributes, which are numbers or decimal text. */

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** The number of a value. Undefined when unset (absent, null or ""), NaN when it is no number. */
export const parseNumeric = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === "") return undefined
  if (typeof value === "number") return value
  return typeof value === "string" && decimal.test(value.trim()) ? Number(value) : Number.NaN
}
