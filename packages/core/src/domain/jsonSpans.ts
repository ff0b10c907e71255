/**
 * Walks over JSON text by offsets, so that parts can be read or replaced while the rest keeps its digits, escapes and
 * key order. The text must be valid JSON. Every walk returns the offset behind its part.
 */

/** Walks over the members of the object at `start`. `visit` walks over the value. */
export const visitMembers = (
  text: string,
  start: number,
  visit: (key: string, value: number, keyStart: number) => number,
): number => {
  let at = skipSpace(text, start + 1)
  while (text.charCodeAt(at) === quote) {
    const keyEnd = findStringEnd(text, at)
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = skipSpace(text, visit(readKey(text, at, keyEnd), value, at))
    if (text.charCodeAt(end) !== comma) return end + 1
    at = skipSpace(text, end + 1)
  }
  return at + 1
}

/** Walks over the items of the array at `start`. `visit` walks over the item. */
export const visitItems = (text: string, start: number, visit: (item: number) => number): number => {
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === 0x5d) return at + 1
  for (;;) {
    const end = skipSpace(text, visit(at))
    if (text.charCodeAt(end) !== comma) return end + 1
    at = skipSpace(text, end + 1)
  }
}

/** The offset behind the value at `start`. */
export const findValueEnd = (text: string, start: number): number => {
  let code = text.charCodeAt(start)
  if (code === quote) return findStringEnd(text, start)
  if (code !== 0x7b && code !== 0x5b) return findTokenEnd(text, start + 1)
  let depth = 0
  let at = start
  do {
    if (code === quote) {
      at = findStringEnd(text, at)
    } else {
      // One bit is all that brackets and braces differ in.
      if ((code & 0xdf) === 0x5b) depth += 1
      else if ((code & 0xdf) === 0x5d) depth -= 1
      at += 1
    }
    code = text.charCodeAt(at)
  } while (depth > 0 && at < text.length)
  return at
}

/** Whether an object begins at the offset. */
export const isObjectAt = (text: string, at: number): boolean => text.charCodeAt(at) === 0x7b
/** Whether an array begins at the offset. */
export const isArrayAt = (text: string, at: number): boolean => text.charCodeAt(at) === 0x5b

const quote = 0x22
const comma = 0x2c

/** The offset behind a number, `true`, `false` or `null`. All characters of one but `+` come after the comma. */
export const findTokenEnd = (text: string, start: number): number => {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (!(code > comma || code === 0x2b) || code === 0x7d || code === 0x5d) return at
    at += 1
  }
}

const readKey = (text: string, start: number, end: number): string => {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes("\\") ? JSON.parse(`"${inner}"`) : inner
}

/** The offset behind whitespace. Minified text has none, but the text of an embedder may. */
const skipSpace = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at += 1
  return at
}

/** The offset behind the string at `start`. Most strings of a label are short, which `indexOf` takes longer for than this. */
export const findStringEnd = (text: string, start: number): number => {
  const near = Math.min(start + shortString, text.length)
  let end = start + 1
  while (end < near && text.charCodeAt(end) !== quote) end += 1
  if (end === near) end = text.indexOf('"', end)
  while (text.charCodeAt(end - 1) === 0x5c && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  // A string that does not end, as in a damaged file, ends with the text, so that every walk does.
  return end === -1 ? text.length : end + 1
}

/** In characters. */
const shortString = 32

/** Whether an odd number of backslashes precedes the offset. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === 0x5c) before -= 1
  return (at - before) % 2 === 1
}

/** The unescaped key and the value text of each member in order. Of a repeated key, the last value. */
export const readMembers = (text: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>()
  visitMembers(text, skipSpace(text, 0), (key, start) => {
    const end = findValueEnd(text, start)
    members.set(key, text.slice(start, end))
    return end
  })
  return members
}
