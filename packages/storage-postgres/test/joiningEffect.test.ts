/** For applications in Effect: the engine over their own `PgClient`, inside of its `withTransaction`. */
import { randomUUID } from "node:crypto"
import {
  CurrentActor,
  Datasets,
  defaultSettings,
  EngineSettings,
  layerEngine,
  system,
  Users,
} from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, String as Names, Redacted } from "effect"
import { inject } from "vitest"
import { layerFromClient } from "../src/effect.ts"

/** An application with names in camel case and a separate schema, and an engine over its client. */
const application = Layer.unwrapEffect(
  Effect.sync(() => {
    const schema = `t_${randomUUID().replaceAll("-", "")}`
    const url = `${inject("postgresUrl")}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
    const client = PgClient.layer({
      url: Redacted.make(url),
      transformResultNames: Names.snakeToCamel,
      transformQueryNames: Names.camelToSnake,
    })
    const tables = Layer.scopedDiscard(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.acquireRelease(sql`CREATE SCHEMA ${sql(schema)}`, () =>
          Effect.ignore(sql`DROP SCHEMA ${sql(schema)} CASCADE`),
        )
        yield* sql`CREATE TABLE orders (order_id int PRIMARY KEY, dataset_name text)`
      }),
    )
    return layerEngine.pipe(
      Layer.provideMerge(layerFromClient()),
      Layer.provideMerge(Layer.provideMerge(tables, client)),
      Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, events: "always" as const })),
    )
  }),
)

/** An order of the application's and a dataset of the engine's. */
const place = (orderId: number, name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const datasets = yield* Datasets
    yield* sql`INSERT INTO orders ${sql.insert({ orderId, datasetName: name })}`
    yield* datasets.create({ owner: "ann", name, taskType: "pointcloud-cuboid", category: "other" })
  })

const placed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`SELECT o.order_id, d.name FROM orders o JOIN datasets d ON d.name = o.dataset_name ORDER BY 1`
  const [events] = yield* sql<{ eventCount: number }>`SELECT CAST(count(*) AS int) AS event_count FROM outbox
    WHERE type = 'dataset.created'`
  return { rows, events: events?.eventCount }
})

describe("an engine over the application's client", () => {
  it.scopedLive("keeps its changes with the application's, or loses them with those", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* Users).create({ username: "ann" })
      yield* sql.withTransaction(place(1, "kept"))
      const failed = yield* Effect.exit(
        sql.withTransaction(Effect.zipRight(place(2, "lost"), Effect.fail("no"))),
      )
      assert.isTrue(failed._tag === "Failure")
      // A taken name costs no more than the call that asked for it.
      yield* sql.withTransaction(
        Effect.zipRight(
          place(3, "also_kept"),
          Effect.flatMap(Datasets, (datasets) =>
            Effect.flip(
              datasets.create({
                owner: "ann",
                name: "kept",
                taskType: "pointcloud-cuboid",
                category: "other",
              }),
            ),
          ),
        ),
      )
      assert.deepStrictEqual(yield* placed, {
        rows: [
          { orderId: 1, name: "kept" },
          { orderId: 3, name: "also_kept" },
        ],
        events: 2,
      })
    }).pipe(Effect.provideService(CurrentActor, system), Effect.provide(application)),
  )
})
