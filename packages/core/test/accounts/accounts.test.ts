/** Accounts and organizations: who makes them, who sees what of them, and who stays. */
import {
  Audit,
  AuditStore,
  Collaborators,
  Datasets,
  Organizations,
  Username,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { as, asSystem, beside, cats, datasetOf, named, world } from "../world.ts"

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

/** Acme with Boss as its admin, and Ann and Bob who are strangers. */
const acme = Effect.gen(function* () {
  const users = yield* Users
  for (const username of ["boss", "ann", "bob"]) {
    yield* asSystem(users.create({ username, email: `${username}@example.org` }))
  }
  yield* asSystem(users.create({ username: "root", siteAdmin: true }))
  const organizations = yield* Organizations
  yield* as("boss")(organizations.create({ username: "acme" }))
  return organizations
})

describe("accounts", () => {
  it.effect("have names that are unique without regard to case, people and organizations together", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      const users = yield* Users
      assert.strictEqual(
        yield* messageOf(asSystem(users.create({ username: "ANN" }))),
        "A user with this name already exists.",
      )
      assert.strictEqual(
        yield* messageOf(as("ann")(organizations.create({ username: "Bob" }))),
        "An organization with this name already exists.",
      )
      assert.strictEqual((yield* as("bob")(users.get("ANN"))).user.username, "ann")
    }).pipe(Effect.provide(world())),
  )

  it.effect("are checked, every violation with its pointer", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const error = yield* Effect.flip(asSystem(users.create({ username: "-no", email: "nowhere" })))
      assert.isTrue(error._tag === "InvalidInput")
      if (error._tag !== "InvalidInput") return
      assert.deepStrictEqual(
        error.errors.map(({ pointer }) => pointer),
        ["/username", "/email"],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("are made, listed and disabled by site admins, who do not make site admins", () =>
    Effect.gen(function* () {
      yield* acme
      const users = yield* Users
      assert.strictEqual(yield* tagOf(as("ann")(users.create({ username: "eve" }))), "PermissionDenied")
      assert.strictEqual(yield* tagOf(as("ann")(users.list())), "PermissionDenied")
      assert.strictEqual(yield* tagOf(as("ann")(users.setDisabled("bob", true))), "PermissionDenied")
      assert.strictEqual(
        yield* tagOf(as("root")(users.create({ username: "eve", siteAdmin: true }))),
        "PermissionDenied",
      )
      const made = yield* as("root")(users.create({ username: "eve" }))
      assert.strictEqual(made.createdBy, "root")
      const names = (yield* as("root")(users.list())).map(({ username }) => username)
      assert.deepStrictEqual(names, ["acme", "ann", "bob", "boss", "eve", "root"])
      const rest = yield* as("root")(users.list({ after: "Ann", limit: 2 }))
      assert.deepStrictEqual(
        rest.map(({ username }) => username),
        ["bob", "boss"],
      )
      yield* as("root")(users.setDisabled("eve", true))
      assert.strictEqual(yield* tagOf(users.findActor("eve")), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("are not disabled by themselves, so that a site admin is always left", () =>
    Effect.gen(function* () {
      yield* acme
      const users = yield* Users
      assert.strictEqual(yield* tagOf(as("root")(users.setDisabled("Root", true))), "Conflict")
      assert.strictEqual((yield* users.findActor("root"))._tag, "Person")
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "are disabled and given an address in one change, of which nothing stays when it is refused",
    () =>
      Effect.gen(function* () {
        yield* acme
        const users = yield* Users
        const email = "new@example.org"
        const refused = as("root")(users.change("root", { disabled: true, email }))
        assert.strictEqual(yield* tagOf(refused), "Conflict")
        const wrong = as("root")(users.change("ann", { disabled: true, email: "nowhere" }))
        assert.strictEqual(yield* tagOf(wrong), "InvalidInput")
        assert.strictEqual(yield* tagOf(as("boss")(users.change("ann", { email }))), "PermissionDenied")
        const kept = yield* asSystem(users.list())
        assert.isTrue(kept.every((user) => user.disabledAt === null && user.email !== email))
        const changed = yield* as("root")(users.change("ann", { disabled: true, email }))
        assert.strictEqual(changed.email, email)
        assert.isNotNull(changed.disabledAt)
        const again = yield* as("root")(users.change("ann", { disabled: false }))
        assert.deepInclude(again, { email, disabledAt: null })
      }).pipe(Effect.provide(world())),
  )

  it.effect("show their address to themselves, co-members, people of one dataset and site admins", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      const users = yield* Users
      const sees = (viewer: string, name: string) =>
        Effect.map(as(viewer)(users.get(name)), ({ details }) => details.showEmail)
      assert.deepStrictEqual(
        yield* Effect.all([sees("ann", "ann"), sees("root", "ann"), sees("bob", "ann"), sees("boss", "ann")]),
        [true, true, false, false],
      )
      yield* as("boss")(organizations.putMember("acme", "ann", "labeler"))
      assert.deepStrictEqual(yield* Effect.all([sees("boss", "ann"), sees("bob", "ann")]), [true, false])
      yield* datasetOf("ann")
      yield* as("ann")(
        Effect.flatMap(Collaborators, (some) => some.add(named("ann", "cats"), { user: "bob" })),
      )
      assert.deepStrictEqual(yield* Effect.all([sees("bob", "ann"), sees("ann", "bob")]), [true, true])
    }).pipe(Effect.provide(world())),
  )

  it.effect("turn webhooks on for themselves, and organizations' admins for those", () =>
    Effect.gen(function* () {
      yield* acme
      const users = yield* Users
      assert.isTrue((yield* as("ann")(users.setWebhooks(true))).webhooksEnabled)
      assert.isTrue((yield* as("boss")(users.setWebhooks(true, "acme"))).webhooksEnabled)
      assert.strictEqual(yield* tagOf(as("ann")(users.setWebhooks(true, "acme"))), "PermissionDenied")
      assert.isFalse((yield* as("ann")(users.setWebhooks(false))).webhooksEnabled)
    }).pipe(Effect.provide(world())),
  )
})

describe("organizations", () => {
  it.effect("have whoever made them as first admin, and show themselves to their people", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      const users = yield* Users
      const members = yield* as("boss")(organizations.members("ACME"))
      assert.deepStrictEqual(
        members.map(({ user, role }) => [user.username, role]),
        [["boss", "admin"]],
      )
      const me = yield* as("boss")(users.me())
      assert.deepStrictEqual(
        me.details.organizations?.map(({ username }) => username),
        ["acme"],
      )
      assert.strictEqual((yield* as("ann")(users.get("acme"))).details.members, undefined)
      assert.strictEqual((yield* as("boss")(users.get("acme"))).details.members?.length, 1)
    }).pipe(Effect.provide(world())),
  )

  it.effect("are managed by their admins and site admins, and by nobody else", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      yield* as("boss")(organizations.putMember("acme", "ann", "manager"))
      for (const name of ["ann", "bob"]) {
        assert.strictEqual(yield* tagOf(as(name)(organizations.members("acme"))), "PermissionDenied")
        assert.strictEqual(yield* tagOf(as(name)(organizations.member("acme", "ann"))), "PermissionDenied")
        assert.strictEqual(
          yield* tagOf(as(name)(organizations.putMember("acme", "bob", "labeler"))),
          "PermissionDenied",
        )
        assert.strictEqual(
          yield* tagOf(as(name)(organizations.removeMember("acme", "ann"))),
          "PermissionDenied",
        )
      }
      assert.strictEqual(
        (yield* as("root")(organizations.putMember("acme", "bob", "labeler"))).role,
        "labeler",
      )
      assert.strictEqual((yield* as("root")(organizations.member("acme", "bob"))).role, "labeler")
      yield* as("root")(organizations.removeMember("acme", "bob"))
      assert.strictEqual(
        yield* messageOf(as("boss")(organizations.member("acme", "bob"))),
        "Member not found.",
      )
      assert.strictEqual(yield* tagOf(as("root")(organizations.requireAdmin("acme"))), "PermissionDenied")
      assert.strictEqual(
        yield* messageOf(as("boss")(organizations.members("ann"))),
        "Organization not found.",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("obey nobody who is removed at that moment", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      yield* as("boss")(organizations.putMember("acme", "ann", "admin"))
      const removed = as("boss")(organizations.removeMember("acme", "ann"))
      const exit = yield* beside(removed, as("ann")(organizations.putMember("acme", "bob", "admin")))
      assert.isTrue(Exit.isFailure(exit))
      yield* as("boss")(organizations.putMember("acme", "ann", "admin"))
      const made = yield* beside(
        removed,
        as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.create({ ...cats, owner: "acme" }))),
      )
      assert.isTrue(Exit.isFailure(made))
      assert.strictEqual((yield* as("boss")(organizations.members("acme"))).length, 1)
    }).pipe(Effect.provide(world())),
  )

  it.effect("keep their last admin", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      const last = "Cannot remove the last admin of an organization."
      assert.strictEqual(yield* messageOf(as("boss")(organizations.removeMember("acme", "boss"))), last)
      assert.strictEqual(
        yield* messageOf(as("root")(organizations.putMember("acme", "boss", "manager"))),
        last,
      )
      yield* as("boss")(organizations.putMember("acme", "ann", "admin"))
      yield* as("ann")(organizations.removeMember("acme", "boss"))
      assert.strictEqual(yield* messageOf(as("ann")(organizations.removeMember("acme", "ann"))), last)
    }).pipe(Effect.provide(world())),
  )

  it.effect("keep one admin of two who leave at once", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      yield* as("boss")(organizations.putMember("acme", "ann", "admin"))
      const leave = (name: string) => as(name)(organizations.removeMember("acme", name))
      const exit = yield* beside(leave("ann"), leave("boss"))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(
        (yield* as("boss")(organizations.members("acme"))).map(({ role }) => role),
        ["admin"],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("have persons as members, who exist", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      yield* as("ann")(organizations.create({ username: "other" }))
      assert.strictEqual(
        yield* tagOf(as("boss")(organizations.putMember("acme", "other", "labeler"))),
        "InvalidInput",
      )
      assert.strictEqual(
        yield* messageOf(as("boss")(organizations.putMember("acme", "nobody", "labeler"))),
        "User not found.",
      )
    }).pipe(Effect.provide(world())),
  )
})

describe("the audit log", () => {
  it.effect("says who changed members, and is read by those who manage the organization", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      yield* as("boss")(organizations.putMember("acme", "ann", "labeler"))
      yield* as("boss")(organizations.putMember("acme", "ann", "labeler"))
      yield* as("root")(organizations.putMember("acme", "ann", "reviewer"))
      yield* asSystem(organizations.removeMember("acme", "ann"))
      const audit = yield* Audit
      const rows = yield* as("boss")(audit.ofOrganization("acme", { before: null, limit: 10 }))
      assert.deepStrictEqual(
        rows.map(({ by, action, details }) => [by, action, details]),
        [
          [null, "member.removed", '{"user":"ann","role":"reviewer"}'],
          ["root", "member.changed", '{"user":"ann","role":"reviewer"}'],
          ["boss", "member.added", '{"user":"ann","role":"labeler"}'],
          ["boss", "member.added", '{"user":"boss","role":"admin"}'],
        ],
      )
      assert.strictEqual(
        yield* tagOf(as("bob")(audit.ofOrganization("acme", { before: null, limit: 10 }))),
        "PermissionDenied",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("shows a site admin nothing of the organization's datasets", () =>
    Effect.gen(function* () {
      yield* acme
      yield* datasetOf("acme")
      const collaborators = yield* Collaborators
      yield* as("boss")(collaborators.add(named("acme", "cats"), { user: "ann" }))
      const audit = yield* Audit
      const actions = (name: string, limit: number) =>
        Effect.map(as(name)(audit.ofOrganization("acme", { before: null, limit })), (rows) =>
          rows.map(({ action }) => action),
        )
      assert.deepStrictEqual(yield* actions("boss", 10), ["collaborator.added", "member.added"])
      assert.deepStrictEqual(yield* actions("root", 1), ["member.added"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("writes nothing for a change that was refused", () =>
    Effect.gen(function* () {
      const organizations = yield* acme
      yield* Effect.flip(as("boss")(organizations.removeMember("acme", "boss")))
      const store = yield* AuditStore
      const rows = yield* store.ofAccount(Username.make("acme"), { before: null, limit: 10 })
      assert.strictEqual(rows.length, 1)
    }).pipe(Effect.provide(world())),
  )
})
