/** The removal of an organization: who may, what prevents it, and what is left of it. */
import {
  AuditStore,
  Datasets,
  OrganizationRemoval,
  Organizations,
  Username,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

/** The time until requests that began before have ended passes at once. */
const settled = <A, E, R>(removal: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(removal)
    yield* TestClock.adjust("10 minutes")
    return yield* Fiber.join(fiber)
  })

const setUp = Effect.gen(function* () {
  yield* people("ann", "bob", "eve")
  const [datasets, organizations, users] = yield* Effect.all([Datasets, Organizations, Users])
  yield* asSystem(users.create({ username: "root", siteAdmin: true }))
  yield* as("ann")(organizations.create({ username: "acme" }))
  yield* as("ann")(organizations.putMember("acme", "bob", "labeler"))
  return { datasets, organizations, removal: yield* OrganizationRemoval, users }
})

describe("the removal of an organization", () => {
  it.effect("is for its admins and site admins", () =>
    Effect.gen(function* () {
      const { organizations, removal } = yield* setUp
      for (const name of ["bob", "eve"]) {
        const refused = yield* Effect.flip(as(name)(removal.remove("acme")))
        assert.strictEqual(refused.code, "permission_denied")
      }
      yield* as("eve")(organizations.create({ username: "umbrella" }))
      yield* settled(as("root")(removal.remove("umbrella")))
      const report = yield* settled(as("ann")(removal.remove("Acme")))
      assert.match(report.username, /^deleted-organization-[0-9a-f]{12}$/)
      assert.deepStrictEqual(report.closed, {
        members: 2,
        invitations: 0,
        apiKeys: 0,
        endpoints: 0,
        buckets: 0,
      })
      for (const name of ["acme", "bob"]) {
        const missing = yield* Effect.flip(asSystem(removal.remove(name)))
        assert.strictEqual(missing.code, "organization_not_found")
      }
    }).pipe(Effect.provide(world())),
  )

  it.effect("is refused while it owns datasets, which the refusal lists to whoever sees them", () =>
    Effect.gen(function* () {
      const { datasets, organizations, removal } = yield* setUp
      yield* datasetOf("acme")
      const refusal = (by: ReturnType<typeof as>) =>
        Effect.gen(function* () {
          const refused = yield* Effect.flip(by(removal.remove("acme")))
          if (refused._tag !== "Conflict") return assert.fail(refused._tag)
          return { code: refused.code, datasets: refused.datasets, hidden: refused.hiddenDatasets }
        })
      const code = "owns_datasets"
      for (const by of [as("ann"), asSystem])
        assert.deepStrictEqual(yield* refusal(by), { code, datasets: ["acme/cats"], hidden: 0 })
      assert.deepStrictEqual(yield* refusal(as("root")), { code, datasets: [], hidden: 1 })
      // Nothing has changed.
      yield* as("ann")(organizations.putMember("acme", "bob", "reviewer"))
      yield* as("ann")(datasets.remove(named("acme", "cats")))
      assert.strictEqual((yield* settled(as("ann")(removal.remove("acme")))).closed.members, 2)
    }).pipe(Effect.provide(world())),
  )

  it.effect("lets nobody act for it meanwhile, and is undone when a dataset came in between", () =>
    Effect.gen(function* () {
      const { organizations, removal } = yield* setUp
      const fiber = yield* Effect.fork(as("ann")(removal.remove("acme")))
      yield* TestClock.adjust("1 millis")
      const refused = yield* Effect.flip(as("ann")(organizations.putMember("acme", "eve", "labeler")))
      assert.strictEqual(refused.code, "permission_denied")
      yield* datasetOf("acme")
      yield* TestClock.adjust("10 minutes")
      const failed = yield* Effect.flip(Fiber.join(fiber))
      assert.strictEqual(failed.code, "owns_datasets")
      yield* as("ann")(organizations.putMember("acme", "eve", "labeler"))
    }).pipe(Effect.provide(world())),
  )

  it.effect("frees the name, and gives whoever takes it nothing of before", () =>
    Effect.gen(function* () {
      const { datasets, organizations, removal } = yield* setUp
      yield* datasetOf("acme")
      yield* as("ann")(datasets.remove(named("acme", "cats")))
      const { username } = yield* settled(as("ann")(removal.remove("acme")))
      yield* as("eve")(organizations.create({ username: "acme" }))
      const members = yield* as("eve")(organizations.members("acme"))
      assert.deepStrictEqual(
        members.map(({ user }) => user.username as string),
        ["eve"],
      )
      const entries = yield* (yield* AuditStore).ofAccounts({ before: null, limit: 99 })
      const [last] = entries.filter(({ action }) => action === "organization.deleted")
      assert.deepInclude(last, { by: Username.make("ann"), account: username })
      const ofName = entries.filter(({ account }) => account === "acme")
      assert.deepStrictEqual(
        ofName.map(({ action, by }) => [action, by as string | null]),
        [["member.added", "eve"]],
      )
    }).pipe(Effect.provide(world())),
  )
})
