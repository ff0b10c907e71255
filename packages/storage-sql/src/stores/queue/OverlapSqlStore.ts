/** OverlapStore in SQL. */
import {
  type Claim,
  type DatasetId,
  type Overlap,
  OverlapStore,
  type SampleId,
  toMillis,
  type Username,
} from "@annotary/core/effect"
import type { SqlError, Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { type RawRow, text, toNumber } from "../../rows/columns.ts"
import {
  briefOverlapHeads,
  decodePlace,
  encodeLease,
  encodePlaces,
  overlapHeads,
  placeNames,
} from "../../rows/overlaps.ts"
import { claims, queueNumber } from "../../rows/queue.ts"
import { decodeAll, decodeColumn, decodeFirst, splitIntoChunks } from "../../rows/results.ts"
import { recordEndedClaims } from "./claimEnds.ts"
import { makeOverlapLabelQueries } from "./overlapLabels.ts"
import { formatLasting, makeWaitingOverlaps } from "./waitingOverlaps.ts"

const sampleId = text<SampleId>("sample_id")
const labeler = text<Username>("labeler")
/** The samples of one statement. */
const chunkSize = 100

export const OverlapSqlStore = Layer.effect(
  OverlapStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, insertRows, query, sql } = database
    const now = sql.literal(dialect.nowMillis)
    const native = dialect.claims(database)
    const recordEnded = recordEndedClaims(sql)
    const whole = { columns: sql.literal(overlapHeads.select("s")), decode: overlapHeads.decode }
    const makeBrief = (score: string) => ({
      columns: sql.literal(briefOverlapHeads.select("s", "", { score })),
      decode: briefOverlapHeads.decode,
    })
    const scored = makeBrief(dialect.jsonNumber("s.agreement", "agreement"))
    const unscored = makeBrief("NULL")
    const placed = sql.literal(placeNames)
    const unplaced = sql.literal(placeNames.replaceAll(/(?<=, )\w+/g, "NULL"))
    const claimColumns = sql.literal(claims.select("p"))
    const lasts = sql.literal(formatLasting(dialect))
    const openClaims = sql`SELECT ${claimColumns} FROM overlap_places p
      JOIN datasets d ON d.id = p.dataset_id AND d.deleted_at IS NULL`
    const selectHeld =
      sql.literal(`SELECT ${claims.select("q")} FROM sample_queue q ${dialect.along("q_held")}
      JOIN datasets d ON d.id = q.dataset_id AND d.deleted_at IS NULL
      WHERE q.queue IS NOT NULL AND COALESCE(q.lease_until, 0) > ${dialect.nowMillis}`)
    const oldestFirst = sql.literal("ORDER BY p.claimed_at, p.claim_id")
    const isLive = (dataset: DatasetId) =>
      sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`

    const readAll = Effect.fnUntraced(function* <Head extends Pick<Overlap, "sampleId">>(
      { columns, decode }: HeadReader<Head>,
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      lock: Statement.Fragment = sql.literal(""),
    ) {
      const overlaps = new Map<SampleId, Head & OverlapParts>()
      let at = 0
      for (const chunk of splitIntoChunks([...new Set(samples)].sort(), chunkSize)) {
        const heads = yield* sql<RawRow>`SELECT ${columns}, ${now} AS "now" FROM overlap_samples s
          WHERE s.dataset_id = ${dataset} AND ${dialect.among(sql, "s.sample_id", chunk)}
            AND ${isLive(dataset)}
          ORDER BY s.sample_id ${lock}`
        if (heads.length === 0) continue
        const ids = heads.map((row) => sampleId.read(row.sample_id))
        // Read after the locks: a statement sees what was committed when it began.
        const parts =
          yield* sql<RawRow>`SELECT ${placed}, NULL AS "labeler", NULL AS "version" FROM overlap_places
          WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "sample_id", ids)}
          UNION ALL SELECT ${unplaced}, labeler, version FROM overlap_labels
          WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "sample_id", ids)} AND status <> 'LABELING_IN_PROGRESS'
          ORDER BY "version", "place"`
        const places = parts.filter((row) => row.labeler === null)
        const finished = parts.filter((row) => row.labeler !== null)
        const placesById = groupById(places, decodePlace)
        const labelersById = groupById(finished, decodeColumn(labeler))
        for (const row of heads) {
          at = toNumber("now", row.now)
          const head = decode(row)
          overlaps.set(head.sampleId, {
            ...head,
            places: placesById.get(head.sampleId) ?? [],
            labelers: labelersById.get(head.sampleId) ?? [],
          })
        }
      }
      return { now: at, overlaps }
    })

    const readInOrder = Effect.fnUntraced(function* (dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
      const { now: at, overlaps } = yield* readAll(whole, dataset, samples)
      const inOrder = samples.flatMap((id) => {
        const overlap = overlaps.get(id)
        return overlap === undefined ? [] : [[id, overlap] as const]
      })
      return { now: at, overlaps: new Map(inOrder) }
    })

    const putChunk = Effect.fnUntraced(function* (dataset: DatasetId, overlaps: ReadonlyArray<Overlap>) {
      const ids = overlaps.map((overlap) => overlap.sampleId)
      yield* insertRows({
        table: "overlap_samples",
        rows: overlaps.map((overlap) => overlapHeads.encode(overlap)),
        conflict: replaceHead,
      })
      yield* sql`DELETE FROM overlap_places WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "sample_id", ids)}`
      const places = overlaps.flatMap(encodePlaces)
      for (const rows of splitIntoChunks(places)) yield* insertRows({ table: "overlap_places", rows })
    })

    const deleteRows = (tableName: string, dataset: DatasetId, samples: ReadonlyArray<SampleId>) =>
      sql`DELETE FROM ${sql(tableName)} WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "sample_id", samples)}`

    return OverlapStore.of({
      find: (dataset, samples) =>
        samples.length === 0
          ? Effect.succeed(new Map())
          : Effect.map(
              query("OverlapStore.find", readAll(whole, dataset, samples)),
              ({ overlaps }) => overlaps,
            ),
      findBrief: (dataset, samples, withScores) =>
        samples.length === 0
          ? Effect.succeed(new Map())
          : Effect.map(
              query("OverlapStore.findBrief", readAll(withScores ? scored : unscored, dataset, samples)),
              ({ overlaps }) => overlaps,
            ),
      lock: (dataset, samples, others) =>
        query(
          "OverlapStore.lock",
          readAll(
            whole,
            dataset,
            samples,
            sql.literal(others === "skip" ? dialect.skipLocked : dialect.forUpdateOf("s")),
          ),
        ),
      ...makeOverlapLabelQueries(database),
      leaseFirst: (request) => query("OverlapStore.leaseFirst", native.leaseFirstOverlap(request)),
      putLease: ({ datasetId, sampleId: sample }, place, lease) =>
        Effect.asVoid(
          query(
            "OverlapStore.putLease",
            sql`UPDATE overlap_places SET ${sql.update(encodeLease(lease))}
              WHERE dataset_id = ${datasetId} AND sample_id = ${sample} AND place = ${place}`,
          ),
        ),
      put: (overlaps) =>
        overlaps.length === 0
          ? Effect.void
          : atomic(
              "OverlapStore.put",
              Effect.forEach(
                groupByDataset(overlaps),
                ([dataset, group]) =>
                  Effect.forEach(splitIntoChunks(sortBySample(group), chunkSize), (chunk) =>
                    putChunk(dataset, chunk),
                  ),
                { discard: true },
              ),
            ),
      remove: (dataset, samples) =>
        samples.length === 0
          ? Effect.void
          : atomic(
              "OverlapStore.remove",
              Effect.forEach(
                splitIntoChunks([...samples].sort(), chunkSize),
                Effect.fnUntraced(function* (chunk) {
                  for (const name of ["overlap_samples", "overlap_places", "overlap_labels", "gold_labels"])
                    yield* deleteRows(name, dataset, chunk)
                }),
                { discard: true },
              ),
            ),
      listWaiting: makeWaitingOverlaps(database),
      listPlaced: (dataset, queue, limit) =>
        query(
          "OverlapStore.listPlaced",
          Effect.flatMap(
            sql<RawRow>`SELECT p.sample_id AS "sample_id" FROM overlap_places p
              WHERE p.dataset_id = ${dataset} AND p.queue = ${queueNumber(queue)}
              GROUP BY p.np, p.sample_id ORDER BY p.np, p.sample_id LIMIT CAST(${limit} AS BIGINT)`,
            (rows) => readInOrder(dataset, rows.map(decodeColumn(sampleId))),
          ),
        ),
      findClaim: (id) =>
        query("OverlapStore.findClaim", sql<RawRow>`${openClaims} WHERE p.claim_id = ${id}`).pipe(
          Effect.map(decodeFirst(claims.decode)),
        ),
      listClaims: (scope) =>
        query(
          "OverlapStore.listClaims",
          "user" in scope
            ? sql<RawRow>`${openClaims} WHERE p.holder = ${scope.user} AND ${lasts} ${oldestFirst}`
            : sql<RawRow>`${openClaims} WHERE p.dataset_id = ${scope.dataset} AND p.holder IS NOT NULL AND ${lasts} ${oldestFirst}
                LIMIT CAST(${scope.limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(claims.decode))),
      listAllClaims: (user) =>
        query(
          "OverlapStore.listAllClaims",
          sql<RawRow>`SELECT * FROM (${selectHeld} AND q.holder = ${user}
            UNION ALL ${openClaims} WHERE p.holder = ${user} AND ${lasts}) AS c ORDER BY c.claimed_at, c.claim_id`,
        ).pipe(Effect.map(decodeAll(claims.decode))),
      noteEnds: (ended, reason) =>
        ended.length === 0
          ? Effect.void
          : Effect.asVoid(
              atomic(
                "OverlapStore.noteEnds",
                Effect.flatMap(readNow(), (at) =>
                  recordEnded(
                    ended.map((claim) => toEndedRow(claim, at)),
                    reason,
                  ),
                ),
              ),
            ),
      listComplete: (dataset, after, limit) =>
        query(
          "OverlapStore.listComplete",
          sql<RawRow>`SELECT s.sample_id AS "sample_id" FROM overlap_samples s
            WHERE s.dataset_id = ${dataset} AND s.sample_id > ${after ?? ""} AND s.state IN ('adjudicating', 'decided')
            ORDER BY s.sample_id LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(decodeColumn(sampleId)))),
      listOwn: ({ datasetId, limit, queues, user }) =>
        query(
          "OverlapStore.listOwn",
          sql<RawRow>`SELECT DISTINCT p.sample_id AS "sample_id" FROM overlap_places p
            WHERE p.dataset_id = ${datasetId} AND ${sql.in("p.queue", queues.map(queueNumber))} AND (p.own_user = ${user} OR (p.holder = ${user} AND ${lasts}))
            ORDER BY p.sample_id LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(decodeColumn(sampleId)))),
    })

    function readNow(): Effect.Effect<number, SqlError.SqlError> {
      return Effect.map(sql<RawRow>`SELECT ${now} AS "now"`, ([row]) => toNumber("now", row?.now ?? 0))
    }
  }),
)

/** The columns of a row of an overlap, and their decoder. */
interface HeadReader<Head> {
  readonly columns: Statement.Fragment
  readonly decode: (row: RawRow) => Head
}

type OverlapParts = Pick<Overlap, "labelers" | "places">

const replaceHead = `ON CONFLICT (dataset_id, sample_id) DO UPDATE SET overlap = excluded.overlap, state = excluded.state,
  np = excluded.np, agreement = excluded.agreement, decided_at = excluded.decided_at, decided_by = excluded.decided_by,
  decided_for = excluded.decided_for`

const toEndedRow = (claim: Claim, at: number) => ({
  claim_id: claim.id,
  dataset_id: claim.datasetId,
  sample_id: claim.sampleId,
  ended_user: claim.holder,
  ended_queue: queueNumber(claim.queue),
  ended_from: toMillis(claim.claimedAt),
  ended_until: Math.min(at, toMillis(claim.expiresAt)),
})

const groupById = <A>(
  rows: ReadonlyArray<RawRow>,
  decode: (row: RawRow) => A,
): ReadonlyMap<SampleId, ReadonlyArray<A>> => {
  const groups = new Map<SampleId, Array<A>>()
  for (const row of rows) {
    const id = sampleId.read(row.sample_id)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [decode(row)])
    else group.push(decode(row))
  }
  return groups
}

const groupByDataset = (overlaps: ReadonlyArray<Overlap>): ReadonlyMap<DatasetId, ReadonlyArray<Overlap>> => {
  const groups = new Map<DatasetId, Array<Overlap>>()
  for (const overlap of overlaps)
    groups.set(overlap.datasetId, [...(groups.get(overlap.datasetId) ?? []), overlap])
  return groups
}

/** In one order: two callers with the same samples in different orders would deadlock. */
const sortBySample = (overlaps: ReadonlyArray<Overlap>): ReadonlyArray<Overlap> =>
  overlaps.toSorted((a, b) => (a.sampleId < b.sampleId ? -1 : 1))
