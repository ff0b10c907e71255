/**
 * Reads long bodies in pieces. A body never changes, so its pieces need no transaction; reading fails when it is purged
 * meanwhile.
 */
import { type DatasetId, LongText, StorageFailure } from "@annotary/core/effect"
import { Chunk, Effect, Option, Stream } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { RawRow } from "../../rows/columns.ts"

/**
 * Selects a body as "attributes", or its first piece as "piece" where it has more than `most` bytes. Select columns that are
 * stored after the body after it: a database may reach them through the body's pages and keep these in its cache, unless it has
 * just read them for the body.
 */
export const selectBodyOrPiece = (
  sliceable: Sliceable,
  column: string,
  maxBytes: number,
  prefix = "",
): string => {
  const isLong = `octet_length(${column}) > ${maxBytes}`
  return `CASE WHEN ${isLong} THEN NULL ELSE ${column} END AS "${prefix}attributes",
    CASE WHEN ${isLong} THEN substr(${sliceable(column)}, 1, ${maxBytes}) END AS "${prefix}piece"`
}

type Sliceable = NonNullable<DialectShape["sliceable"]>

/**
 * The body of a row that was selected with {@link selectBodyOrPiece} and "content"; undefined where the row contains it whole. The
 * first piece has `size` bytes. A database may read the whole body for each piece, so each further piece is as long as all
 * pieces before it together: a body of any length is read only a few times.
 */
export const readLongText = (
  { query, sql }: DatabaseShape,
  sliceable: Sliceable,
  raw: RawRow,
  size: number,
  dataset: DatasetId,
  table: "sample_versions" | "label_contents",
  prefix = "",
): LongText | undefined => {
  const first = raw[`${prefix}piece`]
  const content = raw[`${prefix}content`]
  if (!isPiece(first) || typeof content !== "string") return undefined
  const body = sql.literal(sliceable("b.attributes"))
  const readPiece = (read: number) =>
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
  return new LongText(Stream.concat(Stream.succeed(first), Stream.paginateChunkEffect(size, readPiece)))
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
