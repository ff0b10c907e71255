/** SecretStore in SQL: the secrets that the engine generates. All processes use the one that was stored first. */
import { SecretStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { type RawRow, text } from "../../rows/columns.ts"
import { hasRows } from "../../rows/results.ts"

const value = text("value")

export const SecretSqlStore = Layer.effect(
  SecretStore,
  Effect.map(Database, ({ sql, query }) => {
    const read = (name: string) => sql<RawRow>`SELECT value FROM secrets WHERE name = ${name}`
    return SecretStore.of({
      getOrKeep: (name, made) =>
        query(
          "SecretStore.getOrKeep",
          Effect.gen(function* () {
            yield* sql`INSERT INTO secrets ${sql.insert({ name, value: made })} ON CONFLICT DO NOTHING`
            const rows = yield* read(name)
            return value.read(rows[0]?.value)
          }),
        ),
      has: (name) => query("SecretStore.has", read(name)).pipe(Effect.map(hasRows)),
    })
  }),
)
