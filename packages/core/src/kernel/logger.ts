/** Passes log records to an application's logger: a function, or an object like pino's. */
import { Cause, HashMap, Layer, Logger, LogLevel } from "effect"

export interface LogRecord {
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "fatal"
  readonly message: string
  readonly at: Date
  /** Annotations of the record by name, such as the id of a request or a job. */
  readonly fields: { readonly [name: string]: unknown }
  /** The cause of a failure. */
  readonly error?: unknown
}

export type LogFunction = (record: LogRecord) => void

type LogMethod = (fields: { readonly [name: string]: unknown }, message: string) => void

/** The methods of pino's logger and compatible ones. `fatal` and `trace` are optional. */
export interface LogMethods {
  readonly trace?: LogMethod
  readonly debug: LogMethod
  readonly info: LogMethod
  readonly warn: LogMethod
  readonly error: LogMethod
  readonly fatal?: LogMethod
}

/** Sends all records of every level there, and none to the console. */
export const makeLogLayer = (logger: LogFunction | LogMethods): Layer.Layer<never> => {
  const write = typeof logger === "function" ? logger : makeWriter(logger)
  const own = Logger.make((record) => {
    try {
      write(toLogRecord(record))
    } catch {
      // An exception of the logger must not fail the caller.
    }
  })
  return Layer.merge(Logger.replace(Logger.defaultLogger, own), Logger.minimumLogLevel(LogLevel.All))
}

const toLogRecord = ({
  annotations,
  cause,
  date,
  logLevel,
  message,
}: Logger.Logger.Options<unknown>): LogRecord => {
  const parts = Array.isArray(message) ? message : [message]
  const error = Cause.isEmpty(cause) ? parts.find((part) => part instanceof Error) : Cause.squash(cause)
  return {
    level: toLevel(logLevel),
    message: parts.flatMap(formatPart).join(" "),
    at: date,
    fields: Object.assign({}, ...parts.filter(isFields), Object.fromEntries(HashMap.toEntries(annotations))),
    ...(error === undefined ? {} : { error }),
  }
}

const formatPart = (part: unknown): ReadonlyArray<string> =>
  part instanceof Error ? [part.message] : isFields(part) ? [] : [String(part)]

const isFields = (part: unknown): part is object =>
  typeof part === "object" && part !== null && !(part instanceof Error)

const toLevel = ({ _tag }: LogLevel.LogLevel): LogRecord["level"] => {
  switch (_tag) {
    case "Fatal":
      return "fatal"
    case "Error":
      return "error"
    case "Warning":
      return "warn"
    case "Debug":
      return "debug"
    case "Trace":
      return "trace"
    default:
      return "info"
  }
}

/** `err` is where pino's serializers look for an error. */
const makeWriter =
  (logger: LogMethods): LogFunction =>
  ({ error, fields, level, message }) => {
    const writableLevel = level === "fatal" && logger.fatal === undefined ? "error" : level
    const name = writableLevel === "trace" && logger.trace === undefined ? "debug" : writableLevel
    logger[name]?.(error === undefined ? fields : { ...fields, err: error }, message)
  }
