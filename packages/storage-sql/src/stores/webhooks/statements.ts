/** How the statements of webhooks are written once for both databases: `?` marks a parameter, and rows come in as one of JSON. */
import { DatasetEventType } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { Dialect } from "../../dialect/Dialect.ts"
import { spaced } from "../../rows/webhooks.ts"
import type { RawRow } from "../../statements/columns.ts"
import type { ListQuery } from "../../statements/query.ts"

export type Found = Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

/** Runs a statement on the caller's connection. */
export type Ask = (text: string, params: ListQuery["params"]) => Found

export const asking = ({ direct, dialect }: Pick<DatabaseShape, "direct" | "dialect">): Ask => {
  const texts = new Map<string, string>()
  const written = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const made = dialect.name === "postgres" ? numbered(text) : text
    // Few texts are ever asked: none of them holds a value.
    texts.set(text, made)
    return made
  }
  return (text, params) => direct((run) => run({ text: written(text), params }))
}

const numbered = (text: string): string => {
  let n = 0
  return text.replaceAll("?", () => `$${++n}`)
}

export type Kind = "text" | "bigint"

/** A table `v` of the rows that the next parameter holds as JSON. */
export const given = (dialect: Dialect, columns: Readonly<Record<string, Kind>>): string =>
  dialect.name === "postgres"
    ? `json_to_recordset(CAST(? AS json)) AS v(${Object.entries(columns)
        .map(([name, kind]) => `${name} ${kind}`)
        .join(", ")})`
    : `(SELECT ${Object.keys(columns)
        .map((name) => `json_extract(value, '$.${name}') AS ${name}`)
        .join(", ")} FROM json_each(?)) AS v`

/** A list of texts that the next parameter holds as JSON, as a query of one column. */
export const listed = (dialect: Dialect): string =>
  dialect.name === "postgres"
    ? "(SELECT json_array_elements_text(CAST(? AS json)))"
    : "(SELECT value FROM json_each(?))"

/** Twelve hex digits that nobody foresees. */
export const tail = ({ name }: Dialect): string =>
  name === "postgres" ? "substr(CAST(gen_random_uuid() AS text), 25, 12)" : "lower(hex(randomblob(6)))"

/** Locks what a SELECT reads, and passes over what others hold. */
export const skipLocked = (dialect: Dialect): string =>
  dialect.forUpdate === "" ? "" : `${dialect.forUpdate} SKIP LOCKED`

/**
 * Whether an endpoint `e` asks for a type, of which `type` and `pattern` are texts between blanks: it names it, or its kind, or it
 * names nothing and the type is sent unasked.
 */
export const asksFor = (dialect: Dialect, type: string, pattern: string): string =>
  `(CASE e.event_types WHEN '' THEN ${dialect.position}('${spaced(DatasetEventType.literals)}', ${type}) > 0
    ELSE ${dialect.position}(e.event_types, ${type}) > 0 OR ${dialect.position}(e.event_types, ${pattern}) > 0 END)`

/** The columns of `webhook_deliveries` that a new row fills. */
export const newDelivery = `dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts`
