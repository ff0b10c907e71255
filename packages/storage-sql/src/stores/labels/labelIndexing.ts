/** Counts the objects of label versions that were stored without their counts. Bodies never change, so that a repetition does no harm. */
import {
  castToJsonText,
  type DatasetId,
  type JsonText,
  type LabelsetId,
  type SampleId,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { number, type RawRow, text } from "../../rows/columns.ts"
import { encodeObjects, lacksObjects } from "../../rows/objectTotals.ts"
import { updateRows } from "../../statements/updateRows.ts"

const maxVersions = 100
const maxBytes = 4 * 1024 * 1024

const dataset = text<DatasetId>("dataset_id")
const labelset = text<LabelsetId>("labelset_id")
const sample = text<SampleId>("sample_id")
const version = text<string>("version")
const size = number<number>("bytes")
const body = text<JsonText>("attributes")

interface VersionKey {
  readonly dataset_id: DatasetId
  readonly labelset_id: LabelsetId
  readonly sample_id: SampleId
  readonly version: string
}

export const makeLabelIndexing = (database: DatabaseShape) => {
  const { atomic, sql } = database
  const updateAll = updateRows(database)

  /** Rows of one dataset at a time, because the tables are distributed by it. */
  const indexPortion: Effect.Effect<number, SqlError.SqlError> = Effect.gen(function* () {
    const rows =
      yield* sql<RawRow>`SELECT v.dataset_id, v.labelset_id, v.sample_id, v.version FROM label_versions v
      WHERE ${sql.literal(lacksObjects)} LIMIT CAST(${maxVersions} AS BIGINT)`
    const keys = rows.map(
      (row): VersionKey => ({
        dataset_id: dataset.read(row.dataset_id),
        labelset_id: labelset.read(row.labelset_id),
        sample_id: sample.read(row.sample_id),
        version: version.read(row.version),
      }),
    )
    const first = keys[0]
    return first === undefined
      ? 0
      : yield* indexVersions(keys.filter(({ dataset_id }) => dataset_id === first.dataset_id))
  })

  function indexVersions(keys: ReadonlyArray<VersionKey>) {
    return Effect.gen(function* () {
      const sizes = yield* readSizes(keys)
      let bytes = 0
      const portion = keys.filter(({ version }, index) => {
        bytes += sizes.get(version) ?? 0
        return index === 0 || bytes <= maxBytes
      })
      const bodies = yield* readBodies(portion)
      yield* updateAll({
        table: "label_versions",
        rows: portion.map((key) => ({ ...key, objects: encodeObjects(bodies.get(key.version) ?? noBody) })),
        key: ["dataset_id", "labelset_id", "sample_id", "version"],
        returning: ["version"],
      })
      return portion.length
    })
  }

  function matchBodies(keys: ReadonlyArray<VersionKey>) {
    const ids = keys.map(({ version }) => version)
    return sql`b.dataset_id = ${keys[0]?.dataset_id ?? ""} AND ${sql.in("b.id", ids)}`
  }

  function readSizes(keys: ReadonlyArray<VersionKey>) {
    return sql<RawRow>`SELECT b.id AS "version", octet_length(b.attributes) AS "bytes" FROM label_contents b
      WHERE ${matchBodies(keys)}`.pipe(
      Effect.map((rows) => new Map(rows.map((row) => [version.read(row.version), size.read(row.bytes)]))),
    )
  }

  function readBodies(keys: ReadonlyArray<VersionKey>) {
    return sql<RawRow>`SELECT b.id AS "version", b.attributes AS "attributes" FROM label_contents b WHERE ${matchBodies(keys)}`.pipe(
      Effect.map(
        (rows) => new Map(rows.map((row) => [version.read(row.version), body.read(row.attributes)])),
      ),
    )
  }

  return { indexPortion: () => atomic("LabelStore.indexPortion", indexPortion) }
}

/** Of a version whose body is being purged with its dataset. */
const noBody = castToJsonText("{}")
