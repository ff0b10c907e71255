/** Numbers of attributes, which come as numbers or as decimal text. */

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** The number meant; undefined when unset (absent, null or ""), NaN when it is none. */
export const numeric = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === "") return undefined
  if (typeof value === "number") return value
  return typeof value === "string" && decimal.test(value.trim()) ? Number(value) : Number.NaN
}
