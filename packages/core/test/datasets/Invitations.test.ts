/** Invitations by link: what they give, to whom, and when they lead nowhere. */
import { Collaborators, Invitations, Organizations, UserStore, Users } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const acme = { organization: "acme" }
const cats = { dataset: named("ann", "cats") }

/** Ann has an organization and a dataset. */
const place = Effect.gen(function* () {
  yield* people("ann", "bob", "eve", "root")
  yield* as("ann")((yield* Organizations).create({ username: "acme" }))
  yield* datasetOf("ann")
  return yield* Invitations
})

const roleIn = (name: string) =>
  Effect.gen(function* () {
    const members = yield* asSystem((yield* Organizations).members("acme"))
    return members.find(({ user }) => user.username === name)?.role ?? null
  })

const refusal = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(effect), (either) => (Either.isLeft(either) ? either.left._tag : "accepted"))

describe("an invitation", () => {
  it.effect("gives its role in an organization to as many people as it says", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const { invitation, secret } = yield* as("ann")(
        invitations.create(acme, { role: "reviewer", maxUses: 2 }),
      )
      assert.match(Redacted.value(secret), /^[\w-]{43}$/)
      assert.deepInclude(yield* as("bob")(invitations.accept(secret)), { place: "acme", role: "reviewer" })
      // Again: it is not used up by people who have the role.
      yield* as("bob")(invitations.accept(secret))
      yield* as("eve")(invitations.accept(secret))
      assert.deepStrictEqual([yield* roleIn("bob"), yield* roleIn("eve")], ["reviewer", "reviewer"])
      assert.strictEqual(yield* refusal(as("root")(invitations.accept(secret))), "NotFound")
      const [listed] = yield* as("ann")(invitations.list(acme))
      assert.deepInclude(listed?.invitation, { id: invitation.id, uses: 2, maxUses: 2 })
    }).pipe(Effect.provide(world())),
  )

  it.effect("is used by one of two people at once, when it is for one", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const { secret } = yield* as("ann")(invitations.create(acme, { role: "labeler" }))
      const both = yield* Effect.all(
        ["bob", "eve"].map((name) => refusal(as(name)(invitations.accept(secret)))),
        { concurrency: 2 },
      )
      assert.sameMembers(both, ["accepted", "NotFound"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("gives its role on a dataset, and never a lower one than there is", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const collaborators = yield* Collaborators
      const roleOf = as("ann")(collaborators.get(cats.dataset, "bob")).pipe(Effect.map(({ role }) => role))
      const invite = (role: "labeler" | "manager") => as("ann")(invitations.create(cats, { role }))
      const [low, high, lower] = [
        yield* invite("labeler"),
        yield* invite("manager"),
        yield* invite("labeler"),
      ]
      yield* as("bob")(invitations.accept(low.secret))
      assert.strictEqual(yield* roleOf, "labeler")
      yield* as("bob")(invitations.accept(high.secret))
      assert.strictEqual(yield* roleOf, "manager")
      const kept = yield* as("bob")(invitations.accept(lower.secret))
      assert.deepStrictEqual([kept.role, yield* roleOf], ["manager", "manager"])
      const own = yield* as("ann")(invitations.create(cats, { role: "admin" }))
      assert.strictEqual(yield* refusal(as("ann")(invitations.accept(own.secret))), "CollaboratorRefused")
    }).pipe(Effect.provide(world())),
  )

  it.effect("leads nowhere when it has expired, was revoked, or is not one", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const create = as("ann")(invitations.create(acme, { role: "labeler" }))
      const [revoked, expired] = [yield* create, yield* create]
      yield* as("ann")(invitations.revoke(acme, revoked.invitation.id))
      assert.strictEqual(
        yield* refusal(as("ann")(invitations.revoke(acme, revoked.invitation.id))),
        "NotFound",
      )
      assert.strictEqual(
        yield* refusal(as("ann")(invitations.revoke(cats, expired.invitation.id))),
        "NotFound",
      )
      assert.strictEqual(yield* refusal(as("bob")(invitations.accept(revoked.secret))), "NotFound")
      yield* TestClock.adjust("7 days")
      for (const secret of [expired.secret, Redacted.make("A".repeat(43)), Redacted.make("")]) {
        assert.strictEqual(yield* refusal(as("bob")(invitations.accept(secret))), "NotFound")
        assert.strictEqual(yield* refusal(as("bob")(invitations.read(secret))), "NotFound")
      }
      assert.isNull(yield* roleIn("bob"))
      assert.deepStrictEqual(yield* as("ann")(invitations.list(acme)), [])
    }).pipe(Effect.provide(world())),
  )

  it.effect("leads nowhere once its creator is no admin any more, or is disabled", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const organizations = yield* Organizations
      yield* as("ann")(organizations.putMember("acme", "bob", "admin"))
      const { secret } = yield* as("bob")(invitations.create(acme, { role: "admin", maxUses: 9 }))
      const { secret: other } = yield* as("ann")(invitations.create(cats, { role: "admin" }))
      yield* as("ann")(organizations.putMember("acme", "bob", "manager"))
      assert.strictEqual(yield* refusal(as("eve")(invitations.accept(secret))), "NotFound")
      yield* as("ann")(organizations.putMember("acme", "bob", "admin"))
      yield* as("eve")(invitations.accept(secret))
      yield* asSystem((yield* Users).setDisabled("ann", true))
      assert.strictEqual(yield* refusal(as("eve")(invitations.accept(other))), "NotFound")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is made, listed and revoked by admins alone", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      yield* as("ann")((yield* Organizations).putMember("acme", "bob", "manager"))
      const make = invitations.create(acme, { role: "labeler" })
      assert.strictEqual(yield* refusal(as("bob")(make)), "PermissionDenied")
      assert.strictEqual(yield* refusal(as("bob")(invitations.list(acme))), "PermissionDenied")
      assert.strictEqual(yield* refusal(as("eve")(invitations.create(cats, { role: "labeler" }))), "NotFound")
      const bad = [
        { role: "labeler", maxUses: 0 },
        { role: "labeler", expiresAt: "1970-01-01T00:00:00.000000Z" },
        { role: "labeler", expiresAt: "1970-04-01T00:00:00.000001Z" },
      ] as const
      for (const input of bad)
        assert.strictEqual(yield* refusal(as("ann")(invitations.create(acme, input))), "InvalidInput")
    }).pipe(Effect.provide(world())),
  )

  it.effect("makes an account only where the settings allow it, and then one with a key", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const { secret } = yield* as("ann")(invitations.create(acme, { role: "labeler" }))
      const attempt = invitations.acceptAsNew(secret, { username: "new" })
      assert.strictEqual(yield* refusal(attempt), "PermissionDenied")
      assert.isTrue(Option.isNone(yield* (yield* UserStore).byName("new")))
    }).pipe(Effect.provide(world())),
  )

  it.effect("makes no account when it gives no role", () =>
    Effect.gen(function* () {
      const invitations = yield* place
      const { secret } = yield* as("ann")(invitations.create(acme, { role: "labeler" }))
      const accept = (username: string) => invitations.acceptAsNew(secret, { username })
      assert.strictEqual(yield* refusal(accept("ann")), "AlreadyExists")
      assert.strictEqual(yield* refusal(accept("not a name")), "InvalidInput")
      const made = yield* accept("new")
      assert.deepStrictEqual(
        [made.user.username, made.role, yield* roleIn("new")],
        ["new", "labeler", "labeler"],
      )
      assert.match(Redacted.value(made.secret), /^ann_/)
      assert.strictEqual(yield* refusal(accept("newer")), "NotFound")
      assert.isTrue(Option.isNone(yield* (yield* UserStore).byName("newer")))
    }).pipe(Effect.provide(world({ invitedAccounts: true }))),
  )
})
