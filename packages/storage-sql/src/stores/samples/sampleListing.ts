/** Reads one list of samples in one order, from an offset or after a cursor. */
import type { SampleCursor, SampleQuery } from "@annotary/core/effect"
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import { type RawRow, text } from "../../rows/columns.ts"

type Start = SampleQuery["start"]
export type ListingRows = Effect.Effect<ReadonlyArray<SampleCursor>, SqlError.SqlError>

export interface Listing {
  readonly from: Statement.Fragment
  readonly where: Statement.Fragment
  /** The expression to sort by; null sorts by id alone. */
  readonly value: string | null
  readonly descending: boolean
}

/**
 * Descending orders are read in two ranges, the rows with the cursor's own value and then the rows below it, because ids ascend
 * in both orders and no index has one range for that.
 */
export const readListing = (sql: SqlClient.SqlClient) => {
  return read

  function read(listing: Listing, start: Start, limit: number): ListingRows {
    if ("offset" in start) return select(listing, sql.literal(""), limit, start.offset)
    const { value, id } = start.after
    if (listing.value === null) return select(listing, sql`AND s.id > ${id}`, limit, 0)
    const column = sql.literal(listing.value)
    if (!listing.descending) return select(listing, sql`AND (${column}, s.id) > (${value}, ${id})`, limit, 0)
    return Effect.flatMap(
      select(listing, sql`AND ${column} = ${value} AND s.id > ${id}`, limit, 0),
      (equal) =>
        equal.length === limit
          ? Effect.succeed(equal)
          : Effect.map(select(listing, sql`AND ${column} < ${value}`, limit - equal.length, 0), (lower) => [
              ...equal,
              ...lower,
            ]),
    )
  }

  function select(listing: Listing, after: Statement.Fragment, limit: number, offset: number): ListingRows {
    const value = listing.value ?? "NULL"
    const order = listing.value === null ? "s.id" : `${value}${listing.descending ? " DESC" : ""}, s.id`
    return sql<RawRow>`SELECT s.id AS "id", ${sql.literal(value)} AS "value" FROM ${listing.from}
      WHERE ${listing.where} ${after} ORDER BY ${sql.literal(order)} LIMIT CAST(${limit} AS BIGINT) OFFSET ${offset}`.pipe(
      Effect.map((rows) => rows.map(decode)),
    )
  }
}

const id = text<SampleCursor["id"]>("id")

const decode = (raw: RawRow): SampleCursor => ({
  id: id.read(raw.id),
  value: typeof raw.value === "number" || typeof raw.value === "string" ? raw.value : null,
})
