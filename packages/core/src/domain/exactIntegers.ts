/** Whole numbers of JSON with all their digits. Numbers of JavaScript are exact up to 2^53 alone. */
import { findStringEnd, findTokenEnd } from "./jsonSpans.ts"
import { readMember } from "./uncheckedJson.ts"

/** Replaces whole numbers of 16 digits and more with `{"digits":"…"}` in JSON text, which must be valid. */
export const wrapLongIntegers = (text: string): string => {
  const parts: Array<string> = []
  let [from, at] = [0, 0]
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) at = findStringEnd(text, at)
    else if (code === minus || (code >= zero && code <= nine)) {
      const end = findTokenEnd(text, at + 1)
      const token = text.slice(at, end)
      if (token.length >= 16 && /^-?[0-9]+$/.test(token)) {
        parts.push(text.slice(from, at), `{"digits":"${token}"}`)
        from = end
      }
      at = end
    } else at += 1
  }
  return parts.join("") + text.slice(from)
}

const quote = 0x22
const minus = 0x2d
const zero = 0x30
const nine = 0x39

/** The digits of a whole number, also of one that {@link wrapLongIntegers} has replaced. Null of anything else, and of numbers that are not exact. */
export const readInteger = (value: unknown): string | null => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null
  const digits = readMember(value, "digits")
  return typeof digits === "string" && /^-?[1-9][0-9]*$/.test(digits) ? digits : null
}
