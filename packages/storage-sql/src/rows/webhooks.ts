/** Rows of webhook endpoints, deliveries and attempts, and SQL expressions that several statements share. */
import {
  type Attempt,
  DatasetEventType,
  type Delivery,
  type Endpoint,
  fromMillis,
  type Recovery,
  type Timestamp,
  toMillis,
} from "@annotary/core/effect"
import type { DialectWords } from "../dialect/Dialect.ts"
import { datasetOrNone } from "./accounts.ts"
import { type Column, flag, json, nullable, number, type RawRow, table, text, toNumber } from "./columns.ts"

/** An instant of the database's clock, in milliseconds. */
const millis = (name: string): Column<Timestamp> => ({
  name,
  read: (raw) => fromMillis(toNumber(name, raw)),
  write: toMillis,
})

/** Words between spaces, so that SQL can search for one of them. */
export const joinWords = (words: ReadonlyArray<string>): string =>
  words.length === 0 ? "" : ` ${words.join(" ")} `

/** The text to search for in the datasets of an endpoint. Without a dataset it is one space, which every list contains. */
export const toDatasetWord = (dataset: string | null): string =>
  dataset === null ? " " : joinWords([dataset])

const words = <A extends string>(name: string): Column<ReadonlyArray<A>> => {
  const column = text<string>(name)
  return {
    name,
    read: (raw) =>
      column
        .read(raw)
        .split(" ")
        .filter((word): word is A => word !== ""),
    write: joinWords,
  }
}

const uncheckedJson = <A>(name: string): Column<A> =>
  json<A>(
    name,
    // Written by `encode` below, from a value of this type.
    (value) => value as A,
    (value) => value,
  )

export const endpoints = table<Endpoint>({
  id: text("id"),
  owner: text("owner"),
  url: text("url"),
  version: nullable(number("version")),
  description: text("description"),
  eventTypes: words("event_types"),
  datasets: nullable(words("datasets")),
  enabled: flag("enabled"),
  disabledReason: nullable(text("disabled_reason")),
  rateLimit: nullable(number("rate_limit")),
  headers: uncheckedJson("headers"),
  chat: flag("chat"),
  fifo: flag("fifo"),
  batch: number("batch"),
  retrySchedule: nullable(uncheckedJson("retry_schedule")),
  timeoutSeconds: nullable(number("timeout_seconds")),
  timeToLiveSeconds: nullable(number("time_to_live_seconds")),
  secrets: uncheckedJson("secrets"),
  createdAt: text("created_at"),
  updatedAt: text("updated_at"),
})

/** Columns of rows that are not a whole entity. */
export const endpointId = text<Delivery["endpointId"]>("endpoint_id")
export const deliveryId = text<Delivery["id"]>("id")
export const eventId = text<Delivery["eventId"]>("event_id")
export const eventType = text<Delivery["eventType"]>("event_type")
export const deliveryOrigin = text<Delivery["origin"]>("origin")

export const deliveries = table<Delivery>({
  id: text("id"),
  endpointId: text("endpoint_id"),
  eventId: text("event_id"),
  datasetId: datasetOrNone("dataset_id"),
  eventType: text("event_type"),
  state: text("state"),
  origin: text("origin"),
  dueAt: millis("due_at"),
  attempts: number("attempts"),
  lastStatus: nullable(number("last_status")),
  endedAt: nullable(millis("ended_at")),
})

/** The headers of the answer to an attempt. */
export const responseHeaders: Column<Attempt["responseHeaders"]> = nullable(uncheckedJson("response_headers"))

/** An attempt without its error, which is stored in two columns. */
const attempts = table<Omit<Attempt, "error">>({
  id: text("id"),
  deliveryId: text("delivery_id"),
  endpointId: text("endpoint_id"),
  at: text("at"),
  durationMillis: nullable(number("duration_millis")),
  outcome: text("outcome"),
  url: nullable(text("url")),
  status: nullable(number("status")),
  responseHeaders,
  responseBody: nullable(text("response_body")),
  responseCut: flag("response_cut"),
  trigger: text("cause"),
})

export const attemptColumns = `${attempts.select("a")}, a.error_code AS "error_code", a.error_message AS "error_message"`

export const decodeAttempt = (raw: RawRow): Attempt => {
  const { error_code: code, error_message: message } = raw
  const error = typeof code === "string" && typeof message === "string" ? { code, message } : null
  return { ...attempts.decode(raw), error }
}

export const encodeAttempt = (attempt: Attempt, dataset: string) => {
  const { error, ...rest } = attempt
  const row = attempts.encode({
    ...rest,
    responseBody: rest.responseBody === null ? null : toStorableText(rest.responseBody),
  })
  return {
    dataset_id: dataset,
    ...row,
    error_code: error?.code ?? null,
    error_message: error === null ? null : toStorableText(error.message),
  }
}

/** A response may contain anything, and not every database stores U+0000 and lone surrogates as text. */
const toStorableText = (body: string): string => body.replaceAll("\u0000", "\uFFFD").toWellFormed()

export const recoveries = table<Recovery>({
  id: text("id"),
  endpointId: text("endpoint_id"),
  since: text("since"),
  until: text("until"),
  missing: flag("missing"),
  recovered: number("recovered"),
  created: number("created"),
  done: flag("done"),
  createdAt: text("created_at"),
})

/**
 * A condition: whether an endpoint `e` subscribes to an event type. `type` and `pattern` are expressions of texts between
 * spaces. An endpoint subscribes to the types and patterns that it names, or to the default types when it names none.
 */
export const matchSubscription = ({ position }: DialectWords, type: string, pattern: string): string =>
  `(CASE e.event_types WHEN '' THEN ${position}('${joinWords(DatasetEventType.literals)}', ${type}) > 0
    ELSE ${position}(e.event_types, ${type}) > 0 OR ${position}(e.event_types, ${pattern}) > 0 END)`

/** The columns of `webhook_deliveries` that a new row fills. */
export const newDelivery = `dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts`
