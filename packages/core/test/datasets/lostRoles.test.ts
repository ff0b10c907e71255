/** A lost role takes its claims and its places in the queue along, wherever it was lost. */
import { Collaborators, Datasets, Organizations, Queue, Samples, Users } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

/** Acme's dataset with two samples, the first assigned to Lea; Lea and Bob are members, and Boss is the admin. */
const assigned = Effect.gen(function* () {
  yield* people("boss", "lea", "bob")
  const organizations = yield* Organizations
  yield* as("boss")(organizations.create({ username: "acme" }))
  for (const user of ["lea", "bob"]) yield* as("boss")(organizations.putMember("acme", user, "labeler"))
  yield* datasetOf("acme")
  const samples = yield* Samples
  yield* as("boss")(
    samples.createMany(acmeCats, [
      { name: "hers", assignedLabeler: "lea", priority: 1 },
      { name: "anybody's" },
    ]),
  )
  return organizations
})

const acmeCats = named("acme", "cats")

const claim = (name: string) =>
  Effect.gen(function* () {
    const queue = yield* Queue
    const claims = yield* Stream.runCollect(yield* as(name)(queue.claim(acmeCats, "labeling", { count: 10 })))
    return Chunk.toReadonlyArray(claims).map(({ sample, claim }) => `${sample.name} ${claim.step}`)
  })

const openClaims = Effect.gen(function* () {
  const queue = yield* Queue
  return yield* Stream.runCount(yield* asSystem(queue.ofDataset(acmeCats)))
})

describe("a lost role", () => {
  it.effect("as a member gives the person's claims and assignments to the others", () =>
    Effect.gen(function* () {
      const organizations = yield* assigned
      assert.deepStrictEqual(yield* claim("lea"), ["hers 3", "anybody's 4"])
      assert.deepStrictEqual(yield* claim("bob"), [])
      yield* as("boss")(organizations.removeMember("acme", "lea"))
      assert.strictEqual(yield* openClaims, 0)
      assert.deepStrictEqual(yield* claim("bob"), ["hers 4", "anybody's 4"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("that comes back brings the assignments back", () =>
    Effect.gen(function* () {
      const organizations = yield* assigned
      yield* as("boss")(organizations.removeMember("acme", "lea"))
      const collaborators = yield* Collaborators
      yield* as("boss")(collaborators.add(acmeCats, { user: "lea" }))
      assert.deepStrictEqual(yield* claim("bob"), ["anybody's 4"])
      assert.deepStrictEqual(yield* claim("lea"), ["hers 3"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("as a collaborator, where membership still gives one, changes nothing", () =>
    Effect.gen(function* () {
      yield* assigned
      const collaborators = yield* Collaborators
      yield* as("boss")(collaborators.add(acmeCats, { user: "lea", role: "reviewer" }))
      assert.deepStrictEqual(yield* claim("lea"), ["hers 3", "anybody's 4"])
      yield* as("boss")(collaborators.remove(acmeCats, "lea"))
      assert.strictEqual(yield* openClaims, 2)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is also that of somebody disabled, until they are let in again", () =>
    Effect.gen(function* () {
      yield* assigned
      yield* claim("lea")
      const users = yield* Users
      yield* asSystem(users.setDisabled("lea", true))
      assert.strictEqual(yield* openClaims, 0)
      yield* asSystem(users.setDisabled("lea", false))
      assert.deepStrictEqual(yield* claim("bob"), ["anybody's 4"])
      assert.deepStrictEqual(yield* claim("lea"), ["hers 3"])
    }).pipe(Effect.provide(world())),
  )

  it.effect("goes with the dataset that moves to another owner", () =>
    Effect.gen(function* () {
      yield* assigned
      yield* claim("lea")
      yield* as("boss")(
        Effect.flatMap(Organizations, (organizations) => organizations.create({ username: "other" })),
      )
      const datasets = yield* Datasets
      yield* as("boss")(datasets.transfer(acmeCats, "other"))
      const queue = yield* Queue
      const left = yield* asSystem(queue.ofDataset(named("other", "cats")))
      assert.strictEqual(yield* Stream.runCount(left), 0)
      const claims = yield* as("boss")(queue.claim(named("other", "cats"), "labeling", { count: 10 }))
      assert.strictEqual(yield* Stream.runCount(claims), 2)
    }).pipe(Effect.provide(world())),
  )
})

describe("archiving", () => {
  it.effect("ends every claim in the dataset", () =>
    Effect.gen(function* () {
      yield* assigned
      yield* claim("lea")
      const datasets = yield* Datasets
      yield* as("boss")(datasets.update(acmeCats, { archived: true }))
      assert.strictEqual(yield* openClaims, 0)
      yield* as("boss")(datasets.update(acmeCats, { archived: false }))
      assert.deepStrictEqual(yield* claim("bob"), ["anybody's 4"])
    }).pipe(Effect.provide(world())),
  )
})
