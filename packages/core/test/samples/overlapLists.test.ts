/** Samples that several people label, in lists: found by their state, and with their overlap for those who ask for it. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { Access } from "../../src/access/Access.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { OverlapState } from "../../src/domain/Overlap.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { encodeCursor } from "../../src/reading/sampleFilter.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { type ListSamples, SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  as,
  body,
  engine,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  two,
  world,
} from "../queue/world.ts"

const list = (name: string, request: ListSamples) =>
  as(name)(Effect.flatMap(SampleLists, (lists) => lists.list(streets, request)))

const listRows = (name: string, request: ListSamples) =>
  Effect.map(
    Effect.flatMap(list(name, request), ({ rows }) => Stream.runCollect(rows)),
    Chunk.toReadonlyArray,
  )

const listNames = (name: string, ...overlapStates: ReadonlyArray<OverlapState>) =>
  Effect.map(listRows(name, { overlapStates }), (rows) => rows.map(({ sample }): string => sample.name))

const label = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: body(1) }),
  )

const setGold = (sample: SampleId) =>
  as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: body(1) })))

/** A decided sample, one that waits for a decision, a new one, a gold sample, and one that one person labels. */
const makeSamples = Effect.gen(function* () {
  const [decided, waiting, fresh, gold, single] = yield* samplesNamed(
    "decided",
    "waiting",
    "fresh",
    "gold",
    "single",
  )
  if (!decided || !waiting || !fresh || !gold || !single) return yield* Effect.dieMessage("No samples.")
  yield* setGold(gold)
  yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(single, { overlap: 1 })))
  for (const name of ["lab", "man"]) {
    yield* label(name)
    yield* label(name)
  }
  const decision = yield* nextClaim("rev", "reviewing")
  yield* perform("rev", decision, "accept", { overlapLabel: "B" })
  return { decided, waiting }
})

const denied = "PermissionDenied permission_denied"

describe("a filter of samples by the state of their overlap", () => {
  it.effect("finds them for those who may review, and a gold sample as a new one", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* makeSamples
      for (const name of ["rev2", "man", "ann"]) {
        assert.deepStrictEqual(yield* listNames(name, "labeling"), ["fresh", "gold"])
        assert.deepStrictEqual(yield* listNames(name, "adjudicating"), ["waiting"])
        assert.deepStrictEqual(yield* listNames(name, "decided"), ["decided"])
        assert.deepStrictEqual(yield* listNames(name, "adjudicating", "decided"), ["decided", "waiting"])
      }
      const { total } = yield* list("rev2", { overlapStates: ["labeling"], count: true })
      assert.deepStrictEqual(total, { count: 2, capped: false })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("finds no gold sample where one person labels a new sample", () =>
    Effect.gen(function* () {
      yield* world()
      const [gold] = yield* samplesNamed("gold", "single")
      if (gold === undefined) return assert.fail("no sample")
      yield* setGold(gold)
      assert.deepStrictEqual(yield* listNames("man", "labeling", "adjudicating", "decided"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused to labelers, also as the cursor of somebody else, and names no gold samples", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* makeSamples

      assert.strictEqual(yield* refusal(list("lab", { overlapStates: ["labeling"] })), denied)
      const { next } = yield* list("rev", { overlapStates: ["labeling"], perPage: 1 })
      if (next === null) return assert.fail("no next page")
      assert.strictEqual(yield* refusal(list("lab", { cursor: next })), denied)
      const [row] = yield* listRows("rev", { cursor: next })
      if (row === undefined) return assert.fail("no second row")
      assert.strictEqual(row.sample.name, "gold")
      const { dataset } = yield* as("ann")(
        Effect.flatMap(Access, (access) => access.require(streets, "read")),
      )
      const states = ["gold"] as unknown as ReadonlyArray<OverlapState>
      const forged = encodeCursor({
        filter: { datasetId: dataset.id, overlapStates: states },
        sort: { key: "name", descending: false },
        after: { value: "", id: row.sample.id },
      })
      assert.strictEqual(yield* refusal(list("rev", { cursor: forged })), "InvalidInput invalid")
      assert.deepStrictEqual(yield* listNames("man", ...states), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("chooses the samples of a change of many", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* makeSamples
      const filter = { overlapStates: ["labeling", "adjudicating"] } as const
      const { changed } = yield* as("man")(
        Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { filter }, { priority: 1 })),
      )
      assert.strictEqual(changed, 3)
    }).pipe(Effect.provide(engine())),
  )
})

describe("the overlap of a sample in a list", () => {
  it.effect("is there for those who ask for it and may review", () =>
    Effect.gen(function* () {
      yield* world(two)
      const { decided } = yield* makeSamples
      const read = (name: string) =>
        Effect.map(listRows(name, { overlap: true }), (rows) =>
          rows.map(({ overlap, sample }) => [
            sample.name,
            overlap?.overlap,
            overlap?.state,
            overlap?.finished,
            overlap?.accepted,
          ]),
        )
      assert.deepStrictEqual(yield* read("rev2"), [
        ["decided", 2, "decided", 2, "B"],
        ["fresh", 2, "labeling", 0, null],
        ["gold", 2, "labeling", 0, null],
        ["single", 1, null, 0, null],
        ["waiting", 2, "adjudicating", 2, null],
      ])
      const samples = yield* Samples
      const view = yield* as("rev2")(samples.get(decided, { overlap: true }))
      assert.deepInclude(view.context.overlap, { state: "decided", agreement: 1, accepted: "B" })
      assert.isUndefined((yield* as("rev2")(samples.get(decided))).context.overlap)
      const unasked = yield* listRows("rev2", {})
      assert.isTrue(unasked.every(({ overlap }) => overlap === undefined))
      assert.strictEqual(yield* refusal(list("lab", { overlap: true })), denied)
      assert.strictEqual(yield* refusal(as("lab")(samples.get(decided, { overlap: true }))), denied)
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "has the agreement before the decision for whoever has it, and for managers who gave no label",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const { waiting } = yield* makeSamples
        const readAgreement = (name: string) =>
          Effect.map(
            as(name)(Effect.flatMap(Samples, (samples) => samples.get(waiting, { overlap: true }))),
            ({ context }) => context.overlap?.agreement,
          )
        // The manager gave one of the labels.
        for (const name of ["rev", "rev2", "man"]) assert.isNull(yield* readAgreement(name), name)
        assert.strictEqual(yield* readAgreement("ann"), 1)
        yield* nextClaim("rev2", "reviewing")
        assert.strictEqual(yield* readAgreement("rev2"), 1)
      }).pipe(Effect.provide(engine())),
  )
})
