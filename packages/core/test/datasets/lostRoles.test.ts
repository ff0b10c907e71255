/** A lost role takes its claims and its places in the queue along, wherever it was lost. */
import {
  ClaimStore,
  Collaborators,
  Datasets,
  JobStore,
  Organizations,
  Queue,
  RoleChanges,
  Samples,
  Username,
  Users,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
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

describe("what follows from a lost role", () => {
  it.effect("is there when the role is gone, or the role is not gone either", () => {
    let killed = false
    const mortal = Layer.effect(
      ClaimStore,
      Effect.map(ClaimStore, (store) => ({
        ...store,
        concerning: (request: Parameters<typeof store.concerning>[0]) =>
          killed ? Effect.dieMessage("killed") : store.concerning(request),
      })),
    )
    return Effect.gen(function* () {
      const organizations = yield* assigned
      yield* claim("lea")
      killed = true
      yield* Effect.exit(as("boss")(organizations.removeMember("acme", "lea")))
      yield* Effect.exit(as("boss")(organizations.putMember("acme", "bob", "manager")))
      killed = false
      assert.strictEqual((yield* as("boss")(organizations.member("acme", "lea"))).role, "labeler")
      assert.strictEqual((yield* as("boss")(organizations.member("acme", "bob"))).role, "labeler")
      assert.strictEqual(yield* openClaims, 2)
    }).pipe(Effect.provide(world({}, Layer.provideMerge(mortal, memory()))))
  })

  it.effect("is left to a job where it would take long", () =>
    Effect.gen(function* () {
      const organizations = yield* assigned
      const samples = yield* Samples
      const many = Array.from({ length: 1500 }, (_, index) => ({ name: `${index}`, assignedLabeler: "lea" }))
      yield* as("boss")(samples.createMany(acmeCats, many))
      yield* claim("lea")
      yield* as("boss")(organizations.removeMember("acme", "lea"))
      assert.strictEqual(yield* openClaims, 0)
      assert.strictEqual(yield* waitingFor("bob"), 1001)
      const leased = yield* (yield* JobStore).lease({ kinds: ["placement"], leaseSeconds: 60, token: "test" })
      const { job } = yield* leased
      const { handler } = yield* RoleChanges
      yield* Effect.flatten(handler.run(job, () => Effect.void))
      assert.strictEqual(yield* waitingFor("bob"), 1502)
    }).pipe(Effect.provide(world())),
  )
})

/** How many samples of the labeling pool the person could get. */
const waitingFor = (name: string) =>
  Effect.gen(function* () {
    const { record } = yield* asSystem(Effect.flatMap(Datasets, (datasets) => datasets.get(acmeCats)))
    const request = { datasetId: record.dataset.id, user: Username.make(name), limit: 1, cap: 5000 }
    const steps = yield* (yield* ClaimStore).view({ ...request, queue: "labeling" })
    return steps.reduce((sum, { waiting }) => sum + waiting, 0)
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
