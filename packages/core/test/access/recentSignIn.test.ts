/** Calls that need a recent sign-in in a session, by the test clock. */
import {
  AccountRemoval,
  type Actor,
  ApiKeys,
  CurrentActor,
  Datasets,
  Organizations,
  Sessions,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const by =
  (actor: Actor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentActor, actor)

/** The code of the refusal, or of another error, which comes after it. */
const codeOf = <A, E extends { readonly code: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ code }) => code, onSuccess: () => "done" })

const sessionOf = (name: string) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const { secret } = yield* sessions.begin(name)
    return by(yield* sessions.findActor(secret))
  })

/** Everything that is guarded. Keys come first, because the dataset is gone at the end. */
const guarded = Effect.gen(function* () {
  const [keys, datasets, removal] = yield* Effect.all([ApiKeys, Datasets, AccountRemoval])
  const { apiKey } = yield* as("ann")(keys.create({}))
  return {
    create: codeOf(keys.create({})),
    rotate: codeOf(keys.rotate(apiKey.id)),
    transfer: codeOf(datasets.transfer(named("ann", "cats"), "acme")),
    remove: codeOf(datasets.remove(named("acme", "cats"))),
    removePerson: codeOf(removal.remove("nobody")),
  }
})

const setting = Effect.gen(function* () {
  yield* people("ann", "eve")
  yield* as("ann")((yield* Organizations).create({ username: "acme" }))
  yield* datasetOf("ann")
  return yield* guarded
})

describe("a session", () => {
  it.effect("makes keys, and transfers and deletes, for ten minutes after the sign-in", () =>
    Effect.gen(function* () {
      const calls = yield* setting
      const bySession = yield* sessionOf("ann")
      yield* TestClock.adjust("10 minutes")
      for (const name of ["create", "rotate", "transfer", "remove"] as const)
        assert.strictEqual(yield* bySession(calls[name]), "done", name)
      assert.strictEqual(yield* bySession(calls.removePerson), "permission_denied")
    }).pipe(Effect.provide(world())),
  )

  it.effect("needs another sign-in afterwards, and a new session has it", () =>
    Effect.gen(function* () {
      const calls = yield* setting
      const bySession = yield* sessionOf("ann")
      yield* TestClock.adjust("601 seconds")
      for (const [name, call] of Object.entries(calls))
        assert.strictEqual(yield* bySession(call), "sign_in_required", name)
      const again = yield* sessionOf("ann")
      assert.strictEqual(yield* again(calls.create), "done")
    }).pipe(Effect.provide(world())),
  )

  it.effect("does all else for as long as it lasts", () =>
    Effect.gen(function* () {
      yield* setting
      const bySession = yield* sessionOf("ann")
      yield* TestClock.adjust("11 hours")
      const [keys, datasets, users] = yield* Effect.all([ApiKeys, Datasets, Users])
      assert.strictEqual((yield* bySession(keys.list())).length, 1)
      yield* bySession(datasets.update(named("ann", "cats"), { description: "Cats." }))
      assert.strictEqual((yield* bySession(users.me())).user.username, "ann")
    }).pipe(Effect.provide(world())),
  )
})

describe("an API key", () => {
  it.effect("needs no recent sign-in, and neither does the engine", () =>
    Effect.gen(function* () {
      const calls = yield* setting
      const keys = yield* ApiKeys
      const { secret } = yield* as("ann")(keys.create({}))
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* by(yield* keys.findActor(secret))(calls.create), "done")
      assert.strictEqual(yield* asSystem(calls.transfer), "done")
    }).pipe(Effect.provide(world())),
  )
})
