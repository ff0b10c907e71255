/** People of identity providers: which account they have, and which roles they keep. */
import {
  LinkedIdentities,
  LinkedIdentityStore,
  Organizations,
  type Role,
  UserStore,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { as, asSystem, people, world } from "../world.ts"

const issuer = "https://login.example"

const profile = (subject: string, username: string, roles: Readonly<Record<string, Role>> = {}) => ({
  issuer,
  subject,
  username,
  email: undefined,
  roles: new Map(Object.entries(roles)),
  mayCreate: true,
})

const roleIn = (organization: string, name: string) =>
  Effect.gen(function* () {
    const members = yield* asSystem((yield* Organizations).members(organization))
    return members.find(({ user }) => user.username === name)?.role ?? null
  })

const acme = Effect.gen(function* () {
  yield* people("ann", "root")
  yield* as("ann")((yield* Organizations).create({ username: "acme" }))
  return yield* LinkedIdentities
})

describe("a person of an identity provider", () => {
  it.effect("gets one account from twenty first sign-ins at once", () =>
    Effect.gen(function* () {
      const identities = yield* acme
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => identities.signIn(profile("s", "new", { acme: "labeler" }))),
        { concurrency: "unbounded" },
      )
      assert.isTrue(all.every((one) => one._tag === "SignedIn" && one.user.username === "new"))
      assert.strictEqual(all.filter((one) => one._tag === "SignedIn" && one.created).length, 1)
      assert.strictEqual(yield* roleIn("acme", "new"), "labeler")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is not somebody with the same name or of another issuer", () =>
    Effect.gen(function* () {
      const identities = yield* acme
      assert.deepInclude(yield* identities.signIn(profile("s", "ann")), { reason: "name_taken" })
      yield* identities.signIn(profile("s", "new"))
      const other = { ...profile("s", "new"), issuer: "https://evil.example" }
      assert.deepInclude(yield* identities.signIn(other), { reason: "name_taken" })
      const unknown = { ...profile("t", "newer"), mayCreate: false }
      assert.deepInclude(yield* identities.signIn(unknown), { reason: "unknown" })
      assert.isTrue(Option.isNone(yield* (yield* UserStore).byName("newer")))
    }).pipe(Effect.provide(world())),
  )

  it.effect("loses the role of a group, but not one that people gave or changed", () =>
    Effect.gen(function* () {
      const identities = yield* acme
      const organizations = yield* Organizations
      const signIn = (roles: Readonly<Record<string, Role>>) => identities.signIn(profile("s", "new", roles))
      yield* as("ann")(organizations.create({ username: "beta" }))
      yield* signIn({ ACME: "reviewer", beta: "labeler" })
      assert.deepStrictEqual(
        [yield* roleIn("acme", "new"), yield* roleIn("beta", "new")],
        ["reviewer", "labeler"],
      )
      yield* as("ann")(organizations.putMember("beta", "new", "manager"))
      yield* signIn({ acme: "labeler", beta: "labeler" })
      assert.deepStrictEqual(
        [yield* roleIn("acme", "new"), yield* roleIn("beta", "new")],
        ["labeler", "manager"],
      )
      yield* signIn({})
      assert.deepStrictEqual([yield* roleIn("acme", "new"), yield* roleIn("beta", "new")], [null, "manager"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("keeps the role of the last admin until there is another one", () =>
    Effect.gen(function* () {
      const identities = yield* acme
      const organizations = yield* Organizations
      yield* identities.signIn(profile("s", "new", { acme: "admin" }))
      yield* as("ann")(organizations.removeMember("acme", "ann"))
      assert.strictEqual((yield* identities.signIn(profile("s", "new")))._tag, "SignedIn")
      assert.strictEqual(yield* roleIn("acme", "new"), "admin")
      yield* as("new")(organizations.putMember("acme", "ann", "admin"))
      yield* identities.signIn(profile("s", "new"))
      assert.isNull(yield* roleIn("acme", "new"))
    }).pipe(Effect.provide(world())),
  )

  it.effect("enters no more when disabled, and is linked by site admins alone", () =>
    Effect.gen(function* () {
      const identities = yield* acme
      const link = identities.link("ann", issuer, "s")
      assert.strictEqual((yield* Effect.flip(as("ann")(link)))._tag, "PermissionDenied")
      yield* asSystem(link)
      assert.strictEqual((yield* Effect.flip(asSystem(link)))._tag, "AlreadyExists")
      const signIn = identities.signIn(profile("s", "other"))
      assert.deepInclude(yield* signIn, { _tag: "SignedIn", created: false })
      assert.lengthOf(
        yield* (yield* LinkedIdentityStore).ofUser(
          (yield* asSystem((yield* Users).get("ann"))).user.username,
        ),
        1,
      )
      yield* asSystem((yield* Users).setDisabled("ann", true))
      assert.deepInclude(yield* signIn, { reason: "disabled" })
    }).pipe(Effect.provide(world())),
  )

  it.effect("has groups of organizations that do not exist without an effect", () =>
    Effect.gen(function* () {
      const identities = yield* acme
      const signedIn = yield* identities.signIn(profile("s", "new", { nowhere: "admin", ann: "admin" }))
      assert.strictEqual(signedIn._tag, "SignedIn")
    }).pipe(Effect.provide(world())),
  )
})
