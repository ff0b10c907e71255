/** The members of a JSON object as text, so that values are compared digit for digit. The text must be valid JSON. */

/** Key (unescaped) and value text of each member, in their order; of a key that comes twice the last value. */
export const membersOf = (text: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>()
  let at = afterSpace(text, afterSpace(text, 0) + 1)
  while (text.charCodeAt(at) === 0x22) {
    const keyEnd = stringEnd(text, at)
    const valueStart = afterSpace(text, afterSpace(text, keyEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.set(JSON.parse(text.slice(at, keyEnd)), text.slice(valueStart, valueEnd).trimEnd())
    at = afterSpace(text, valueEnd + 1)
  }
  return members
}

/** Text that was minified has none; what an embedder hands over may. */
const afterSpace = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at += 1
  return at
}

/** Behind the string that begins at `start`. */
const stringEnd = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1)
  while (escaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** Whether an odd number of backslashes stands before. */
const escaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === 0x5c) before -= 1
  return (at - before) % 2 === 1
}

/** Behind the value that begins at `start`. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0
  let at = start
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at)
        continue
      case 0x7b: // {
      case 0x5b: // [
        depth += 1
        break
      case 0x7d: // }
      case 0x5d: // ]
        if (depth === 0) return at
        depth -= 1
        break
      case 0x2c: // ,
        if (depth === 0) return at
    }
    at += 1
  }
  return at
}
