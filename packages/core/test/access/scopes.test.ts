/** Scopes of API keys and of hosts' sessions, below HTTP: who embeds the engine gets them too. */
import {
  type Actor,
  ApiKeys,
  Audit,
  Authenticator,
  CurrentActor,
  Datasets,
  fromMillis,
  getScope,
  hostIdentity,
  type NewApiKeyScope,
  Organizations,
  Sessions,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const actorFor = (user: string, scope: NewApiKeyScope) =>
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const { apiKey, secret } = yield* asSystem(keys.create({ user, scope }))
    return { actor: yield* keys.findActor(secret), apiKey, secret }
  })

const by =
  (actor: Actor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentActor, actor)

const refusal = <A, E extends { readonly _tag: string; readonly scope?: unknown }, R>(
  effect: Effect.Effect<A, E, R>,
) =>
  Effect.match(effect, {
    onFailure: (error) => (error.scope === undefined ? error._tag : `${error._tag} ${error.scope}`),
    onSuccess: () => "done",
  })

const setting = Effect.gen(function* () {
  yield* people("ann", "bob")
  yield* datasetOf("ann", { name: "cars" })
  yield* datasetOf("ann", { name: "cats", public: true })
})

describe("a key of one dataset", () => {
  it.effect("lists that dataset alone, and finds no other, not even a public one", () =>
    Effect.gen(function* () {
      yield* setting
      const datasets = yield* Datasets
      const { actor } = yield* actorFor("ann", { dataset: "ann/cars" })
      const names = (
        views: ReadonlyArray<{ readonly record: { readonly dataset: { readonly name: string } } }>,
      ) => views.map(({ record }) => record.dataset.name)
      assert.deepStrictEqual(names(yield* by(actor)(datasets.listMine())), ["cars"])
      assert.deepStrictEqual(names(yield* by(actor)(datasets.listMine({ shared: true }))), ["cars"])
      assert.deepStrictEqual(names(yield* by(actor)(datasets.listMine({ offset: 1 }))), [])
      assert.deepStrictEqual(names(yield* by(actor)(datasets.listOwned("ann"))), ["cars"])
      assert.deepStrictEqual(names(yield* by(actor)(datasets.listOwned("bob"))), [])
      assert.strictEqual(yield* refusal(by(actor)(datasets.get(named("ann", "cars")))), "done")
      assert.strictEqual(yield* refusal(by(actor)(datasets.get(named("ann", "cats")))), "NotFound")
      const gone = by(actor)(Effect.flip(datasets.get(named("ann", "cats"))))
      const unknown = by(actor)(Effect.flip(datasets.get(named("ann", "dogs"))))
      assert.deepStrictEqual(yield* gone, yield* unknown)
    }).pipe(Effect.provide(world())),
  )

  it.effect("sees nothing when its dataset is deleted, and lists say so", () =>
    Effect.gen(function* () {
      yield* setting
      const { actor, apiKey } = yield* actorFor("ann", { dataset: "ann/cars" })
      assert.strictEqual(apiKey.dataset, "ann/cars")
      yield* asSystem(Effect.flatMap(Datasets, (datasets) => datasets.remove(named("ann", "cars"))))
      assert.deepStrictEqual(yield* by(actor)(Effect.flatMap(Datasets, (all) => all.listMine())), [])
      const [shown] = yield* as("ann")(Effect.flatMap(ApiKeys, (keys) => keys.list()))
      assert.deepInclude(shown, { dataset: null, datasetId: apiKey.datasetId })
    }).pipe(Effect.provide(world())),
  )

  it.effect("is not created for a dataset that its user cannot see", () =>
    Effect.gen(function* () {
      yield* setting
      for (const dataset of ["ann/cars", "ann/none", "cars", "ann/cats/x", ""]) {
        const failure = yield* Effect.flip(actorFor("bob", { dataset }))
        assert.include(failure.message, "must be a dataset that the user of the key can see", dataset)
      }
      assert.strictEqual((yield* actorFor("bob", { dataset: "ann/cats" })).apiKey.dataset, "ann/cats")
    }).pipe(Effect.provide(world())),
  )
})

describe("a key with a scope", () => {
  it.effect("creates, rotates and revokes no keys, whatever its scope is", () =>
    Effect.gen(function* () {
      yield* setting
      const keys = yield* ApiKeys
      const scopes: ReadonlyArray<readonly [NewApiKeyScope, string]> = [
        [{ readOnly: true }, "read_only"],
        [{ dataset: "ann/cars" }, "dataset"],
        [{ role: "admin" }, "role"],
      ]
      for (const [scope, limit] of scopes) {
        const { actor, apiKey } = yield* actorFor("ann", scope)
        const outcomes = yield* Effect.all([
          refusal(by(actor)(keys.create({}))),
          refusal(by(actor)(keys.rotate(apiKey.id))),
          refusal(by(actor)(keys.revoke(apiKey.id))),
        ])
        for (const outcome of outcomes) assert.strictEqual(outcome, `PermissionDenied ${limit}`)
      }
    }).pipe(Effect.provide(world())),
  )

  it.effect("of a site admin has the permissions of a site admin only while it is limited to reading", () =>
    Effect.gen(function* () {
      yield* setting
      const [users, audit] = [yield* Users, yield* Audit]
      yield* asSystem(users.create({ username: "root", siteAdmin: true }))
      const reader = (yield* actorFor("root", { readOnly: true })).actor
      assert.strictEqual(yield* refusal(by(reader)(users.list())), "done")
      assert.strictEqual(
        yield* refusal(by(reader)(users.create({ username: "eve" }))),
        "PermissionDenied read_only",
      )
      const labeler = (yield* actorFor("root", { role: "labeler" })).actor
      assert.strictEqual(yield* refusal(by(labeler)(users.list())), "PermissionDenied role")
      assert.strictEqual(
        yield* refusal(by(labeler)(audit.ofAccounts({ before: null, limit: 1 }))),
        "PermissionDenied role",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("shows the members of an organization to nobody whose key is limited to a role", () =>
    Effect.gen(function* () {
      yield* setting
      const users = yield* Users
      yield* as("ann")(Effect.flatMap(Organizations, (all) => all.create({ username: "acme" })))
      assert.isDefined((yield* as("ann")(users.get("acme"))).details.members)
      const { actor } = yield* actorFor("ann", { role: "admin" })
      assert.isUndefined((yield* by(actor)(users.get("acme"))).details.members)
    }).pipe(Effect.provide(world())),
  )

  it.effect("shows the permissions that it has on a dataset, not those of its user", () =>
    Effect.gen(function* () {
      yield* setting
      const datasets = yield* Datasets
      const { actor } = yield* actorFor("ann", { role: "labeler" })
      const [listed] = yield* by(actor)(datasets.listMine())
      const one = yield* by(actor)(datasets.get(named("ann", "cars")))
      for (const view of [listed, one]) {
        assert.strictEqual(view?.record.role, "labeler")
        assert.isFalse(view?.permissions.includes("edit_samples"))
      }
      assert.strictEqual(
        yield* refusal(by(actor)(datasets.update(named("ann", "cars"), { description: "new" }))),
        "PermissionDenied role",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("begins sessions with the same limits, which end no others", () =>
    Effect.gen(function* () {
      yield* setting
      const sessions = yield* Sessions
      const { secret } = yield* actorFor("ann", { readOnly: true })
      const own = yield* sessions.beginWithKey(secret)
      const other = yield* sessions.begin("ann")
      const actor = yield* sessions.findActor(own.secret)
      assert.deepInclude(getScope(actor), { readOnly: true })
      assert.strictEqual(
        yield* refusal(by(actor)(sessions.end(other.session.id))),
        "PermissionDenied read_only",
      )
      assert.strictEqual(yield* refusal(by(actor)(sessions.end(own.session.id))), "done")
      assert.isNull(getScope(yield* sessions.findActor(other.secret)))
    }).pipe(Effect.provide(world())),
  )

  it.effect("leaves its limits in the audit log", () =>
    Effect.gen(function* () {
      yield* setting
      const { apiKey } = yield* actorFor("ann", { readOnly: true, role: "reviewer" })
      const [entry] = yield* as("ann")(
        Effect.flatMap(Audit, (audit) => audit.mine({ before: null, limit: 1 })),
      )
      assert.deepStrictEqual(JSON.parse(entry?.details ?? ""), {
        api_key: apiKey.id,
        read_only: true,
        role: "reviewer",
      })
    }).pipe(Effect.provide(world())),
  )
})

describe("a rotation", () => {
  it.effect("gives a key with the same scope, beside which the old one works until the overlap ends", () =>
    Effect.gen(function* () {
      yield* setting
      const keys = yield* ApiKeys
      const { apiKey, secret } = yield* actorFor("ann", { dataset: "ann/cars", role: "labeler" })
      const next = yield* as("ann")(keys.rotate(apiKey.id, { overlapSeconds: 60 }))
      const limits = { dataset: "ann/cars", maxRole: "labeler", readOnly: false, successor: null } as const
      assert.deepInclude(next.apiKey, { ...limits, user: apiKey.user, expiresAt: null })
      assert.notStrictEqual(Redacted.value(next.secret), Redacted.value(secret))
      const works = (one: typeof secret) => Effect.isSuccess(keys.findActor(one))
      assert.deepStrictEqual([yield* works(secret), yield* works(next.secret)], [true, true])
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual([yield* works(secret), yield* works(next.secret)], [false, true])
      const old = (yield* as("ann")(keys.list())).find(({ id }) => id === apiKey.id)
      assert.deepInclude(old, { successor: next.apiKey.id, expiresAt: fromMillis(60_000) })
    }).pipe(Effect.provide(world())),
  )

  it.effect("without an overlap ends the old key at once, also where it was used a moment ago", () =>
    Effect.gen(function* () {
      yield* setting
      const keys = yield* ApiKeys
      const { apiKey, secret } = yield* actorFor("ann", {})
      yield* as("ann")(keys.rotate(apiKey.id, { overlapSeconds: 0 }))
      assert.isTrue(yield* Effect.isFailure(keys.findActor(secret)))
    }).pipe(Effect.provide(world())),
  )

  it.effect("gives the new key the lifetime of the old one, and another expiry when asked", () =>
    Effect.gen(function* () {
      yield* setting
      const keys = yield* ApiKeys
      yield* TestClock.setTime(10_000)
      const { apiKey } = yield* asSystem(keys.create({ user: "ann", expiresAt: fromMillis(70_000) }))
      yield* TestClock.setTime(30_000)
      const second = yield* asSystem(keys.rotate(apiKey.id))
      assert.strictEqual(second.apiKey.expiresAt, fromMillis(90_000))
      const third = yield* asSystem(keys.rotate(second.apiKey.id, { expiresAt: null }))
      assert.isNull(third.apiKey.expiresAt)
      const past = keys.rotate(third.apiKey.id, { expiresAt: fromMillis(1000) })
      assert.strictEqual(yield* refusal(asSystem(past)), "InvalidInput")
      const long = keys.rotate(third.apiKey.id, { overlapSeconds: 604_801 })
      assert.strictEqual(yield* refusal(asSystem(long)), "InvalidInput")
    }).pipe(Effect.provide(world())),
  )

  it.effect("happens once for each key, and only by its user or a site admin", () =>
    Effect.gen(function* () {
      yield* setting
      const keys = yield* ApiKeys
      const { apiKey } = yield* actorFor("ann", {})
      assert.strictEqual(yield* refusal(as("bob")(keys.rotate(apiKey.id))), "NotFound")
      const { apiKey: next } = yield* as("ann")(keys.rotate(apiKey.id))
      const again = yield* Effect.flip(as("ann")(keys.rotate(apiKey.id)))
      assert.deepInclude(again, { _tag: "Conflict", code: "already_rotated" })
      yield* as("ann")(keys.revoke(next.id))
      assert.strictEqual(yield* refusal(as("ann")(keys.rotate(next.id))), "NotFound")
    }).pipe(Effect.provide(world())),
  )
})

describe("a host with its own identity", () => {
  const authenticated = (scope: unknown) =>
    Effect.flatMap(Authenticator, (authenticator) =>
      authenticator.authenticate({ method: "GET", target: "/", header: () => undefined }),
    ).pipe(
      // The cast stands for a host without a compiler.
      Effect.provide(
        hostIdentity(() => ({ username: "ann", scope: scope as { readonly readOnly: boolean } })),
      ),
    )

  it.effect("limits a request with a scope", () =>
    Effect.gen(function* () {
      yield* setting
      const datasets = yield* Datasets
      const actor = yield* authenticated({ readOnly: true })
      assert.strictEqual(yield* refusal(by(actor)(datasets.get(named("ann", "cars")))), "done")
      assert.strictEqual(
        yield* refusal(by(actor)(datasets.remove(named("ann", "cars")))),
        "PermissionDenied read_only",
      )
      const whole = yield* authenticated(undefined)
      assert.strictEqual(yield* refusal(by(whole)(datasets.remove(named("ann", "cars")))), "done")
    }).pipe(Effect.provide(world())),
  )

  it.effect("that gives a scope which cannot be read limits by failing", () =>
    Effect.gen(function* () {
      yield* setting
      for (const scope of [null, "read", { read_only: true }, { role: "owner" }, { datasetId: "cars" }])
        assert.isTrue(yield* Effect.isFailure(Effect.sandbox(authenticated(scope))), JSON.stringify(scope))
    }).pipe(Effect.provide(world())),
  )
})
