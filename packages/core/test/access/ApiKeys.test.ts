/** Keys: what they look like, what they open, and every way in which they stop. */
import {
  ApiKeyStore,
  ApiKeys,
  Authenticator,
  CurrentActor,
  formatApiKey,
  fromMillis,
  parseApiKeyId,
  readBearerToken,
  Transaction,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, FastCheck, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import { composeServices } from "../../src/kernel/composeServices.ts"
import { as, asSystem, people, world } from "../world.ts"

const refused = "Unauthorized"

/** Who a header belongs to. */
const whose = (header: string | undefined) =>
  Effect.flatMap(Authenticator, (authenticator) =>
    authenticator.authenticate({ method: "GET", target: "/", header: () => header }),
  ).pipe(
    Effect.map((actor) => (actor._tag === "Person" ? actor.username : "system")),
    Effect.catchAll((error) => Effect.succeed(error._tag)),
  )

const keyFor = (name: string, expiresAt?: string) =>
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const { apiKey, secret } = yield* as(name)(keys.create({ expiresAt }))
    return { apiKey, header: `APIKey ${Redacted.value(secret)}`, secret: Redacted.value(secret) }
  })

describe("the form of a key", () => {
  it("is ann_, 8 characters, _ and 43 characters of base62, and is read back", () => {
    const bytes = FastCheck.uint8Array({ minLength: 32, maxLength: 32 })
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ minLength: 6, maxLength: 6 }), bytes, (name, secret) => {
        const key = formatApiKey(name, secret)
        assert.match(key, /^ann_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/)
        assert.strictEqual(parseApiKeyId(key), key.slice(4, 12))
        assert.strictEqual(readBearerToken(`apikey ${key}`), key)
      }),
    )
  })

  it("keeps every one of the 256 bits", () => {
    const zero = new Uint8Array(32)
    const one = new Uint8Array(32).fill(255)
    const name = new Uint8Array(6)
    assert.isTrue(formatApiKey(name, zero).endsWith("_".concat("0".repeat(43))))
    const almost = Uint8Array.from(one)
    almost[0] = 254
    assert.notStrictEqual(formatApiKey(name, one), formatApiKey(name, almost))
  })
})

describe("API keys", () => {
  it.effect("open what their person may, under a scheme in any spelling", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { header } = yield* keyFor("ann")
      assert.strictEqual(yield* whose(header), "ann")
      assert.strictEqual(yield* whose(header.replace("APIKey", "apikey")), "ann")
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "are refused alike when missing, malformed, unknown, revoked, expired, or of somebody disabled",
    () =>
      Effect.gen(function* () {
        yield* people("ann", "bob", "cleo")
        const ann = yield* keyFor("ann")
        const bob = yield* keyFor("bob")
        const cleo = yield* keyFor("cleo", fromMillis(60_000))
        const wrong = `${ann.header.slice(0, -1)}${ann.header.endsWith("a") ? "b" : "a"}`
        assert.strictEqual(yield* whose(cleo.header), "cleo")
        yield* as("ann")(Effect.flatMap(ApiKeys, (keys) => keys.revoke(ann.apiKey.id)))
        yield* asSystem(Effect.flatMap(Users, (users) => users.setDisabled("bob", true)))
        yield* TestClock.adjust("1 minute")
        for (const header of [
          undefined,
          "",
          "APIKey",
          "APIKey x",
          `Bearer ${bob.secret}`,
          bob.secret,
          wrong,
          ann.header,
          bob.header,
          cleo.header,
        ]) {
          assert.strictEqual(yield* whose(header), refused, header)
        }
      }).pipe(Effect.provide(world())),
  )

  it.effect("stop at once in the process that revoked them, or disabled their person", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const first = yield* keyFor("ann")
      const second = yield* keyFor("ann")
      assert.deepStrictEqual([yield* whose(first.header), yield* whose(second.header)], ["ann", "ann"])
      yield* as("ann")(Effect.flatMap(ApiKeys, (keys) => keys.revoke(first.apiKey.id)))
      assert.deepStrictEqual([yield* whose(first.header), yield* whose(second.header)], [refused, "ann"])
      yield* asSystem(Effect.flatMap(Users, (users) => users.setDisabled("ann", true)))
      assert.strictEqual(yield* whose(second.header), refused)
      yield* asSystem(Effect.flatMap(Users, (users) => users.setDisabled("ann", false)))
      assert.strictEqual(yield* whose(second.header), "ann")
    }).pipe(Effect.provide(world())),
  )

  it.effect("stop at once also when they were used while a larger transaction revoked them", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const [ann, bob] = [yield* keyFor("ann"), yield* keyFor("bob")]
      assert.deepStrictEqual([yield* whose(ann.header), yield* whose(bob.header)], ["ann", "bob"])
      const revoked = yield* Deferred.make<void>()
      const beside = yield* Effect.fork(
        Effect.zipRight(Deferred.await(revoked), Effect.all([whose(ann.header), whose(bob.header)])),
      )
      const { run } = yield* Transaction
      yield* run(
        Effect.gen(function* () {
          yield* as("ann")(Effect.flatMap(ApiKeys, (keys) => keys.revoke(ann.apiKey.id)))
          yield* asSystem(Effect.flatMap(Users, (users) => users.setDisabled("bob", true)))
          yield* Deferred.succeed(revoked, undefined)
          yield* Fiber.await(beside)
        }),
      )
      assert.deepStrictEqual([yield* whose(ann.header), yield* whose(bob.header)], [refused, refused])
    }).pipe(Effect.provide(world())),
  )

  it.effect("open although their use cannot be noted, or not at once", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { header } = yield* keyFor("ann")
      const store = yield* ApiKeyStore
      for (const touch of [Effect.dieMessage("the disk is full"), Effect.never]) {
        const keys = composeServices(ApiKeys).pipe(
          Layer.provide(Layer.succeed(ApiKeyStore, { ...store, touch: () => touch })),
        )
        const asked = yield* Effect.fork(
          Effect.provide(whose(header), Layer.provide(Authenticator.apiKeys, keys)),
        )
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* Fiber.join(asked), "ann")
      }
    }).pipe(Effect.provide(world())),
  )

  it.effect("stop within two seconds when another process revoked them", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { apiKey, header } = yield* keyFor("ann")
      assert.strictEqual(yield* whose(header), "ann")
      const store = yield* ApiKeyStore
      yield* store.revoke(apiKey.user, apiKey.id, fromMillis(0))
      assert.strictEqual(yield* whose(header), "ann")
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* whose(header), refused)
    }).pipe(Effect.provide(world())),
  )

  it.effect("are kept as a digest, and note their use at most once a minute", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { apiKey, header, secret } = yield* keyFor("ann")
      const store = yield* ApiKeyStore
      const lastUsed = Effect.map(store.find(apiKey.id), (found) => Option.getOrThrow(found).key.lastUsedAt)
      assert.notInclude(JSON.stringify(yield* store.find(apiKey.id)), secret)
      yield* whose(header)
      assert.strictEqual(yield* lastUsed, fromMillis(0))
      yield* TestClock.adjust("30 seconds")
      yield* whose(header)
      assert.strictEqual(yield* lastUsed, fromMillis(0))
      yield* TestClock.adjust("31 seconds")
      yield* whose(header)
      assert.strictEqual(yield* lastUsed, fromMillis(61_000))
    }).pipe(Effect.provide(world())),
  )

  it.effect("made with credentials that expire end no later than those", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const soon = fromMillis(3_600_000)
      const { secret } = yield* keyFor("ann", soon)
      const keys = yield* ApiKeys
      const actor = yield* keys.findActor(Redacted.make(secret))
      const made = (expiresAt?: string) =>
        Effect.provideService(keys.create({ expiresAt }), CurrentActor, actor)
      assert.strictEqual((yield* made()).apiKey.expiresAt, soon)
      assert.strictEqual((yield* made(fromMillis(7_200_000))).apiKey.expiresAt, soon)
      assert.strictEqual((yield* made(fromMillis(60_000))).apiKey.expiresAt, fromMillis(60_000))
    }).pipe(Effect.provide(world())),
  )

  it.effect("belong to persons, are listed and revoked by them and by site admins only", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* asSystem(Effect.flatMap(Users, (users) => users.create({ username: "root", siteAdmin: true })))
      yield* asSystem(
        Effect.flatMap(Users, (users) => users.create({ username: "acme", isOrganization: true })),
      )
      const keys = yield* ApiKeys
      const ofAnn = yield* keyFor("ann")
      const tag = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(effect), (error) => error._tag)
      assert.strictEqual(yield* tag(as("bob")(keys.revoke(ofAnn.apiKey.id))), "NotFound")
      assert.strictEqual(yield* tag(as("bob")(keys.list("ann"))), "PermissionDenied")
      assert.strictEqual(yield* tag(as("bob")(keys.list("nobody"))), "PermissionDenied")
      assert.strictEqual(yield* tag(as("bob")(keys.create({ user: "ann" }))), "PermissionDenied")
      assert.strictEqual(yield* tag(asSystem(keys.create({ user: "acme" }))), "InvalidInput")
      for (const expiresAt of [fromMillis(0), "2030-02-30T00:00:00.000000Z", "9999-99-99T99:99:99.999999Z"])
        assert.strictEqual(yield* tag(as("ann")(keys.create({ expiresAt }))), "InvalidInput")
      assert.deepStrictEqual(
        (yield* as("root")(keys.list("ann"))).map(({ id }) => id),
        [ofAnn.apiKey.id],
      )
      yield* as("root")(keys.revoke(ofAnn.apiKey.id))
      assert.deepStrictEqual(yield* as("ann")(keys.list()), [])
      assert.strictEqual(yield* tag(as("ann")(keys.revoke(ofAnn.apiKey.id))), "NotFound")
    }).pipe(Effect.provide(world())),
  )

  it.effect("may be chosen elsewhere by the engine itself, in the documented form only", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const keys = yield* ApiKeys
      const chosen = `ann_AbCd1234_${"x".repeat(43)}`
      yield* asSystem(keys.create({ user: "ann", secret: Redacted.make(chosen) }))
      assert.strictEqual(yield* whose(`APIKey ${chosen}`), "ann")
      const short = yield* Effect.flip(asSystem(keys.create({ user: "ann", secret: Redacted.make("admin") })))
      assert.strictEqual(short._tag, "InvalidInput")
      const notTheirs = yield* Effect.flip(as("ann")(keys.create({ secret: Redacted.make(chosen) })))
      assert.strictEqual(notTheirs._tag, "PermissionDenied")
    }).pipe(Effect.provide(world())),
  )
})
