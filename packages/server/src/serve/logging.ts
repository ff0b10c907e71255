/** The log: one line per entry on standard error, for people or as JSON. Request ids and other fields are annotations. */
import { Cause, Effect, FiberRef, FiberRefs, HashMap, Layer, Logger, LogLevel, type Runtime } from "effect"
import { CommandProcess } from "../cli/CommandProcess.ts"
import type { Settings } from "../settings/settings.ts"
import { LineWriter } from "./LineWriter.ts"

/** The logger of the server, with the format and level of the settings. */
export const makeLoggingLayer = (settings: Pick<Settings, "log" | "logLevel">): Layer.Layer<never> =>
  Layer.unwrapEffect(
    Effect.map(CommandProcess, ({ stderr }) =>
      Layer.merge(
        Logger.replace(
          Logger.defaultLogger,
          makeDirectLogger(stderr, settings.log === "json" ? formatJson : formatText),
        ),
        Logger.minimumLogLevel(levels[settings.logLevel]),
      ),
    ),
  )

/** An entry of the log before it is formatted. */
export interface LogEntry {
  readonly date: Date
  readonly level: LogLevel.LogLevel
  readonly message: string
  readonly fields: ReadonlyArray<readonly [name: string, value: unknown]>
  readonly cause?: string | undefined
}

type Format = (entry: LogEntry) => string

/** An entry as one line of JSON: `at`, `level`, `message`, the fields, and `cause` when there is one. */
const formatJson: Format = ({ cause, date, fields, level, message }) =>
  JSON.stringify({
    at: date.toISOString(),
    level: level.label.toLowerCase(),
    message,
    ...Object.fromEntries(fields),
    ...(cause === undefined ? {} : { cause }),
  })

/** `13:25:01.123 INFO message key=value`, with the cause on separate lines. */
const formatText: Format = ({ cause, date, fields, level, message }) => {
  const notes = fields.map(([key, value]) => ` ${key}=${formatNote(value)}`)
  const time = date.toISOString().slice(11, 23)
  const below = cause === undefined ? "" : `\n${cause}`
  return `${time} ${level.label.padEnd(5)} ${message}${notes.join("")}${below}`
}

/** The line of an entry of Effect's log, as JSON. */
export const formatJsonLine = (entry: Logger.Logger.Options<unknown>): string => formatJson(toEntry(entry))

/** The line of an entry of Effect's log, for people. */
export const formatPrettyLine = (entry: Logger.Logger.Options<unknown>): string => formatText(toEntry(entry))

interface Direct {
  readonly format: Format
  readonly lines: LineWriter
}

/** The loggers made here, which also take entries directly. */
const direct = new WeakMap<Logger.Logger<unknown, unknown>, Direct>()

const makeDirectLogger = (stream: NodeJS.WritableStream, format: Format): Logger.Logger<unknown, void> => {
  const lines = new LineWriter(stream)
  const logger = Logger.make<unknown, void>((entry) => lines.writeNow(format(toEntry(entry))))
  direct.set(logger, { format, lines })
  return logger
}

/**
 * Writes entries to the server's own logger without a fiber, at the end of the current turn of the event loop; undefined when another
 * logger is installed as well, or instead of it.
 */
export const findDirectLog = (runtime: Runtime.Runtime<never>): ((entry: LogEntry) => void) | undefined => {
  const loggers = [...FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLoggers)].filter(
    // Adds entries to the current span, which a finished request does not have.
    (logger) => logger !== Logger.tracerLogger,
  )
  const annotations = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLogAnnotations)
  const own = loggers.length === 1 && loggers[0] !== undefined ? direct.get(loggers[0]) : undefined
  if (own === undefined || !HashMap.isEmpty(annotations)) return undefined
  return (entry) => own.lines.writeSoon(own.format(entry))
}

const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None,
} satisfies { readonly [Level in Settings["logLevel"]]: LogLevel.LogLevel }

const toEntry = ({
  annotations,
  cause,
  date,
  logLevel,
  message,
  spans,
}: Logger.Logger.Options<unknown>): LogEntry => ({
  date,
  level: logLevel,
  message: (Array.isArray(message) ? message : [message])
    .map((part: unknown) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" "),
  fields: [
    ...HashMap.toEntries(annotations),
    ...[...spans].map((span): [string, unknown] => [span.label, `${date.getTime() - span.startTime}ms`]),
  ],
  cause: Cause.isEmpty(cause) ? undefined : Cause.pretty(cause, { renderErrorCause: true }),
})

/** Escapes line breaks and quotes of values, so that an entry stays one line whatever a client sends. */
const formatNote = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))
  return /^[\w./:@+-]+$/.test(text) ? text : JSON.stringify(text)
}
