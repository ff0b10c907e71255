/** Pauses: who pauses whom, the reason that they read, and how a pause ends. */
import {
  Audit,
  Collaborators,
  Datasets,
  GoldStore,
  generateId,
  now,
  Organizations,
  Pauses,
  SampleId,
  Username,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, asSystem, datasetOf, named, people, tellings, told, world } from "../world.ts"

const annCats = named("ann", "cats")
const reason = "Please read the guide again."
const denied = "You do not have permission to perform this action."
const findMessage = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

/** Ann's dataset with a collaborator of every role, and Eve who has none. */
const staffed = Effect.gen(function* () {
  yield* people("ann", "labeler", "reviewer", "manager", "other", "admin", "eve")
  yield* datasetOf("ann")
  const collaborators = yield* Collaborators
  for (const [user, role] of [
    ["labeler", "labeler"],
    ["reviewer", "reviewer"],
    ["manager", "manager"],
    ["other", "manager"],
    ["admin", "admin"],
  ] as const)
    yield* as("ann")(collaborators.add(annCats, { user, role }))
  return yield* Pauses
})

/** A dataset of an organization, whose member and collaborator Bob is paused. */
const inOrganization = Effect.gen(function* () {
  yield* people("ann", "bob")
  const organizations = yield* Organizations
  const collaborators = yield* Collaborators
  const pauses = yield* Pauses
  const bothRoles = named("acme", "cats")
  yield* as("ann")(organizations.create({ username: "acme" }))
  yield* datasetOf("acme")
  yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
  yield* as("ann")(collaborators.add(bothRoles, { user: "bob" }))
  yield* as("ann")(pauses.pause(bothRoles, "bob", reason))
  return { bothRoles, collaborators, organizations, pauses }
})

const listNames = (pauses: Pauses) =>
  Effect.map(as("manager")(pauses.list(annCats)), (all) => all.map(({ user }) => user))

describe("pauses", () => {
  it.effect("are begun with a reason, changed, listed, and ended, each with an entry in the audit log", () =>
    Effect.gen(function* () {
      const pauses = yield* staffed
      const pause = yield* as("manager")(pauses.pause(annCats, "LABELER", "Wait."))
      assert.strictEqual(pause.user, "labeler")
      assert.strictEqual(pause.by, "manager")
      yield* as("admin")(pauses.pause(annCats, "labeler", reason))
      const [row, ...others] = yield* as("manager")(pauses.list(annCats))
      assert.deepStrictEqual([row?.reason, row?.by, others.length], [reason, "admin", 0])
      yield* as("manager")(pauses.resume(annCats, "Labeler"))
      assert.deepStrictEqual(yield* listNames(pauses), [])
      assert.strictEqual(
        yield* findMessage(as("manager")(pauses.resume(annCats, "labeler"))),
        "Pause not found.",
      )
      const entries = yield* as("ann")(
        Effect.flatMap(Audit, (audit) => audit.ofDataset(annCats, { before: null, limit: 3 })),
      )
      assert.deepStrictEqual(
        entries.map(({ action, by, details }) => [action, by, JSON.parse(details)]),
        [
          ["person.resumed", "manager", { user: "labeler" }],
          ["person.paused", "admin", { user: "labeler", reason }],
          ["person.paused", "manager", { user: "labeler", reason: "Wait." }],
        ],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("are reported as events of the dataset, with the reason", () =>
    Effect.gen(function* () {
      const pauses = yield* staffed
      yield* as("manager")(pauses.pause(annCats, "labeler", reason))
      yield* as("manager")(pauses.resume(annCats, "labeler"))
      assert.deepStrictEqual((yield* tellings).slice(-2), [
        "person.paused: “labeler” is paused in ann/cats.",
        "person.resumed: “labeler” is no longer paused in ann/cats.",
      ])
      for (const { dataset, object } of (yield* told).slice(-2)) {
        assert.strictEqual(dataset, "ann/cats")
        assert.include(JSON.parse(object), { user: "labeler", reason, paused_by: "manager" })
      }
    }).pipe(Effect.provide(world({ events: "always" }))),
  )

  it.effect("are of labelers and reviewers for managers, and of all but the owner for admins", () =>
    Effect.gen(function* () {
      const pauses = yield* staffed
      const pause = (by: string, user: string) => as(by)(pauses.pause(annCats, user, reason))
      for (const by of ["labeler", "reviewer"])
        assert.strictEqual(yield* findMessage(pause(by, "labeler")), denied)
      for (const user of ["other", "manager", "admin", "ann"])
        assert.strictEqual(yield* findMessage(pause("manager", user)), denied)
      assert.strictEqual(yield* findMessage(pause("admin", "ann")), denied)
      assert.strictEqual(yield* findMessage(pause("admin", "eve")), "Collaborator not found.")
      assert.strictEqual(yield* findMessage(pause("admin", "nobody")), "User not found.")
      assert.strictEqual(
        yield* findMessage(as("admin")(pauses.pause(annCats, "labeler", ""))),
        "At /reason: must be a text of 1 to 1000 characters.",
      )
      for (const user of ["other", "manager", "admin"]) yield* pause("ann", user)
      yield* pause("manager", "reviewer")
      assert.deepStrictEqual(yield* listNames(pauses), ["admin", "manager", "other", "reviewer"])
      assert.strictEqual(yield* findMessage(as("manager")(pauses.resume(annCats, "manager"))), denied)
      yield* as("other")(pauses.resume(annCats, "manager"))
      yield* as("admin")(pauses.resume(annCats, "admin"))
      assert.strictEqual(yield* findMessage(as("labeler")(pauses.list(annCats))), denied)
    }).pipe(Effect.provide(world())),
  )

  it.effect("end with the collaborator, and are not there when they return", () =>
    Effect.gen(function* () {
      const pauses = yield* staffed
      const collaborators = yield* Collaborators
      yield* as("manager")(pauses.pause(annCats, "labeler", reason))
      yield* as("ann")(collaborators.remove(annCats, "labeler"))
      assert.deepStrictEqual(yield* listNames(pauses), [])
      yield* as("ann")(collaborators.add(annCats, { user: "labeler" }))
      assert.deepStrictEqual(yield* listNames(pauses), [])
    }).pipe(Effect.provide(world())),
  )

  it.effect("are of members of the organization too, and end with the membership", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const organizations = yield* Organizations
      const pauses = yield* Pauses
      yield* as("ann")(organizations.create({ username: "acme" }))
      yield* datasetOf("acme")
      yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
      const cats = named("acme", "cats")
      yield* as("ann")(pauses.pause(cats, "bob", reason))
      assert.lengthOf(yield* as("ann")(pauses.list(cats)), 1)
      yield* as("ann")(organizations.removeMember("acme", "bob"))
      assert.lengthOf(yield* as("ann")(pauses.list(cats)), 0)
    }).pipe(Effect.provide(world())),
  )

  it.effect("stay while one of two roles remains, and end with the last one", () =>
    Effect.gen(function* () {
      const { bothRoles, collaborators, organizations, pauses } = yield* inOrganization
      yield* as("ann")(organizations.removeMember("acme", "bob"))
      assert.lengthOf(yield* as("ann")(pauses.list(bothRoles)), 1)
      yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
      yield* as("ann")(collaborators.remove(bothRoles, "bob"))
      assert.lengthOf(yield* as("ann")(pauses.list(bothRoles)), 1)
      yield* as("ann")(organizations.removeMember("acme", "bob"))
      assert.lengthOf(yield* as("ann")(pauses.list(bothRoles)), 0)
    }).pipe(Effect.provide(world())),
  )

  it.effect("of people who lose their role end with a transfer, and those of collaborators stay", () =>
    Effect.gen(function* () {
      const { bothRoles, collaborators, organizations, pauses } = yield* inOrganization
      yield* people("eve")
      yield* as("ann")(collaborators.add(bothRoles, { user: "eve" }))
      yield* as("ann")(pauses.pause(bothRoles, "eve", reason))
      yield* as("ann")(collaborators.remove(bothRoles, "bob"))
      yield* as("ann")(organizations.create({ username: "other" }))
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.transfer(bothRoles, "other")))
      const left = yield* as("ann")(pauses.list(named("other", "cats")))
      assert.deepStrictEqual(
        left.map(({ user }) => user),
        ["eve"],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("begin the counts of gold samples anew when they end, by whatever", () =>
    Effect.gen(function* () {
      const { bothRoles, collaborators, organizations, pauses } = yield* inOrganization
      const gold = yield* GoldStore
      const [pause] = yield* as("ann")(pauses.list(bothRoles))
      const datasetId = pause?.datasetId ?? (yield* Effect.dieMessage("No pause."))
      const user = Username.make("bob")
      const answer = Effect.gen(function* () {
        const sampleId = yield* generateId(SampleId)
        const at = yield* now
        const result = { score: 0, passed: false, outdated: false, counted: true }
        yield* gold.addAnswer({ datasetId, sampleId, user, at, ...result })
      })
      const readCount = Effect.map(gold.listPeople(datasetId, null, 9), ([person]) => person?.counted.answers)
      const remove = as("ann")(organizations.removeMember("acme", "bob"))
      const pauseBob = as("ann")(pauses.pause(bothRoles, "bob", reason))
      yield* answer
      yield* remove
      assert.strictEqual(yield* readCount, 1, "the pause has not ended")
      yield* as("ann")(collaborators.remove(bothRoles, "bob"))
      assert.strictEqual(yield* readCount, 0, "by the collaborator")
      yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
      yield* pauseBob
      yield* answer
      yield* remove
      assert.strictEqual(yield* readCount, 0, "by the member")
      yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
      yield* pauseBob
      yield* answer
      yield* as("ann")(pauses.resume(bothRoles, "bob"))
      assert.strictEqual(yield* readCount, 0, "by a manager")
      yield* pauseBob
      yield* answer
      yield* as("ann")(organizations.create({ username: "other" }))
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.transfer(bothRoles, "other")))
      assert.strictEqual(yield* readCount, 0, "by a transfer")
    }).pipe(Effect.provide(world())),
  )

  it.effect("stay while the account is disabled", () =>
    Effect.gen(function* () {
      const pauses = yield* staffed
      yield* as("manager")(pauses.pause(annCats, "labeler", reason))
      const users = yield* Users
      yield* asSystem(users.setDisabled("labeler", true))
      yield* asSystem(users.setDisabled("labeler", false))
      assert.deepStrictEqual(yield* listNames(pauses), ["labeler"])
    }).pipe(Effect.provide(world())),
  )
})
