/** Joining: the way in for site admins, who see no dataset by being one. It is audited, and seen by those they join. */
import { Audit, Collaborators, Datasets, Organizations, Users } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")

/** Ann's private dataset, an organization of hers, and Root, who is a site admin. */
const setUp = Effect.gen(function* () {
  yield* people("ann", "eve")
  const users = yield* Users
  yield* asSystem(users.create({ username: "root", siteAdmin: true }))
  yield* datasetOf("ann")
  const organizations = yield* Organizations
  yield* as("ann")(organizations.create({ username: "acme" }))
  return {
    collaborators: yield* Collaborators,
    datasets: yield* Datasets,
    organizations,
    audit: yield* Audit,
  }
})

describe("a site admin", () => {
  it.effect("sees no dataset by being one, and the refusal says what to do", () =>
    Effect.gen(function* () {
      const { datasets, organizations } = yield* setUp
      const error = yield* as("root")(Effect.flip(datasets.get(annCats)))
      assert.strictEqual(error._tag, "NotFound")
      assert.strictEqual(
        error.message,
        "Dataset not found. As a site admin, join the organization or the dataset first.",
      )
      const ghost = yield* as("root")(Effect.flip(datasets.get(named("ann", "ghost"))))
      assert.strictEqual(ghost.message, error.message)
      const denied = yield* as("root")(Effect.flip(organizations.requireAdmin("acme")))
      assert.match(denied.message, /^You do not have permission .* join /)
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "joins a dataset by one call, which its owner finds in the audit and among the collaborators",
    () =>
      Effect.gen(function* () {
        const { audit, collaborators, datasets } = yield* setUp
        const joined = yield* as("root")(collaborators.join(annCats))
        assert.deepStrictEqual([joined.user.username, joined.role], ["root", "admin"])
        assert.strictEqual((yield* as("root")(datasets.get(annCats))).record.dataset.name, "cats")
        const listed = yield* as("ann")(collaborators.list(annCats))
        assert.deepStrictEqual(
          listed.map(({ role, user }) => [user.username, role]),
          [["root", "admin"]],
        )
        const [entry] = yield* as("ann")(audit.ofDataset(annCats, { before: null, limit: 10 }))
        assert.deepStrictEqual([entry?.action, entry?.by], ["collaborator.joined", "root"])
        const again = yield* as("root")(collaborators.join(annCats))
        assert.deepStrictEqual(again, joined)
        const lower = yield* as("root")(collaborators.join(annCats, "labeler"))
        assert.strictEqual(lower.role, "labeler")
        assert.lengthOf(yield* as("ann")(audit.ofDataset(annCats, { before: null, limit: 10 })), 2)
      }).pipe(Effect.provide(world())),
  )

  it.effect("joins an organization, and creates datasets in it from then on", () =>
    Effect.gen(function* () {
      const { audit, datasets, organizations } = yield* setUp
      const joined = yield* as("root")(organizations.join("acme"))
      assert.deepStrictEqual([joined.user.username, joined.role], ["root", "admin"])
      const made = datasets.create({ name: "c", category: "other", taskType: "vector", owner: "acme" })
      assert.strictEqual((yield* as("root")(made)).record.dataset.owner, "acme")
      const entries = yield* as("ann")(audit.ofOrganization("acme", { before: null, limit: 10 }))
      assert.include(
        entries.map(({ action }) => action),
        "member.joined",
      )
    }).pipe(Effect.provide(world())),
  )
})

describe("anybody else", () => {
  it.effect("cannot join, and does not learn of what is hidden", () =>
    Effect.gen(function* () {
      const { collaborators, organizations } = yield* setUp
      assert.strictEqual((yield* as("eve")(Effect.flip(collaborators.join(annCats))))._tag, "NotFound")
      assert.strictEqual(
        (yield* as("ann")(Effect.flip(collaborators.join(annCats))))._tag,
        "PermissionDenied",
      )
      assert.strictEqual((yield* as("eve")(Effect.flip(organizations.join("acme"))))._tag, "PermissionDenied")
      assert.strictEqual(
        (yield* as("eve")(Effect.flip(organizations.join("ghost")))).message,
        "You do not have permission to perform this action.",
      )
    }).pipe(Effect.provide(world())),
  )
})

describe("an organization that a site admin creates", () => {
  it.effect("has that admin as its own", () =>
    Effect.gen(function* () {
      const { organizations } = yield* setUp
      const users = yield* Users
      yield* as("root")(users.create({ username: "beta", isOrganization: true }))
      const members = yield* as("root")(organizations.members("beta"))
      assert.deepStrictEqual(
        members.map(({ role, user }) => [user.username, role]),
        [["root", "admin"]],
      )
    }).pipe(Effect.provide(world())),
  )
})
