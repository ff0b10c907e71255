/** GoldStore in SQL. */
import {
  type DatasetId,
  type GoldCount,
  type GoldFigures,
  type GoldLabel,
  type GoldPersonFigures,
  type GoldPlace,
  type GoldSampleFigures,
  GoldStore,
  type WaitingGoldQuery,
} from "@annotary/core/effect"
import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database, type DatabaseShape } from "../../database/Database.ts"
import { nullable, number, type RawRow, table, text } from "../../rows/columns.ts"
import { encodeTurn, goldAnswers, goldLabels, goldTurns } from "../../rows/gold.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"
import { formatLasting } from "./waitingOverlaps.ts"

const waiting = table<GoldPlace>({
  sampleId: text("sample_id"),
  np: number("np"),
  draw: number("draw"),
})

const figures = {
  answers: number<number>("answers"),
  passed: number<number>("passed"),
  notCompared: number<number>("not_compared"),
  meanScore: nullable(number<number>("mean_score")),
} satisfies { readonly [Key in keyof GoldFigures]: unknown }

const sampleFigures = table<GoldSampleFigures>({
  sampleId: text("sample_id"),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  ...figures,
})

const personFigures = table<Omit<GoldPersonFigures, "counted">>({ user: text("username"), ...figures })

const counts = table<GoldCount>({ answers: number("counted_answers"), passed: number("counted_passed") })

/** The answers `a` that decide about the next pause of a person. */
const isCounted = "a.counted = 1 AND a.outdated = 0"

/** A member of an answer `a`; null where it is outdated. */
const makeCurrent = (column: "passed" | "score") => `CASE WHEN a.outdated = 0 THEN a.${column} END`

/** The figures of a group of answers `a`, which a LEFT JOIN may have left empty. */
const addedUp = `CAST(COUNT(${makeCurrent("passed")}) AS INTEGER) AS "answers",
  CAST(COALESCE(SUM(${makeCurrent("passed")}), 0) AS INTEGER) AS "passed",
  CAST(COUNT(a.username) - COUNT(${makeCurrent("passed")}) AS INTEGER) AS "not_compared",
  AVG(${makeCurrent("score")}) AS "mean_score"`

export const GoldSqlStore = Layer.effect(
  GoldStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, query, sql } = database
    const selectUnanswered = makeUnanswered(database)
    const selectedLabels = sql.literal(`SELECT ${goldLabels.select("g")} FROM gold_labels g`)
    const selectedAnswers = sql.literal(`SELECT ${goldAnswers.select("a")} FROM gold_answers a`)
    const isLive = (dataset: DatasetId) =>
      sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`

    const listDraws = (request: WaitingGoldQuery, condition: Statement.Fragment) =>
      Effect.map(
        sql<RawRow>`${selectUnanswered(request)} AND ${condition} ORDER BY g.draw, g.sample_id LIMIT CAST(${request.limit} AS BIGINT)`,
        decodeAll(waiting.decode),
      )

    return GoldStore.of({
      find: (dataset, sample) =>
        query(
          "GoldStore.find",
          sql<RawRow>`${selectedLabels} WHERE g.dataset_id = ${dataset} AND g.sample_id = ${sample} AND ${isLive(dataset)}`,
        ).pipe(Effect.map(decodeFirst(goldLabels.decode))),
      put: (label) =>
        Effect.asVoid(atomic("GoldStore.put", Effect.zipRight(markOutdated(label), insertLabel(label)))),
      count: (dataset) =>
        query(
          "GoldStore.count",
          sql<RawRow>`SELECT COUNT(*) AS n FROM gold_labels WHERE dataset_id = ${dataset} AND ${isLive(dataset)}`,
        ).pipe(Effect.map(([row]) => Number(row?.n))),
      list: (dataset, after, limit) =>
        query(
          "GoldStore.list",
          sql<RawRow>`SELECT g.sample_id, g.created_at, g.created_by, ${sql.literal(addedUp)}
            FROM (SELECT sample_id, created_at, created_by FROM gold_labels WHERE dataset_id = ${dataset} AND sample_id > ${after ?? ""}
              ORDER BY sample_id LIMIT CAST(${limit} AS BIGINT)) AS g
            LEFT JOIN gold_answers a ON a.dataset_id = ${dataset} AND a.sample_id = g.sample_id
            WHERE ${isLive(dataset)}
            GROUP BY g.sample_id, g.created_at, g.created_by ORDER BY g.sample_id`,
        ).pipe(Effect.map(decodeAll(sampleFigures.decode))),
      listWaiting: (request) =>
        query(
          "GoldStore.listWaiting",
          sql<RawRow>`${selectUnanswered(request)} ORDER BY s.np, s.sample_id LIMIT CAST(${request.limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(waiting.decode))),
      listNear: ({ head, ...request }) =>
        query(
          "GoldStore.listNear",
          Effect.gen(function* () {
            const { np, sampleId } = head
            const before =
              yield* sql<RawRow>`${selectUnanswered(request)} AND (s.np < ${np} OR (s.np = ${np} AND s.sample_id < ${sampleId}))
              ORDER BY s.np DESC, s.sample_id DESC LIMIT CAST(${request.limit} AS BIGINT)`
            const after =
              yield* sql<RawRow>`${selectUnanswered(request)} AND (s.np > ${np} OR (s.np = ${np} AND s.sample_id >= ${sampleId}))
              ORDER BY s.np, s.sample_id LIMIT CAST(${request.limit} AS BIGINT)`
            return decodeAll(waiting.decode)([...before.toReversed(), ...after])
          }),
        ),
      listNext: ({ pivot, ...request }) =>
        query(
          "GoldStore.listNext",
          Effect.gen(function* () {
            const first = yield* listDraws(request, sql`g.draw >= ${pivot}`)
            if (first.length === request.limit) return first
            const rest = { ...request, limit: request.limit - first.length }
            return [...first, ...(yield* listDraws(rest, sql`g.draw < ${pivot}`))]
          }),
        ),
      listAnswers: ({ after, datasetId, limit, of }) => {
        const isOf = "user" in of ? sql`a.username = ${of.user}` : sql`a.sample_id = ${of.sampleId}`
        const isAfter =
          after === null
            ? sql.literal("")
            : sql`AND (a.at, a.sample_id, a.username) < (${after.at}, ${after.sampleId}, ${after.user})`
        return query(
          "GoldStore.listAnswers",
          sql<RawRow>`${selectedAnswers} WHERE a.dataset_id = ${datasetId} AND ${isOf} ${isAfter} AND ${isLive(datasetId)}
            ORDER BY a.at DESC, a.sample_id DESC, a.username DESC LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(goldAnswers.decode)))
      },
      findAnswer: (dataset, sample, user) =>
        query(
          "GoldStore.findAnswer",
          sql<RawRow>`${selectedAnswers} WHERE a.dataset_id = ${dataset} AND a.sample_id = ${sample} AND a.username = ${user}
            AND ${isLive(dataset)}`,
        ).pipe(Effect.map(decodeFirst(goldAnswers.decode))),
      addAnswer: (answer) =>
        atomic(
          "GoldStore.addAnswer",
          Effect.gen(function* () {
            const added =
              yield* sql`INSERT INTO gold_answers ${sql.insert(goldAnswers.encode(answer))} ON CONFLICT DO NOTHING RETURNING username`
            if (!hasRows(added)) return null
            // Answers of one person at once take turns: each counts those before it.
            const { datasetId, user } = answer
            yield* sql`INSERT INTO gold_people ${sql.insert(encodeTurn({ datasetId, user, rate: 0, countdown: 0, pivot: 0 }))}
              ON CONFLICT (dataset_id, username) DO UPDATE SET rate = gold_people.rate`
            const rows = yield* sql<RawRow>`SELECT CAST(COUNT(a.passed) AS INTEGER) AS "counted_answers",
                CAST(COALESCE(SUM(a.passed), 0) AS INTEGER) AS "counted_passed" FROM gold_answers a
              WHERE a.dataset_id = ${answer.datasetId} AND a.username = ${answer.user} AND ${sql.literal(isCounted)}`
            return decodeAll(counts.decode)(rows)[0] ?? null
          }),
        ),
      findTurn: (dataset, user) =>
        query(
          "GoldStore.findTurn",
          sql<RawRow>`SELECT ${sql.literal(goldTurns.select("p"))} FROM gold_people p
            WHERE p.dataset_id = ${dataset} AND p.username = ${user} AND ${isLive(dataset)}`,
        ).pipe(Effect.map(decodeFirst(goldTurns.decode))),
      putTurn: (turn) =>
        Effect.asVoid(
          query(
            "GoldStore.putTurn",
            sql`INSERT INTO gold_people ${sql.insert(encodeTurn(turn))}
              ON CONFLICT (dataset_id, username) DO UPDATE SET rate = excluded.rate, countdown = excluded.countdown,
                pivot = excluded.pivot`,
          ),
        ),
      resetCounts: (dataset, user) =>
        Effect.asVoid(
          query(
            "GoldStore.resetCounts",
            sql`UPDATE gold_answers SET counted = 0 WHERE dataset_id = ${dataset} AND username = ${user} AND counted = 1`,
          ),
        ),
      countAnswers: (dataset, users) =>
        users.length === 0
          ? Effect.succeed(new Map())
          : query(
              "GoldStore.countAnswers",
              sql<RawRow>`SELECT a.username, ${sql.literal(addedUp)} FROM gold_answers a
                WHERE a.dataset_id = ${dataset} AND ${dialect.among(sql, "a.username", users)} AND ${isLive(dataset)}
                GROUP BY a.username`,
            ).pipe(
              Effect.map(
                (rows) =>
                  new Map(
                    decodeAll(personFigures.decode)(rows).map(({ answers, passed, user }) => [
                      user,
                      { answers, passed },
                    ]),
                  ),
              ),
            ),
      listPeople: (dataset, after, limit) =>
        query(
          "GoldStore.listPeople",
          sql<RawRow>`SELECT a.username, ${sql.literal(addedUp)},
              CAST(COUNT(CASE WHEN ${sql.literal(isCounted)} THEN a.passed END) AS INTEGER) AS "counted_answers",
              CAST(COALESCE(SUM(CASE WHEN ${sql.literal(isCounted)} THEN a.passed END), 0) AS INTEGER) AS "counted_passed"
            FROM gold_answers a
            WHERE a.dataset_id = ${dataset} AND a.username > ${after ?? ""} AND ${isLive(dataset)}
            GROUP BY a.username ORDER BY a.username LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(
          Effect.map(
            decodeAll(
              (row): GoldPersonFigures => ({ ...personFigures.decode(row), counted: counts.decode(row) }),
            ),
          ),
        ),
    })

    /** Precedes the insert: it reads the known label that is replaced. */
    function markOutdated({ attributes, datasetId, sampleId }: GoldLabel) {
      return sql`UPDATE gold_answers SET outdated = 1 WHERE dataset_id = ${datasetId} AND sample_id = ${sampleId} AND outdated = 0
        AND NOT EXISTS (SELECT 1 FROM gold_labels g
          WHERE g.dataset_id = ${datasetId} AND g.sample_id = ${sampleId} AND g.attributes = ${attributes})`
    }

    function insertLabel(label: GoldLabel) {
      return sql`INSERT INTO gold_labels ${sql.insert(goldLabels.encode(label))}
        ON CONFLICT (dataset_id, sample_id) DO UPDATE SET attributes = excluded.attributes,
          version = excluded.version, config_version = excluded.config_version, created_at = excluded.created_at, created_by = excluded.created_by`
    }
  }),
)

/** The gold samples that a person has not answered, and of which they have no place. */
const makeUnanswered = ({ dialect, sql }: DatabaseShape) => {
  const lasts = sql.literal(formatLasting(dialect))
  return ({ datasetId, user }: WaitingGoldQuery) =>
    sql`SELECT g.sample_id, s.np, g.draw FROM gold_labels g
      JOIN overlap_samples s ON s.dataset_id = g.dataset_id AND s.sample_id = g.sample_id
      WHERE g.dataset_id = ${datasetId} AND g.created_by <> ${user}
        AND NOT EXISTS (SELECT 1 FROM gold_answers a WHERE a.dataset_id = g.dataset_id AND a.sample_id = g.sample_id AND a.username = ${user})
        AND NOT EXISTS (SELECT 1 FROM overlap_places p WHERE p.dataset_id = g.dataset_id AND p.sample_id = g.sample_id
          AND (p.own_user = ${user} OR (p.holder = ${user} AND ${lasts})))
        AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${datasetId} AND d.deleted_at IS NULL)`
}
