/** Uses the engine's services in an Effect program with its own database. An order and its dataset commit together. */
import { CurrentActor, Datasets, layerEngine, Samples, system, Users } from "@annotary/core/effect"
import { layerFromClient, sqliteClient } from "@annotary/storage-sqlite/effect"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"

/** The program and the engine share one client. Statements and calls in its `withTransaction` commit or roll back together. */
export const layerShop = (filename: string) => {
  const client = sqliteClient({ filename })
  const tables = Layer.effectDiscard(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY)`,
    ),
  )
  return Layer.mergeAll(tables, layerEngine).pipe(
    Layer.provideMerge(layerFromClient({ filename })),
    Layer.provideMerge(client),
  )
}

export const order = Effect.fn("order")(function* (id: number, images: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const datasets = yield* Datasets
  const samples = yield* Samples
  const both = Effect.gen(function* () {
    const { record } = yield* datasets.create({
      owner: "shop",
      name: `order-${id}`,
      category: "other",
      taskType: "bboxes",
    })
    const dataset = { _tag: "Id", id: record.dataset.id } as const
    yield* samples.createMany(
      dataset,
      images.map((name) => ({ name })),
    )
    yield* sql`INSERT INTO orders (id) VALUES (${id})`
    return record.dataset.name
  })
  return yield* sql.withTransaction(both)
})

/** Creates the account that owns the datasets of orders, unless it exists. */
export const openShop = Effect.flatMap(Users, (users) =>
  Effect.catchTag(users.create({ username: "shop" }), "AlreadyExists", () => Effect.void),
)

/** Every call has an actor. `system` has all permissions. */
export const asProgram = Effect.provideService(CurrentActor, system)
