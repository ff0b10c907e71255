/** The removal of a person: who may, what prevents it, and what is left of them. */
import {
  AccountRemoval,
  ApiKeys,
  AuditId,
  AuditStore,
  Collaborators,
  castToJsonText,
  ErasureStore,
  EventId,
  generateId,
  Issues,
  JobId,
  JobStore,
  JobWorker,
  Labels,
  layerJobHandlers,
  Organizations,
  Outbox,
  Releases,
  SampleStore,
  Samples,
  Username,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Context, Effect, Exit, Fiber, Layer, Stream, TestClock } from "effect"
import { type Database, makeDatabase } from "../../src/memory/Database.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const streets = named("acme", "cats")

/** A world whose whole state a test can read as text. */
const readableWorld = (beforeClose: Effect.Effect<void> = Effect.void) => {
  let opened: Database | undefined
  const database = Effect.tap(makeDatabase, (made) =>
    Effect.sync(() => {
      opened = made
    }),
  )
  // HashMaps and trees have a JSON form of their entries.
  const state = Effect.suspend(() =>
    opened === undefined ? Effect.dieMessage("no database") : opened.read((all) => JSON.stringify(all)),
  )
  const storage = Layer.map(makeLayer(database), (context) => {
    const store = Context.get(context, ErasureStore)
    const close: typeof store.close = (...args) => Effect.zipRight(beforeClose, store.close(...args))
    return Context.add(context, ErasureStore, { ...store, close })
  })
  const layer = world({ events: "always" }, storage)
  const worker = Layer.provide(JobWorker.Default, layerJobHandlers)
  return { layer: Layer.provideMerge(worker, layer), state }
}

/** The time until other processes know of the removal passes at once. */
const settled = <A, E, R>(removal: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(removal)
    yield* TestClock.adjust("10 seconds")
    return yield* Fiber.join(fiber)
  })

/** Grace, Ada and Root; Grace and Ada are admins of `acme`, in whose dataset Grace did everything. */
const setUp = Effect.gen(function* () {
  yield* people("grace", "ada")
  const users = yield* Users
  yield* asSystem(users.create({ username: "root", siteAdmin: true }))
  yield* asSystem(users.setEmail("grace@navy.example", "grace"))
  const organizations = yield* Organizations
  yield* asSystem(organizations.create({ username: "acme" }))
  yield* asSystem(organizations.putMember("acme", "ada", "admin"))
  yield* asSystem(organizations.putMember("acme", "grace", "admin"))
  yield* datasetOf("acme")
  const asGrace = as("grace")
  const samples = yield* Samples
  yield* asGrace((yield* Collaborators).add(streets, { user: "root", role: "labeler" }))
  const made = yield* asGrace(samples.create(streets, { name: "one", assignedLabeler: "grace" }))
  yield* asGrace((yield* ApiKeys).create({ user: "grace" }))
  const issue = yield* asGrace((yield* Issues).open(made.sample.id, { description: "What is this?" }))
  const dataset = made.sample.datasetId
  return { dataset, issue, removal: yield* AccountRemoval, sample: made.sample.id, users }
})

describe("the removal of a person", () => {
  it.scoped("leaves nothing of the name and the address, and all of the work", () => {
    const { layer, state } = readableWorld()
    return Effect.gen(function* () {
      const { removal, sample } = yield* setUp
      assert.include(yield* state, "grace")
      const report = yield* settled(as("root")(removal.remove("Grace", { now: true })))
      assert.match(report.username, /^deleted-user-[0-9a-f]{12}$/)
      assert.deepStrictEqual(report.closed, { apiKeys: 1, memberships: 1, collaborations: 0, endpoints: 0 })
      assert.deepStrictEqual(
        report.datasets.map(({ dataset }) => dataset),
        ["acme/cats"],
      )
      assert.isAbove(report.events ?? 0, 0)
      assert.notMatch(yield* state, /grace/i)
      assert.notInclude(JSON.stringify(report), "grace")
      const [left] = yield* (yield* SampleStore).byIds([sample])
      assert.deepInclude(left, { createdBy: report.username, assignedLabeler: report.username })
    }).pipe(Effect.provide(layer))
  })

  it.effect("continues when it is called again, after an attempt that died before its end", () => {
    let dies = true
    const { layer, state } = readableWorld(
      Effect.suspend(() => (dies ? Effect.die("no power") : Effect.void)),
    )
    return Effect.gen(function* () {
      const { removal, users } = yield* setUp
      const first = yield* Effect.exit(settled(as("root")(removal.remove("grace", { now: true }))))
      assert.strictEqual(first._tag, "Failure")
      assert.isNotNull((yield* as("root")(users.get("grace"))).user.disabledAt)
      dies = false
      const report = yield* settled(as("root")(removal.remove("grace", { now: true })))
      assert.strictEqual(report.closed.apiKeys, 1)
      assert.notMatch(yield* state, /grace/i)
    }).pipe(Effect.provide(layer))
  })

  it.effect("deletes the event of a request that ended during the removal", () => {
    let late: Effect.Effect<void> = Effect.void
    const { layer, state } = readableWorld(Effect.suspend(() => late))
    return Effect.gen(function* () {
      const { removal } = yield* setUp
      const outbox = yield* Outbox
      const events = yield* outbox.read({ after: null, limit: 99 })
      const id = yield* generateId(EventId)
      const event = events.find((one) => JSON.stringify(one).includes("grace"))
      late = outbox.append(event === undefined ? [] : [{ ...event, id }])
      const report = yield* settled(as("root")(removal.remove("grace", { now: true })))
      assert.notMatch(yield* state, /grace/i)
      assert.isAbove(report.events ?? 0, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps webhook events until their retention ends, unless told otherwise", () => {
    const { layer, state } = readableWorld()
    return Effect.gen(function* () {
      const { removal } = yield* setUp
      const report = yield* settled(as("root")(removal.remove("grace")))
      assert.deepInclude(report, { events: null, compacted: false })
      assert.include(yield* state, "grace")
    }).pipe(Effect.provide(layer))
  })

  it.effect("frees the name for somebody else", () => {
    const { layer } = readableWorld()
    return Effect.gen(function* () {
      const { removal, users } = yield* setUp
      const report = yield* settled(as("root")(removal.remove("grace")))
      yield* asSystem(users.create({ username: "grace" }))
      const again = yield* settled(as("root")(removal.remove("grace")))
      assert.notStrictEqual(again.username, report.username)
      assert.deepStrictEqual(again.datasets, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is for site admins, of persons other than themselves", () => {
    const { layer } = readableWorld()
    return Effect.gen(function* () {
      const { removal } = yield* setUp
      const refusal = (by: string, name: string) => Effect.flip(as(by)(removal.remove(name)))
      assert.strictEqual((yield* refusal("ada", "grace"))._tag, "PermissionDenied")
      assert.strictEqual(
        (yield* refusal("root", "root")).message,
        "You cannot disable or delete your own account. Another site admin can.",
      )
      assert.strictEqual((yield* refusal("root", "acme"))._tag, "InvalidInput")
      assert.strictEqual((yield* refusal("root", "nobody"))._tag, "NotFound")
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "waits until somebody else owns the datasets and administers the organization, and changes nothing before",
    () => {
      const { layer, state } = readableWorld()
      return Effect.gen(function* () {
        const { removal, users } = yield* setUp
        yield* datasetOf("grace", { name: "own" })
        const before = yield* state
        const owns = yield* Effect.flip(as("root")(removal.remove("grace", { now: true })))
        assert.deepInclude(owns, { _tag: "Conflict", code: "owns_datasets" })
        assert.strictEqual(yield* state, before)
        const organizations = yield* Organizations
        yield* asSystem(organizations.removeMember("acme", "grace"))
        const last = yield* Effect.flip(as("root")(removal.remove("ada")))
        assert.deepInclude(last, { _tag: "Conflict", code: "last_admin" })
        assert.strictEqual((yield* as("root")(users.get("ada"))).user.disabledAt, null)
      }).pipe(Effect.provide(layer))
    },
  )

  it.effect("replaces the name in what other processes write while they still know the key", () => {
    const { layer, state } = readableWorld()
    return Effect.gen(function* () {
      const { dataset, issue, removal, users } = yield* setUp
      const person = Username.make("grace")
      const audit = yield* AuditStore
      const at = issue.createdAt
      const entry = { at, by: person, action: "member.added", account: person, details: castToJsonText("{}") }
      const fiber = yield* Effect.fork(as("root")(removal.remove("grace", { now: true })))
      // A process that has not heard of it writes meanwhile, while nobody else can have the name.
      yield* TestClock.adjust("1 second")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(asSystem(users.create({ username: "grace" })))))
      yield* audit.append({ ...entry, id: yield* generateId(AuditId), datasetId: null })
      yield* (yield* JobStore).insert({
        id: yield* generateId(JobId),
        kind: "placement",
        datasetId: dataset,
        payload: castToJsonText(`{"people":["${person}"],"datasets":[]}`),
        status: "PENDING",
        done: 0,
        total: null,
        attempts: 0,
        error: null,
        createdAt: at,
        createdBy: person,
      })
      yield* TestClock.adjust("10 seconds")
      const report = yield* Fiber.join(fiber)
      assert.notMatch(yield* state, /grace/i)
      assert.isAbove(report.otherRows, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("can be repeated when it was interrupted", () => {
    const { layer, state } = readableWorld()
    return Effect.gen(function* () {
      const { removal } = yield* setUp
      const fiber = yield* Effect.fork(as("root")(removal.remove("grace", { now: true })))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      yield* settled(as("root")(removal.remove("grace", { now: true })))
      assert.notMatch(yield* state, /grace/i)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends a long import of the person with its next batch", () => {
    const { layer, state } = readableWorld()
    return Effect.gen(function* () {
      const { removal } = yield* setUp
      const samples = yield* Samples
      const line = (number: number) => ({ line: number, sample: { name: `late ${number}` } })
      const first = Stream.range(1, 1000).pipe(Stream.map(line))
      const removed = Stream.fromEffect(
        settled(as("root")(removal.remove("grace", { now: true }))).pipe(Effect.orDie),
      )
      const rest = Stream.map(Stream.range(1001, 3000), line)
      const lines = Stream.concat(first, Stream.drain(removed)).pipe(Stream.concat(rest))
      const imported = Effect.flatMap(samples.importLines(streets, lines), Stream.runCollect)
      const results = Chunk.toReadonlyArray(yield* as("grace")(imported))
      assert.deepInclude(results.at(-1), { _tag: "Summary", created: 1000, failed: 2000 })
      assert.notMatch(yield* state, /grace/i)
    }).pipe(Effect.provide(layer))
  })

  it.live("leaves releases alone that contain the name in what people wrote only", () => {
    const { layer } = readableWorld()
    return Effect.gen(function* () {
      yield* people("bob", "cid")
      const { removal } = yield* setUp
      const releases = yield* Releases
      const samples = yield* Samples
      yield* as("ada")(
        samples.create(streets, { name: "bob", attributes: { bob: "bob", created_by: "bob" } }),
      )
      yield* as("ada")(releases.create(streets, { name: "v1", description: "bob" }))
      const worker = yield* JobWorker
      yield* Effect.repeat(worker.step, { while: (worked) => worked })
      const report = yield* as("root")(removal.remove("bob", { releases: "delete" }))
      assert.deepStrictEqual(report.releases, [])
      assert.strictEqual((yield* as("ada")(releases.get(streets, "v1"))).status, "SUCCEEDED")
    }).pipe(Effect.provide(layer))
  })

  it.live("reports releases that name the person, deletes them, or makes them again", () => {
    const { layer } = readableWorld()
    return Effect.gen(function* () {
      const { removal, sample } = yield* setUp
      const releases = yield* Releases
      const worker = yield* JobWorker
      const work = Effect.repeat(worker.step, { while: (worked) => worked })
      const label = { labelStatus: "LABELED", attributes: { annotations: [] } } as const
      yield* as("grace")((yield* Labels).put(sample, "ground-truth", label))
      yield* as("ada")(releases.create(streets, { name: "v1", description: "first" }))
      yield* work
      yield* people("bob", "cid")
      const kept = yield* as("root")(removal.remove("bob", { releases: "delete" }))
      assert.deepStrictEqual(kept.releases, [])
      const remade = yield* as("root")(removal.remove("grace", { releases: "remake" }))
      assert.deepStrictEqual(remade.releases, [{ dataset: "acme/cats", release: "v1", outcome: "remade" }])
      yield* work
      const release = yield* as("ada")(releases.get(streets, "v1"))
      assert.deepInclude(release, { status: "SUCCEEDED", description: "first" })
    }).pipe(Effect.provide(layer))
  })
})
