/** Compares texts of JSON by their values. */

/**
 * Whether two texts are the same JSON: spaces, escapes and the order of members do not count, nor does the spelling of a number of up to 15
 * digits with an exponent of up to two. Others, which JavaScript may round, are compared as text.
 */
export const isEqualJson = (a: string, b: string): boolean =>
  a === b || isEqualValue(parseExact(a), parseExact(b))

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** The value of a text, in which inexact numbers are texts that no JSON of ours has: those begin with U+0000. */
const parseExact = (text: string): unknown =>
  JSON.parse(
    text.replace(token, (part) =>
      part.startsWith('"') || isExact(part) ? part : JSON.stringify(`\0${part}`),
    ),
  )

const isExact = (number: string): boolean => {
  const [digits = "", exponent = ""] = number.toLowerCase().split("e")
  return countDigits(digits) <= 15 && countDigits(exponent) <= 2
}

const countDigits = (text: string): number => text.replace(/\D/g, "").length

const isEqualValue = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqualValue(Reflect.get(a, key), Reflect.get(b, key)))
  )
}
