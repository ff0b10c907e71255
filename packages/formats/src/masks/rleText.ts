/** The counts of a mask as COCO's compressed text: from the fourth on each is the difference to the count two before. */

/** Five bits a character from "0" on, the lowest first; a sixth bit says that more follow. */
export const formatCounts = (counts: ReadonlyArray<number>): string => {
  const codes: Array<number> = []
  for (let i = 0; i < counts.length; i++) {
    let rest = (counts[i] ?? 0) - (i > 2 ? (counts[i - 2] ?? 0) : 0)
    for (let more = true; more; ) {
      const bits = rest & 0x1f
      rest >>= 5
      more = (bits & 0x10) === 0 ? rest !== 0 : rest !== -1
      codes.push(bits + (more ? 0x20 : 0) + 48)
    }
  }
  return formatCodes(codes)
}

/** A call takes a limited number of arguments. */
const formatCodes = (codes: ReadonlyArray<number>): string => {
  let text = ""
  for (let i = 0; i < codes.length; i += 4096) text += String.fromCharCode(...codes.slice(i, i + 4096))
  return text
}

/** Undefined when the text is no such counts. */
export const parseCounts = (text: string): ReadonlyArray<number> | undefined => {
  const counts: Array<number> = []
  for (let at = 0; at < text.length; ) {
    let value = 0
    let shift = 0
    for (let more = true; more; shift += 5) {
      const code = text.charCodeAt(at++) - 48
      // Also where the text ends within a count: the code is no number then.
      if (!(code >= 0 && code < 64) || shift > 30) return undefined
      value |= (code & 0x1f) << shift
      more = (code & 0x20) !== 0
      if (!more && (code & 0x10) !== 0 && shift < 30) value |= -1 << (shift + 5)
    }
    if (counts.length > 2) value += counts[counts.length - 2] ?? 0
    if (value < 0) return undefined
    counts.push(value)
  }
  return counts
}
