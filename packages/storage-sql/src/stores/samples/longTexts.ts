/**
 * Bodies that are read in pieces. A body is never changed, so its pieces need no transaction; when it is purged meanwhile, the
 * reading fails.
 */
import { type DatasetId, LongText, StorageFailure } from "@annotary/core/effect"
import { Chunk, Effect, Option, Stream } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { RawRow } from "../../rows/columns.ts"

/**
 * A body whole as "attributes", or its first piece as "piece" where it has more than `most` bytes. Columns that are stored
 * after the body are selected after it: a database may reach them through the body's pages, and keep those in its cache unless they
 * have just been read for the body itself.
 */
export const bodyOrPiece = (sliceable: Sliceable, column: string, most: number): string => {
  const isLong = `octet_length(${column}) > ${most}`
  return `CASE WHEN ${isLong} THEN NULL ELSE ${column} END AS "attributes",
    CASE WHEN ${isLong} THEN substr(${sliceable(column)}, 1, ${most}) END AS "piece"`
}

type Sliceable = NonNullable<DialectShape["sliceable"]>

/**
 * The body of a row with {@link bodyOrPiece} and the body's name as "content"; undefined where it is whole. The first piece has
 * `size` bytes. A database may read the whole body for each piece, so every other one is as long as all before it: a body of any length
 * is read a few times.
 */
export const longTextOf = (
  { query, sql }: DatabaseShape,
  sliceable: Sliceable,
  { content, piece: first }: RawRow,
  size: number,
  dataset: DatasetId,
  table: "sample_versions" | "label_contents",
): LongText | undefined => {
  if (!isPiece(first) || typeof content !== "string") return undefined
  const body = sql.literal(sliceable("b.attributes"))
  const next = (read: number) =>
    query(
      "readLongText",
      sql<RawRow>`SELECT substr(${body}, ${read + 1}, ${read}) AS "piece" FROM ${sql.literal(table)} b
        WHERE b.dataset_id = ${dataset} AND b.id = ${content}`,
    ).pipe(
      Effect.flatMap(([row]) => {
        const piece = row?.piece
        if (!isPiece(piece)) return gone
        return Effect.succeed([
          Chunk.of(piece),
          piece.length < read ? Option.none<number>() : Option.some(read + read),
        ] as const)
      }),
    )
  return new LongText(Stream.concat(Stream.succeed(first), Stream.paginateChunkEffect(size, next)))
}

type Piece = string | Uint8Array

const isPiece = (value: unknown): value is Piece => typeof value === "string" || value instanceof Uint8Array

const gone = Effect.die(
  new StorageFailure({
    operation: "readLongText",
    transient: true,
    cause: new Error("The body was purged while it was read."),
  }),
)
