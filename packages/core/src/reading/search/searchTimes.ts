/** Dates and instants of a search. */
import { Option, Schema } from "effect"
import { fromMillis, Timestamp } from "../../domain/Timestamp.ts"

/** A day, or an instant, which is a period without length. */
export interface SearchPeriod {
  readonly start: Timestamp
  /** The first instant after a day; null for an instant. */
  readonly end: Timestamp | null
}

const pattern = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?Z)?$/
const decodeTimestamp = Schema.decodeUnknownOption(Timestamp)
const dayMillis = 86_400_000

/** Parses `2026-11-20` as a day in UTC, and `2026-11-20T13:25Z` with or without seconds and up to six of their decimals as an instant. */
export const parseSearchPeriod = (text: string): SearchPeriod | undefined => {
  const [, date, minutes = "00:00", seconds = "00", decimals = ""] = pattern.exec(text) ?? []
  if (date === undefined) return undefined
  return Option.getOrUndefined(
    Option.map(decodeTimestamp(`${date}T${minutes}:${seconds}.${decimals.padEnd(6, "0")}Z`), (start) => ({
      start,
      end: text.includes("T") ? null : fromMillis(Date.parse(`${date}T00:00:00Z`) + dayMillis),
    })),
  )
}
