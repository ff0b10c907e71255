/** The commands on Postgres: that its settings reach it, and what is said when it cannot be used. */
import { randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { withEngine } from "../src/engine/withEngine.ts"
import { loadSettings } from "../src/settings/loadSettings.ts"

/** A command's work, with these flags. */
const run = (flags: { readonly [flag: string]: string }) =>
  withEngine(loadSettings({ "log-level": "none", ...flags }), Effect.void)

const url = () => new URL(inject("postgresUrl"))

const schemaOf = () => `t_${randomUUID().replaceAll("-", "")}`

describe("a command on Postgres", () => {
  it.effect("uses the schema and the connections that the settings name", () =>
    Effect.gen(function* () {
      const schema = schemaOf()
      yield* run({
        "database-url": url().href,
        "database-schema": schema,
        "database-pool-size": "2",
        "database-prepare": "off",
      })
      const client = new pg.Client({ connectionString: url().href })
      yield* Effect.promise(() => client.connect())
      const found = yield* Effect.promise(() =>
        client.query("SELECT to_regclass($1) IS NOT NULL AS there", [`${schema}.annotary_migrations`]),
      )
      yield* Effect.promise(() => client.query(`DROP SCHEMA ${schema} CASCADE`))
      yield* Effect.promise(() => client.end())
      assert.deepStrictEqual(found.rows, [{ there: true }])
    }),
  )

  it.effect("says in one sentence which database cannot be used and why, and never the password", () =>
    Effect.gen(function* () {
      const { host } = url()
      const cases = [
        [
          `postgres://postgres:hidden@${host}/postgres`,
          "The database postgres on 127.0.0.1:",
          "password authentication failed",
        ],
        [
          `postgres://postgres:postgres@${host}/nowhere`,
          "The database nowhere on 127.0.0.1:",
          "does not exist",
        ],
        ["postgres://u:hid@den@db/app", "The URL of the database has more than one @", "write %40"],
        [
          "postgres://u:hidden@db/app?sslmode=no",
          "The URL of the database has a sslmode other than",
          "verify-full",
        ],
        [
          "postgres://u:hidden@127.0.0.1:1/app",
          "The database app on 127.0.0.1:1",
          "the connection was refused",
        ],
      ] as const
      for (const [text, place, reason] of cases) {
        const { message } = yield* Effect.flip(run({ "database-url": text }))
        assert.include(message, place)
        assert.include(message, reason)
        assert.notMatch(message, /hid|den/)
        assert.match(message, /^[A-Z].*\.$/)
      }
    }),
  )

  it.effect("says what the database refused while its tables were made", () =>
    Effect.gen(function* () {
      const readOnly = url()
      readOnly.searchParams.set("options", "-c default_transaction_read_only=on")
      const { message } = yield* Effect.flip(run({ "database-url": readOnly.href }))
      assert.include(message, "default_transaction_read_only is on")
    }),
  )
})
