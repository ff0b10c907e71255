/** The header `Retry-After`: whole seconds, or a date. Hostile values become no wait at all or the longest one, never an error. */
import { maxWaitMillis } from "./waits.ts"

/** Milliseconds from now, from 0 to the longest wait; null when nothing was asked, or nothing that can be understood. */
export const retryAfterMillis = (
  header: string | ReadonlyArray<string> | undefined,
  nowMillis: number,
): number | null => {
  const texts = typeof header === "string" ? [header] : (header ?? [])
  for (const text of texts) {
    const wait = waitOf(text.trim(), nowMillis)
    if (wait !== null) return Math.min(Math.max(wait, 0), maxWaitMillis)
  }
  return null
}

const waitOf = (text: string, nowMillis: number): number | null => {
  if (/^-?\d+$/.test(text)) return Number(text) * 1000
  // The three forms of RFC 9110, section 5.6.7, begin with the name of a day; Date.parse takes much more.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]{10,40}$/.test(text)) return null
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : at - nowMillis
}
