/** Labeling guides: who reads them, who acknowledges which version, and who sees that. */
import { Audit, Collaborators, Datasets, Guides } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")
const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)
const denied = "You do not have permission to perform this action."

/** Ann's dataset with a guide, a labeler, a manager and a stranger. */
const guided = Effect.gen(function* () {
  yield* people("ann", "labeler", "manager", "eve")
  yield* datasetOf("ann")
  const collaborators = yield* Collaborators
  yield* as("ann")(collaborators.add(annCats, { user: "labeler", role: "labeler" }))
  yield* as("ann")(collaborators.add(annCats, { user: "manager", role: "manager" }))
  yield* write("# Cats\n\nTails belong to the cat.")
  return yield* Guides
})

const write = (guide: string) =>
  Effect.flatMap(Datasets, (datasets) => as("ann")(datasets.update(annCats, { guide })))

describe("a labeling guide", () => {
  it.effect("is acknowledged once for each person and version, with an entry in the audit log", () =>
    Effect.gen(function* () {
      const guides = yield* guided
      const before = yield* as("labeler")(guides.get(annCats))
      assert.strictEqual(before.acknowledgedAt, null)
      const version = before.version ?? assert.fail("has no version")
      const first = yield* as("labeler")(guides.acknowledge(annCats, version))
      assert.notStrictEqual(first.acknowledgedAt, null)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* as("labeler")(guides.acknowledge(annCats, version)), first)
      assert.deepStrictEqual(yield* as("labeler")(guides.get(annCats)), first)
      const entries = yield* as("ann")(
        Effect.flatMap(Audit, (audit) => audit.ofDataset(annCats, { before: null, limit: 10 })),
      )
      assert.deepStrictEqual<unknown>(
        entries
          .filter(({ action }) => action === "guide.acknowledged")
          .map(({ by, details }) => [by, details]),
        [["labeler", `{"version":"${version}"}`]],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("is to be read again after a change, and not when its old text returns", () =>
    Effect.gen(function* () {
      const guides = yield* guided
      const { version } = yield* as("labeler")(guides.get(annCats))
      yield* as("labeler")(guides.acknowledge(annCats, version ?? ""))
      yield* write("# Cats\n\nTails are objects of their own.")
      const changed = yield* as("labeler")(guides.get(annCats))
      assert.notStrictEqual(changed.version, version)
      assert.strictEqual(changed.acknowledgedAt, null)
      assert.strictEqual(
        yield* messageOf(as("labeler")(guides.acknowledge(annCats, version ?? ""))),
        "The labeling guide has changed. Read the new version.",
      )
      assert.deepStrictEqual(yield* as("manager")(guides.listAcknowledgements(annCats)), [])
      yield* write("# Cats\n\nTails belong to the cat.")
      assert.notStrictEqual((yield* as("labeler")(guides.get(annCats))).acknowledgedAt, null)
    }).pipe(Effect.provide(world())),
  )

  it.effect("shows managers who has read it, and nobody else", () =>
    Effect.gen(function* () {
      const guides = yield* guided
      const { version } = yield* as("labeler")(guides.get(annCats))
      for (const name of ["manager", "labeler"]) yield* as(name)(guides.acknowledge(annCats, version ?? ""))
      const all = yield* as("manager")(guides.listAcknowledgements(annCats))
      assert.deepStrictEqual(
        all.map((one) => [one.user, one.version]),
        [
          ["labeler", version],
          ["manager", version],
        ],
      )
      assert.strictEqual(yield* messageOf(as("labeler")(guides.listAcknowledgements(annCats))), denied)
      assert.strictEqual(yield* messageOf(as("eve")(guides.get(annCats))), "Dataset not found.")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is not acknowledged by the engine itself, which is no person", () =>
    Effect.gen(function* () {
      const guides = yield* guided
      const { version } = yield* asSystem(guides.get(annCats))
      assert.strictEqual(yield* messageOf(asSystem(guides.acknowledge(annCats, version ?? ""))), denied)
      assert.deepStrictEqual(yield* as("ann")(guides.listAcknowledgements(annCats)), [])
    }).pipe(Effect.provide(world())),
  )

  it.effect("without text has no version, and cannot be acknowledged", () =>
    Effect.gen(function* () {
      const guides = yield* guided
      const { version } = yield* as("labeler")(guides.get(annCats))
      yield* write(" \n")
      assert.deepStrictEqual(yield* as("labeler")(guides.get(annCats)), {
        guide: " \n",
        version: null,
        acknowledgedAt: null,
      })
      assert.strictEqual(
        yield* messageOf(as("labeler")(guides.acknowledge(annCats, version ?? ""))),
        "Labeling guide not found.",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("has at most 100 000 characters", () =>
    Effect.gen(function* () {
      yield* guided
      yield* write("a".repeat(100_000))
      assert.include(yield* messageOf(write("a".repeat(100_001))), "100000")
    }).pipe(Effect.provide(world())),
  )
})
