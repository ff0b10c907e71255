/** A change of the configuration with the labels it concerns: previewed, applied, and whatever happens in between. */
import {
  ConfigurationChangeStore,
  Configurations,
  castToJsonText,
  Datasets,
  InvalidInput,
  JobStore,
  Labels,
  Labelsets,
  type NewConfigurationChange,
  SnapshotStore,
  toJsonText,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Stream, TestClock } from "effect"
import { as, beside, told } from "../world.ts"
import {
  actionsOf,
  allJobs,
  apply,
  before,
  body,
  configuration,
  handlersOf,
  jobNamed,
  label,
  layer,
  merge,
  merged,
  nth,
  openChanges,
  prepared,
  preview,
  ref,
  step,
} from "./changeWorld.ts"

describe("a preview", () => {
  it.effect("counts what each action and the rest of the change does, and changes nothing", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(6)
      const labels = yield* Labels
      yield* as("ann")(
        Effect.gen(function* () {
          const full =
            '{"annotations":[{"id":1,"category_id":1,"type":"point","points":[[1,2]],"attributes":{"color":"red","odd":"x"}},{"id":2,"category_id":1,"type":"point","points":[[1,2]],"attributes":{"color":"blue"}}]}'
          yield* labels.put(nth(ids, 0), "ground-truth", { attributes: castToJsonText(full) })
          yield* (yield* Labelsets).create(ref, { name: "predictions" })
          yield* labels.put(nth(ids, 1), "predictions", { attributes: body(1) })
          yield* labels.put(nth(ids, 2), "predictions", { attributes: null })
        }),
      )
      const after = {
        categories: [
          {
            id: 1,
            name: "auto",
            attributes: [
              { name: "paint", input_type: "select", values: ["red"] },
              { name: "wheels", input_type: "number", is_mandatory: true },
            ],
          },
        ],
      }
      const found = yield* preview({
        configuration: toJsonText(after),
        configVersion: 1,
        actions: [
          { op: "rename_category", category_id: 1, to: "auto" },
          { op: "rename_attribute", category_id: 1, attribute: "color", to: "paint" },
          { op: "rename_value", category_id: 1, attribute: "paint", from: "green", to: "red" },
        ],
      })
      const shown = found.effects.map((effect) => [
        effect.action,
        effect.kind,
        effect.categoryId,
        effect.attribute,
        effect.value,
        effect.labels,
        effect.annotations,
      ])
      assert.deepStrictEqual([found.labels, found.affected], [8, 1])
      assert.deepStrictEqual(shown.slice(0, 3), [
        [0, "rename_category", 1, null, null, 4, 5],
        [1, "rename_attribute", 1, "color", null, 1, 2],
        [2, "rename_value", 1, "paint", "green", 0, 0],
      ])
      assert.sameDeepMembers(shown.slice(3), [
        [null, "missing_value", 1, "wheels", null, 4, 5],
        [null, "unknown_value", 1, "paint", "blue", 1, 1],
        [null, "unknown_category", 2, null, null, 3, 3],
      ])
      const examples = found.effects[0]?.examples ?? []
      assert.includeDeepMembers([...examples], [{ sampleId: nth(ids, 1), labelset: "predictions" }])
      assert.strictEqual((yield* configuration).configVersion, 1)
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 2)), ["write"])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("is for admins, from the present number, and of a sound change", () =>
    Effect.gen(function* () {
      yield* prepared(1)
      const changes = yield* Configurations
      const asked = (change: NewConfigurationChange) => [
        Effect.asVoid(changes.preview(ref, change)),
        Effect.asVoid(changes.apply(ref, change)),
      ]
      for (const request of asked(merge))
        assert.strictEqual((yield* Effect.flip(as("bob")(request)))._tag, "NotFound")
      for (const request of asked({ ...merge, configVersion: 2 }))
        assert.strictEqual((yield* Effect.flip(as("ann")(request)))._tag, "VersionMismatch")
      const wrong = {
        configuration: toJsonText({ categories: [{ id: 1 }] }),
        configVersion: 1,
        actions: [{ op: "explode" } as never],
      }
      for (const request of asked(wrong)) {
        const refused = yield* Effect.flip(as("ann")(request))
        assert.instanceOf(refused, InvalidInput)
        if (refused instanceof InvalidInput)
          assert.deepStrictEqual(
            refused.errors.map(({ pointer }) => pointer),
            ["/configuration/categories/0/name", "/actions/0/op"],
          )
      }
      assert.deepStrictEqual(yield* openChanges, [])
    }).pipe(Effect.provide(layer())),
  )
})

describe("an apply", () => {
  it.effect("gives labels and configuration their new state at once, with history, one event and a job", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(5)
      yield* as("ann")(Effect.flatMap(Users, (users) => users.setWebhooks(true)))
      const before = (yield* told).length
      const [car, bus] = [yield* label(nth(ids, 0)), yield* label(nth(ids, 1))]
      const job = yield* apply()
      assert.deepStrictEqual([job.kind, job.status, job.done], ["configuration", "PENDING", 0])
      assert.deepStrictEqual(yield* label(nth(ids, 0)), car)

      assert.isTrue(yield* step)
      const { done, status, total } = yield* jobNamed(job.id)
      assert.deepStrictEqual([status, done, total], ["SUCCEEDED", 5, 5])
      const { configuration: text, configVersion } = yield* configuration
      assert.deepStrictEqual([text, configVersion], [merge.configuration, 2])
      const moved = yield* label(nth(ids, 0))
      assert.deepStrictEqual(moved, { ...car, attributes: body(2), configVersion: 2, version: moved.version })
      assert.notStrictEqual(moved.version, car.version)
      assert.deepStrictEqual(yield* label(nth(ids, 1)), bus)
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 0)), ["migrate", "write"])
      assert.deepStrictEqual(
        (yield* told).slice(before).map(({ text, type }) => [type, text.includes("ann")]),
        [["dataset.updated", true]],
      )

      yield* allJobs
      assert.deepStrictEqual(yield* openChanges, [])
      assert.deepStrictEqual(yield* label(nth(ids, 0)), moved)
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 0)), ["migrate", "write"])
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 1)), ["write"])
    }).pipe(Effect.provide(layer({ events: "always" }))),
  )

  it.effect("is in the history of the configuration from the switch on, by who asked for it", () =>
    Effect.gen(function* () {
      yield* prepared(1)
      const all = yield* Configurations
      const history = as("ann")(all.history(ref))
      yield* apply()
      assert.lengthOf(yield* history, 1)
      assert.isTrue(yield* step)
      const [second] = yield* history
      assert.deepStrictEqual([second?.number, String(second?.by)], [2, "ann"])
      assert.strictEqual((yield* as("ann")(all.version(ref, 2))).configuration, merge.configuration)
      yield* allJobs
      assert.lengthOf(yield* history, 2)
    }).pipe(Effect.provide(layer())),
  )

  it.effect("is one at a time, and nobody else changes the configuration meanwhile", () =>
    Effect.gen(function* () {
      yield* prepared(1)
      const datasets = yield* Datasets
      const all = yield* Configurations
      yield* apply()
      for (const rival of [
        Effect.asVoid(apply()),
        Effect.asVoid(as("ann")(all.put(ref, toJsonText(merged)))),
        Effect.asVoid(as("ann")(datasets.update(ref, { taskAttributes: toJsonText(merged) }))),
      ]) {
        const refused = yield* Effect.flip(rival)
        assert.deepStrictEqual(
          [refused._tag, "code" in refused ? refused.code : ""],
          ["Conflict", "configuration_changing"],
        )
      }
      yield* as("ann")(datasets.update(ref, { description: "still mine" }))
      assert.isTrue(yield* step)
      assert.strictEqual((yield* configuration).configVersion, 2)
      yield* as("ann")(all.put(ref, toJsonText({ categories: [{ id: 9, name: "x" }] })))
      yield* allJobs
      assert.strictEqual((yield* configuration).configVersion, 3)
    }).pipe(Effect.provide(layer())),
  )

  it.effect("lets a second one begin while the first is folded in, and both count", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(2)
      yield* apply()
      assert.isTrue(yield* step)
      yield* apply({
        configuration: toJsonText({ categories: [{ id: 7, name: "bus" }] }),
        configVersion: 2,
        actions: [{ op: "rename_category", category_id: 2, to: 7 }],
      })
      yield* allJobs
      for (const id of ids) assert.strictEqual((yield* label(id)).attributes, body(7))
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 0)), ["migrate", "migrate", "write"])
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 1)), ["migrate", "write"])
      assert.deepStrictEqual(yield* openChanges, [])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("takes labels along that are written after it was asked for", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(3)
      const labels = yield* Labels
      const job = yield* apply()
      yield* as("ann")(labels.put(nth(ids, 1), "ground-truth", { attributes: body(1) }))
      yield* as("ann")(labels.remove(nth(ids, 2), "ground-truth"))
      yield* allJobs
      assert.strictEqual((yield* jobNamed(job.id)).status, "SUCCEEDED")
      assert.strictEqual((yield* label(nth(ids, 1))).attributes, body(2))
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 2)), ["delete", "write"])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("takes a label along that is written between staging and switch", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(3)
      const labels = yield* Labels
      const store = yield* ConfigurationChangeStore
      yield* apply()
      // As a worker that is killed before the switch leaves it, with a write in between.
      const { dataset } = (yield* as("ann")(Effect.flatMap(Datasets, (all) => all.get(ref)))).record
      const refs = yield* store.labels({ datasetId: dataset.id, during: null, after: null, limit: 10 })
      const car = refs.find(({ sampleId }) => sampleId === ids[0])
      const staged = yield* store.stage(
        { datasetId: dataset.id, number: 2 },
        car === undefined ? [] : [{ ...car, from: car.version, version: car.version, attributes: body(9) }],
      )
      assert.strictEqual(staged?.size, 1)
      yield* as("ann")(labels.patch(nth(ids, 0), "ground-truth", { score: 0.5 }))
      yield* allJobs
      const { attributes, score } = yield* label(nth(ids, 0))
      assert.deepStrictEqual([attributes, score], [body(2), 0.5])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("takes labels along that are written meanwhile by a server whose clock is behind", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const ids = yield* prepared(3)
      const labels = yield* Labels
      const job = yield* apply()
      const { run } = (yield* handlersOf).configuration
      const late = yield* Clock.currentTimeMillis
      const behind = Effect.zipRight(
        TestClock.setTime(late - 120_000),
        as("ann")(labels.put(nth(ids, 0), "ground-truth", { attributes: body(1), score: 0.5 })),
      )
      const users = yield* Users
      const once = yield* Effect.once(Effect.orDie(Effect.provideService(behind, Users, users)))
      yield* run(job, () => Effect.zipRight(once, TestClock.setTime(late)))
      const { attributes, score } = yield* label(nth(ids, 0))
      assert.deepStrictEqual([attributes, score], [body(2), 0.5])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("comes to nothing when the dataset is archived meanwhile, and its staged labels go", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(3)
      const datasets = yield* Datasets
      const job = yield* apply()
      const first = yield* label(nth(ids, 0))
      yield* as("ann")(datasets.update(ref, { archived: true }))
      yield* allJobs
      const { error, status } = yield* jobNamed(job.id)
      assert.deepStrictEqual([status, error], ["FAILED", "The dataset is archived. Unarchive it first."])
      yield* as("ann")(datasets.update(ref, { archived: false }))
      assert.deepStrictEqual(yield* openChanges, [])
      assert.deepStrictEqual(yield* label(nth(ids, 0)), first)
      yield* as("ann")(Effect.flatMap(Configurations, (all) => all.put(ref, toJsonText(before))))
      assert.deepStrictEqual(yield* label(nth(ids, 0)), first)
    }).pipe(Effect.provide(layer())),
  )

  it.effect("ends when the dataset is deleted", () =>
    Effect.gen(function* () {
      yield* prepared(3)
      const datasets = yield* Datasets
      const job = yield* apply()
      yield* as("ann")(datasets.remove(ref))
      yield* allJobs
      const stored = yield* Effect.flatMap(JobStore, (store) => store.byId(job.id))
      assert.strictEqual(stored._tag === "Some" && stored.value.status, "FAILED")
    }).pipe(Effect.provide(layer())),
  )

  it.effect("killed between staging and switch is finished by the next attempt", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(4)
      const job = yield* apply()
      const { run } = (yield* handlersOf).configuration
      const killed = yield* Effect.fork(run(job, (done) => (done === 4 ? Effect.never : Effect.void)))
      yield* Effect.repeat(Effect.yieldNow(), { times: 200 })
      yield* Fiber.interrupt(killed)
      assert.deepStrictEqual(yield* openChanges, [{ number: 2, phase: "staging" }])
      assert.strictEqual((yield* label(nth(ids, 0))).attributes, body(1))
      yield* allJobs
      assert.strictEqual((yield* jobNamed(job.id)).status, "SUCCEEDED")
      for (const id of ids) assert.strictEqual((yield* label(id)).attributes, body(2))
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 0)), ["migrate", "write"])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("killed after the switch has been, and is not done twice", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(2)
      const job = yield* apply()
      yield* Effect.asVoid((yield* handlersOf).configuration.run(job, () => Effect.void))
      assert.strictEqual((yield* configuration).configVersion, 2)
      yield* allJobs
      assert.strictEqual((yield* jobNamed(job.id)).status, "SUCCEEDED")
      assert.strictEqual((yield* configuration).configVersion, 2)
      assert.deepStrictEqual(yield* actionsOf(nth(ids, 0)), ["migrate", "write"])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("takes along what is written by who began before the switch, and nobody gets a conflict", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(2)
      const labels = yield* Labels
      yield* apply()
      const write = as("ann")(labels.patch(nth(ids, 0), "ground-truth", { score: 0.5 }))
      yield* beside(write, Effect.asVoid(step))
      yield* allJobs
      const { attributes, score } = yield* label(nth(ids, 0))
      assert.deepStrictEqual([attributes, score], [body(2), 0.5])
    }).pipe(Effect.provide(layer())),
  )

  it.effect("is in releases and clones from the switch on, before anything is folded in", () =>
    Effect.gen(function* () {
      const ids = yield* prepared(2)
      yield* apply()
      assert.isTrue(yield* step)
      assert.deepStrictEqual(yield* openChanges, [{ number: 2, phase: "folding" }])
      const { dataset } = (yield* as("ann")(Effect.flatMap(Datasets, (all) => all.get(ref)))).record
      const frozen = yield* Effect.scoped(
        Effect.flatMap(SnapshotStore, (store) =>
          Effect.flatMap(store.open(dataset.id), (snapshot) =>
            snapshot === null
              ? Effect.succeed([])
              : Effect.map(Stream.runCollect(snapshot.samples), (all) => [...all]),
          ),
        ),
      )
      assert.deepStrictEqual(
        frozen.map(({ labels }) => labels[0]?.attributes),
        ids.map(() => body(2)),
      )
      yield* as("ann")(
        Effect.flatMap(Datasets, (datasets) => datasets.clone(ref, { cloneLabels: true, name: "copy" })),
      )
      yield* allJobs
    }).pipe(Effect.provide(layer())),
  )
})
