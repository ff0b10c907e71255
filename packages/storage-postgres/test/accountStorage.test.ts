/** The ports of people alone: what is written through them is what a whole storage reads, and the reverse. */
import { ApiKeys, CurrentActor, layerAccounts, layerEngine, system, Users } from "@annotary/core/effect"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import { layer, openAccountStorage } from "../src/effect.ts"

const options = { url: inject("postgresUrl"), schema: "account_storage" }

const accounts = layerAccounts.pipe(Layer.provide(openAccountStorage(options)))
const engine = layerEngine.pipe(Layer.provide(layer(options)))

const listNames = Effect.flatMap(Users, (users) => users.list({ limit: 10 })).pipe(
  Effect.map((users) => users.map(({ username }) => String(username))),
)

it.scopedLive(
  "serves people on a new database, in the tables that an engine uses",
  () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const users = yield* Users
        yield* users.create({ username: "ada" })
        yield* (yield* ApiKeys).create({ user: "ada" })
        assert.deepStrictEqual(yield* listNames, ["ada"])
      }).pipe(Effect.provide(accounts))

      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* listNames, ["ada"])
        assert.lengthOf(yield* (yield* ApiKeys).list("ada"), 1)
        yield* (yield* Users).create({ username: "bob" })
      }).pipe(Effect.provide(engine))

      assert.deepStrictEqual(yield* Effect.provide(listNames, accounts), ["ada", "bob"])
    }).pipe(Effect.provideService(CurrentActor, system)),
  60_000,
)
