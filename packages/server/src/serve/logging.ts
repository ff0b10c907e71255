/** The log: one line per entry on standard error, for people or as JSON. Request ids and other fields are annotations. */
import { Cause, HashMap, Layer, Logger, LogLevel } from "effect"
import type { Settings } from "../settings/settings.ts"

/** The logger of the server, with the format and level of the settings. */
export const logging = (settings: Pick<Settings, "log" | "logLevel">): Layer.Layer<never> =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, toStandardError(settings.log === "json" ? jsonLine : prettyLine)),
    Logger.minimumLogLevel(levels[settings.logLevel]),
  )

/** An entry as one line of JSON: `at`, `level`, `message`, the annotations, and `cause` when there is one. */
export const jsonLine = (entry: Logger.Logger.Options<unknown>): string =>
  JSON.stringify({
    at: entry.date.toISOString(),
    level: entry.logLevel.label.toLowerCase(),
    message: messageOf(entry),
    ...Object.fromEntries(annotationsOf(entry)),
    ...(Cause.isEmpty(entry.cause) ? {} : { cause: Cause.pretty(entry.cause, { renderErrorCause: true }) }),
  })

/** `13:25:01.123 INFO message key=value`, with the cause on separate lines. */
export const prettyLine = (entry: Logger.Logger.Options<unknown>): string => {
  const notes = annotationsOf(entry).map(([key, value]) => ` ${key}=${noted(value)}`)
  const cause = Cause.isEmpty(entry.cause) ? "" : `\n${Cause.pretty(entry.cause, { renderErrorCause: true })}`
  const time = entry.date.toISOString().slice(11, 23)
  return `${time} ${entry.logLevel.label.padEnd(5)} ${messageOf(entry)}${notes.join("")}${cause}`
}

const toStandardError = (
  line: (entry: Logger.Logger.Options<unknown>) => string,
): Logger.Logger<unknown, void> =>
  Logger.make((entry) => {
    process.stderr.write(`${line(entry)}\n`)
  })

const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None,
} satisfies { readonly [Level in Settings["logLevel"]]: LogLevel.LogLevel }

const messageOf = ({ message }: Logger.Logger.Options<unknown>): string =>
  (Array.isArray(message) ? message : [message])
    .map((part: unknown) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" ")

const annotationsOf = ({
  annotations,
  spans,
  date,
}: Logger.Logger.Options<unknown>): ReadonlyArray<[string, unknown]> => [
  ...HashMap.toEntries(annotations),
  ...[...spans].map((span): [string, unknown] => [span.label, `${date.getTime() - span.startTime}ms`]),
]

/** Escapes line breaks and quotes of values, so that an entry stays one line whatever a client sends. */
const noted = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))
  return /^[\w./:@+-]+$/.test(text) ? text : JSON.stringify(text)
}
