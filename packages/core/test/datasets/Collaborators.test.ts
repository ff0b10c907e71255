/** Collaborators: who may add and move whom, in which words it is refused, and what a lost role takes along. */
import { Audit, Collaborators, Datasets, Labelsets, Organizations } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { as, asSystem, beside, datasetOf, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")
const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)
const denied = "You do not have permission to perform this action."

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
  ] as const) {
    yield* as("ann")(collaborators.add(annCats, { user, role }))
  }
  return collaborators
})

describe("collaborators", () => {
  it.effect("are labelers unless said otherwise, and look the same when added and when read", () =>
    Effect.gen(function* () {
      const collaborators = yield* staffed
      const added = yield* as("ann")(collaborators.add(annCats, { user: "EVE" }))
      assert.strictEqual(added.role, "labeler")
      assert.deepStrictEqual(yield* as("ann")(collaborators.get(annCats, "eve")), added)
      const names = (yield* as("manager")(collaborators.list(annCats))).map(({ user }) => user.username)
      assert.deepStrictEqual(names, ["admin", "eve", "labeler", "manager", "other", "reviewer"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("are neither the owner, nor an organization, nor anybody twice", () =>
    Effect.gen(function* () {
      const collaborators = yield* staffed
      yield* as("eve")(
        Effect.flatMap(Organizations, (organizations) => organizations.create({ username: "acme" })),
      )
      const add = (user: string) => messageOf(as("ann")(collaborators.add(annCats, { user })))
      assert.strictEqual(yield* add("Ann"), "The owner cannot be added as collaborator.")
      assert.strictEqual(yield* add("acme"), "An organization cannot be added as collaborator.")
      assert.strictEqual(yield* add("labeler"), "This user is already a collaborator of the dataset.")
      assert.strictEqual(yield* add("nobody"), "User not found.")
    }).pipe(Effect.provide(world())),
  )

  it.effect("are added and removed by admins and the owner", () =>
    Effect.gen(function* () {
      const collaborators = yield* staffed
      for (const name of ["labeler", "reviewer", "manager"]) {
        assert.strictEqual(yield* messageOf(as(name)(collaborators.add(annCats, { user: "eve" }))), denied)
        assert.strictEqual(yield* messageOf(as(name)(collaborators.remove(annCats, "labeler"))), denied)
      }
      yield* as("admin")(collaborators.add(annCats, { user: "eve", role: "admin" }))
      yield* as("eve")(collaborators.setRole(annCats, "admin", "labeler"))
      yield* as("eve")(collaborators.remove(annCats, "eve"))
      assert.strictEqual(
        yield* messageOf(as("ann")(collaborators.get(annCats, "eve"))),
        "Collaborator not found.",
      )
      assert.strictEqual(
        yield* messageOf(as("ann")(collaborators.remove(annCats, "eve"))),
        "Collaborator not found.",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "are moved between labeler and reviewer by managers, who touch neither themselves nor those above",
    () =>
      Effect.gen(function* () {
        const collaborators = yield* staffed
        const move = (name: string, role: "labeler" | "reviewer" | "manager" | "admin") =>
          as("manager")(collaborators.setRole(annCats, name, role))
        assert.strictEqual((yield* move("labeler", "reviewer")).role, "reviewer")
        assert.strictEqual((yield* move("labeler", "labeler")).role, "labeler")
        for (const refused of [
          move("labeler", "manager"),
          move("reviewer", "admin"),
          move("manager", "labeler"),
          move("manager", "manager"),
          move("other", "labeler"),
          move("admin", "reviewer"),
        ]) {
          assert.strictEqual(yield* messageOf(refused), denied)
        }
        assert.strictEqual(
          yield* messageOf(as("reviewer")(collaborators.setRole(annCats, "labeler", "reviewer"))),
          denied,
        )
        assert.strictEqual(yield* messageOf(as("labeler")(collaborators.list(annCats))), denied)
      }).pipe(Effect.provide(world())),
  )

  it.effect("are not moved by a manager who looked before they rose", () =>
    Effect.gen(function* () {
      const collaborators = yield* staffed
      const exit = yield* beside(
        as("ann")(collaborators.setRole(annCats, "labeler", "admin")),
        as("manager")(collaborators.setRole(annCats, "labeler", "reviewer")),
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual((yield* as("ann")(collaborators.get(annCats, "labeler"))).role, "admin")
    }).pipe(Effect.provide(world())),
  )

  it.effect("are not added by an admin who is none any more", () =>
    Effect.gen(function* () {
      const collaborators = yield* staffed
      const exit = yield* beside(
        as("ann")(collaborators.remove(annCats, "admin")),
        as("admin")(collaborators.add(annCats, { user: "eve", role: "admin" })),
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(
        yield* messageOf(as("ann")(collaborators.get(annCats, "eve"))),
        "Collaborator not found.",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("are noted in the audit log, and it is for admins", () =>
    Effect.gen(function* () {
      const collaborators = yield* staffed
      yield* as("admin")(collaborators.setRole(annCats, "labeler", "reviewer"))
      yield* asSystem(collaborators.remove(annCats, "labeler"))
      const audit = yield* Audit
      const page = { before: null, limit: 2 }
      const rows = yield* as("admin")(audit.ofDataset(annCats, page))
      assert.deepStrictEqual(
        rows.map(({ by, action, details }) => [by, action, details]),
        [
          [null, "collaborator.removed", '{"user":"labeler","role":"reviewer"}'],
          ["admin", "collaborator.changed", '{"user":"labeler","role":"reviewer"}'],
        ],
      )
      assert.strictEqual(yield* messageOf(as("manager")(audit.ofDataset(annCats, page))), denied)
    }).pipe(Effect.provide(world())),
  )
})

describe("labelsets", () => {
  it.effect("come after the ground truth, which stays", () =>
    Effect.gen(function* () {
      yield* staffed
      const labelsets = yield* Labelsets
      yield* as("admin")(labelsets.create(annCats, { name: "Zebra" }))
      yield* as("admin")(labelsets.create(annCats, { name: "ant", description: "predictions" }))
      const names = (yield* as("labeler")(labelsets.list(annCats))).map(({ name }) => name)
      assert.deepStrictEqual(names, ["ground-truth", "Zebra", "ant"])
      assert.strictEqual((yield* as("labeler")(labelsets.get(annCats, "zebra"))).name, "Zebra")
      assert.strictEqual(
        yield* messageOf(as("admin")(labelsets.remove(annCats, "Ground-Truth"))),
        "The ground-truth labelset cannot be deleted.",
      )
      assert.strictEqual(
        yield* messageOf(as("admin")(labelsets.create(annCats, { name: "ANT" }))),
        "A labelset with this name already exists.",
      )
      yield* as("admin")(labelsets.remove(annCats, "ANT"))
      assert.strictEqual(yield* messageOf(as("admin")(labelsets.get(annCats, "ant"))), "Labelset not found.")
      yield* as("admin")(labelsets.create(annCats, { name: "ant" }))
    }).pipe(Effect.provide(world())),
  )

  it.effect("are not added to a dataset that is being archived", () =>
    Effect.gen(function* () {
      yield* staffed
      const [labelsets, datasets] = yield* Effect.all([Labelsets, Datasets])
      const exit = yield* beside(
        as("ann")(datasets.update(annCats, { archived: true })),
        as("ann")(labelsets.create(annCats, { name: "model" })),
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.lengthOf(yield* as("ann")(labelsets.list(annCats)), 1)
    }).pipe(Effect.provide(world())),
  )

  it.effect("are edited by admins, under a checked name", () =>
    Effect.gen(function* () {
      yield* staffed
      const labelsets = yield* Labelsets
      assert.strictEqual(
        yield* messageOf(as("manager")(labelsets.create(annCats, { name: "model" }))),
        denied,
      )
      assert.strictEqual(yield* messageOf(as("manager")(labelsets.remove(annCats, "ground-truth"))), denied)
      const error = yield* Effect.flip(as("admin")(labelsets.create(annCats, { name: "a/b" })))
      assert.strictEqual(error._tag, "InvalidInput")
    }).pipe(Effect.provide(world())),
  )
})
