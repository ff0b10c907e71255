/**
 * Classifies a response, for its deliveries and for the endpoint. Only 2xx is success. Redirects are not
 * followed and are failures.
 */
import { maxWaitMillis } from "./waits.ts"

export interface Response {
  /** Null when there was no response. */
  readonly status: number | null
  readonly retryAfter: string | ReadonlyArray<string> | undefined
}

export interface ResponseClass {
  readonly delivered: boolean
  /** 410: the endpoint is gone, and nothing more is sent to it. */
  readonly gone: boolean
  /** The pause of the whole endpoint; null for none. */
  readonly pauseMillis: number | null
}

/** The pause when an overloaded receiver sends no `Retry-After`. */
const pauseWithoutHeader = 5000

const overloaded = [429, 502, 503, 504]

export const classifyResponse = ({ retryAfter, status }: Response, nowMillis: number): ResponseClass => {
  const delivered = status !== null && status >= 200 && status < 300
  const requested = delivered ? null : retryAfterMillis(retryAfter, nowMillis)
  const pauses = status !== null && overloaded.includes(status)
  return {
    delivered,
    gone: status === 410,
    pauseMillis: pauses ? (requested ?? pauseWithoutHeader) : null,
  }
}

/**
 * Parses `Retry-After`: whole seconds, or a date. Returns milliseconds from now, between 0 and the longest wait, so that hostile
 * values never cause an error; null when the header is absent or malformed.
 */
export const retryAfterMillis = (
  header: string | ReadonlyArray<string> | undefined,
  nowMillis: number,
): number | null => {
  const texts = typeof header === "string" ? [header] : (header ?? [])
  for (const text of texts) {
    const wait = parseRetryAfter(text.trim(), nowMillis)
    if (wait !== null) return Math.min(Math.max(wait, 0), maxWaitMillis)
  }
  return null
}

const parseRetryAfter = (text: string, nowMillis: number): number | null => {
  if (/^-?\d+$/.test(text)) return Number(text) * 1000
  // The three date forms of RFC 9110, section 5.6.7, begin with the name of a day; Date.parse accepts much
  // more.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]{10,40}$/.test(text)) return null
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : at - nowMillis
}
