/** Sessions of browsers: how they begin, and everything that ends them. */
import {
  ApiKeys,
  CurrentActor,
  fromMillis,
  type Person,
  SessionStore,
  Sessions,
  system,
  type Timestamp,
  Transaction,
  toMillis,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Either, type Redacted, TestClock } from "effect"
import { Maintenance } from "../../src/engine/Maintenance.ts"
import { as, asSystem, people, world } from "../world.ts"

/** Whose session it is: a name, or the refusal. */
const whose = (secret: Redacted.Redacted) =>
  Effect.flatMap(Sessions, (sessions) => sessions.findActor(secret)).pipe(
    Effect.map((person): string => person.username),
    Effect.catchAll((error) => Effect.succeed(error._tag)),
  )

const beginWith = (name: string, expiresAt?: Timestamp) =>
  Effect.gen(function* () {
    const { apiKey, secret } = yield* as(name)((yield* ApiKeys).create({ expiresAt }))
    return { apiKey, ...(yield* (yield* Sessions).beginWithKey(secret)) }
  })

const inHours = (hours: number) =>
  Effect.map(Clock.currentTimeMillis, (millis) => fromMillis(millis + hours * 3600 * 1000))

describe("a session", () => {
  it.effect("ends twelve hours after its last use", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { secret } = yield* beginWith("ann")
      yield* TestClock.adjust("11 hours")
      assert.strictEqual(yield* whose(secret), "ann")
      yield* TestClock.adjust("11 hours")
      assert.strictEqual(yield* whose(secret), "ann")
      yield* TestClock.adjust("12 hours")
      assert.strictEqual(yield* whose(secret), "Unauthorized")
      assert.deepStrictEqual(yield* as("ann")((yield* Sessions).list()), [])
    }).pipe(Effect.provide(world())),
  )

  it.effect("ends after seven days, however much it is used", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { secret, session } = yield* beginWith("ann")
      assert.strictEqual(toMillis(session.endsAt) - toMillis(session.createdAt), 7 * 24 * 3600 * 1000)
      for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
        yield* TestClock.adjust("8 hours")
        assert.strictEqual(yield* whose(secret), "ann", `${hours}`)
      }
      yield* TestClock.adjust("8 hours")
      assert.strictEqual(yield* whose(secret), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("ends with its API key, whether that expires or is revoked", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const brief = yield* beginWith("ann", yield* inHours(1))
      const long = yield* beginWith("ann")
      assert.strictEqual(brief.session.endsAt, brief.apiKey.expiresAt)
      assert.deepStrictEqual([yield* whose(brief.secret), yield* whose(long.secret)], ["ann", "ann"])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([yield* whose(brief.secret), yield* whose(long.secret)], ["Unauthorized", "ann"])
      yield* as("ann")((yield* ApiKeys).revoke(long.apiKey.id))
      assert.strictEqual(yield* whose(long.secret), "Unauthorized")
      assert.strictEqual((yield* (yield* SessionStore).list(long.session.user)).length, 1)
    }).pipe(Effect.provide(world())),
  )

  it.effect("makes no keys that outlive its own", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { apiKey, secret } = yield* beginWith("ann", yield* inHours(1))
      const person: Person = yield* (yield* Sessions).findActor(secret)
      const made = yield* Effect.provideService((yield* ApiKeys).create({}), CurrentActor, person)
      assert.strictEqual(made.apiKey.expiresAt, apiKey.expiresAt)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is refused at once after it was ended, and to others who try", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const sessions = yield* Sessions
      const { secret, session } = yield* beginWith("ann")
      assert.strictEqual(yield* whose(secret), "ann")
      assert.strictEqual((yield* Effect.flip(as("bob")(sessions.end(session.id))))._tag, "NotFound")
      assert.strictEqual(yield* whose(secret), "ann")
      yield* as("ann")(sessions.end(session.id))
      assert.strictEqual(yield* whose(secret), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("ends for good when its person is disabled, also one that begins at that moment", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const sessions = yield* Sessions
      const users = yield* Users
      const { secret } = yield* beginWith("ann")
      const { secret: token } = yield* asSystem(sessions.createToken("ann"))
      assert.strictEqual(yield* whose(secret), "ann")
      const transaction = yield* Transaction
      const disabling = transaction.run(
        Effect.zipRight(asSystem(users.setDisabled("ann", true)), Effect.yieldNow()),
      )
      const [, begun] = yield* Effect.all([disabling, Effect.either(sessions.begin("ann"))], {
        concurrency: 2,
      })
      yield* asSystem(users.setDisabled("ann", false))
      assert.strictEqual(yield* whose(secret), "Unauthorized")
      if (Either.isRight(begun)) assert.strictEqual(yield* whose(begun.right.secret), "Unauthorized")
      assert.isTrue(Either.isLeft(yield* Effect.either(sessions.beginWithToken(token))))
    }).pipe(Effect.provide(world())),
  )

  it.effect("is deleted by the maintenance when it has ended, as are expired tokens", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const store = yield* SessionStore
      const { session } = yield* beginWith("ann")
      const { token } = yield* asSystem((yield* Sessions).createToken("ann"))
      const { forget } = yield* Maintenance
      yield* forget
      assert.strictEqual((yield* store.list(session.user)).length, 1)
      yield* TestClock.adjust("13 hours")
      yield* forget
      assert.deepStrictEqual(yield* store.list(session.user), [])
      assert.strictEqual((yield* store.takeToken(token.digest))._tag, "None")
    }).pipe(Effect.provide(Maintenance.Default), Effect.provide(world())),
  )
})

describe("a one-time token", () => {
  it.effect("begins one session, within five minutes", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const sessions = yield* Sessions
      const [used, late] = yield* asSystem(
        Effect.all([sessions.createToken("Ann"), sessions.createToken("ann")]),
      )
      yield* TestClock.adjust("299 seconds")
      const { secret } = yield* sessions.beginWithToken(used.secret)
      assert.strictEqual(yield* whose(secret), "ann")
      assert.strictEqual((yield* Effect.flip(sessions.beginWithToken(used.secret)))._tag, "Unauthorized")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.flip(sessions.beginWithToken(late.secret)))._tag, "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is made by the engine alone, and for people who may enter", () =>
    Effect.gen(function* () {
      yield* people("ann", "root")
      const sessions = yield* Sessions
      const users = yield* Users
      const refusal = <E extends { readonly _tag: string }>(
        made: Effect.Effect<unknown, E, CurrentActor>,
        actor = system,
      ) =>
        Effect.map(Effect.flip(Effect.provideService(made, CurrentActor, actor)), ({ _tag }): string => _tag)
      const root: Person = { ...(yield* asSystem(users.findActor("root"))), siteAdmin: true }
      assert.strictEqual(yield* refusal(sessions.createToken("ann"), root), "PermissionDenied")
      assert.strictEqual(yield* refusal(sessions.createToken("nobody")), "NotFound")
      yield* asSystem(users.create({ username: "acme", isOrganization: true }))
      assert.strictEqual(yield* refusal(sessions.createToken("acme")), "InvalidInput")
      yield* asSystem(users.setDisabled("ann", true))
      assert.strictEqual(yield* refusal(sessions.createToken("ann")), "InvalidInput")
    }).pipe(Effect.provide(world())),
  )
})
