/** Instants in requests: ISO 8601, optionally with a time, a fraction and a zone (UTC by default). */
import { Timestamp } from "@annotary/core/effect"
import { ParseResult, Schema } from "effect"

/** Without flags: the same text is the pattern of the JSON Schema. */
const form = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:?\d{2})?)?$/

/** Decodes text to a {@link Timestamp}. Digits beyond the microsecond are truncated. */
export const Instant: Schema.Schema<Timestamp, string> = Schema.transformOrFail(
  Schema.String,
  Schema.typeSchema(Timestamp),
  {
    strict: true,
    decode: (text, _options, ast) => {
      const read = readInstant(text)
      return read === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, text, "must be an ISO 8601 time"))
        : ParseResult.succeed(read)
    },
    encode: ParseResult.succeed,
  },
).annotations({
  identifier: "Instant",
  description: "an ISO 8601 time; UTC when it names no zone",
  jsonSchema: {
    type: "string",
    pattern: form.source,
    examples: ["2026-11-20T13:25:01Z", "2026-11-20"],
  },
})

const isTimestamp = Schema.is(Timestamp)

const readInstant = (text: string): Timestamp | undefined => {
  const [, date, time = "00:00", fraction = "", zone = "Z"] = form.exec(text) ?? []
  if (date === undefined) return undefined
  // A day that its month does not have would count as one of the next month.
  if (!isTimestamp(`${date}T00:00:00.000000Z`)) return undefined
  const millis = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}${formatZone(zone)}`)
  if (Number.isNaN(millis)) return undefined
  const whole = new Date(millis).toISOString()
  return whole.length === 24
    ? Timestamp.make(`${whole.slice(0, 19)}.${fraction.padEnd(6, "0").slice(0, 6)}Z`)
    : undefined
}

const formatZone = (zone: string): string =>
  /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
