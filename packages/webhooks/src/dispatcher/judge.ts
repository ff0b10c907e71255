/** What an answer means for its deliveries and for the endpoint. Only 2xx is success: a redirect is not followed, and is a failure. */
import { retryAfterMillis } from "./retryAfter.ts"

export interface Answer {
  /** Null: there was none. */
  readonly status: number | null
  readonly retryAfter: string | ReadonlyArray<string> | undefined
}

export interface Judgement {
  readonly delivered: boolean
  /** 410: nobody is there any more, and nothing more is sent. */
  readonly gone: boolean
  /** Nothing is sent to the whole endpoint for so long; null: it did not ask for that. */
  readonly pauseMillis: number | null
}

/** When a receiver says that it is overloaded, and not for how long. */
const pauseWithoutHeader = 5000

const overloaded = [429, 502, 503, 504]

export const judge = ({ retryAfter, status }: Answer, nowMillis: number): Judgement => {
  const delivered = status !== null && status >= 200 && status < 300
  const asked = delivered ? null : retryAfterMillis(retryAfter, nowMillis)
  const pauses = status !== null && overloaded.includes(status)
  return {
    delivered,
    gone: status === 410,
    pauseMillis: pauses ? (asked ?? pauseWithoutHeader) : null,
  }
}
