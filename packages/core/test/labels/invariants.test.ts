/** What holds whatever people do, in any order: counts, histories and events say the same as the labels themselves. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Option, Stream } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { type JsonText, parseJson } from "../../src/domain/JsonText.ts"
import { LabelStatus } from "../../src/domain/Label.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { as, body, claimed, countsOf, engine, perform, samplesNamed, streets, world } from "../queue/world.ts"

const person = fc.constantFrom("man", "rev", "rev2", "lab", "lab2")
const index = fc.nat({ max: 5 })
const status = fc.constantFrom(...LabelStatus.literals)
const n = fc.nat({ max: 2 })

const step = fc.oneof(
  fc.record({ do: fc.constant("put" as const), person, index, status, n }),
  fc.record({ do: fc.constant("predict" as const), index, status, n }),
  fc.record({ do: fc.constant("unlabel" as const), index }),
  fc.record({ do: fc.constant("restore" as const), index, n }),
  fc.record({ do: fc.constant("bulk" as const), first: index, last: index, status }),
  fc.record({ do: fc.constant("assign" as const), index, person }),
  fc.record({ do: fc.constant("delete" as const), index: fc.constantFrom(4, 5) }),
  fc.record({
    do: fc.constant("work" as const),
    person,
    queue: fc.constantFrom("labeling" as const, "reviewing" as const),
    action: fc.constantFrom(...(["submit", "save", "skip", "accept", "reject"] as const)),
    n,
  }),
  fc.record({ do: fc.constant("giveBack" as const), person }),
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** Most steps are refused by some rule, which is as good as done. */
const take = (ids: ReadonlyArray<SampleId>, each: Step) =>
  Effect.gen(function* () {
    const labels = yield* Labels
    const id = (at: number) => ids[at] ?? assert.fail("a sample")
    switch (each.do) {
      case "put": {
        const write = labels.put(id(each.index), "ground-truth", {
          status: each.status,
          attributes: body(each.n),
        })
        return yield* as(each.person)(Effect.asVoid(write))
      }
      case "predict":
        return yield* Effect.asVoid(
          labels.put(id(each.index), "model-1", { status: each.status, score: each.n }),
        )
      case "unlabel":
        return yield* as("man")(labels.remove(id(each.index), "ground-truth"))
      case "restore": {
        const row = (yield* labels.history(id(each.index), "ground-truth"))[each.n]
        if (row === undefined) return
        return yield* as("man")(Effect.asVoid(labels.restore(id(each.index), "ground-truth", row.version)))
      }
      case "bulk": {
        const uuids = ids.slice(each.first, each.last + 1)
        const bulk = yield* SampleBulk
        return yield* as("man")(
          Effect.asVoid(
            bulk.updateMany(streets, { uuids }, { labelStatus: each.status, priority: each.first }),
          ),
        )
      }
      case "assign": {
        const to = { assignedLabeler: each.person, assignedReviewer: each.person }
        return yield* Effect.asVoid((yield* Samples).update(id(each.index), to))
      }
      case "delete":
        return yield* (yield* Samples).remove(id(each.index))
      case "work": {
        const [row] = yield* claimed(each.person, each.queue)
        if (row === undefined) return
        const input = each.n === 0 ? {} : { attributes: body(each.n) }
        return yield* Effect.asVoid(perform(each.person, row.claim, each.action, input))
      }
      case "giveBack": {
        const queue = yield* Queue
        const [row] = Chunk.toReadonlyArray(
          yield* as(each.person)(Effect.flatMap(queue.mine(), Stream.runCollect)),
        )
        if (row !== undefined) yield* as(each.person)(queue.giveBack(row.claim.id))
      }
    }
  }).pipe(Effect.ignore)

/** The statuses of all samples, as reading them one by one shows them. */
const tally = (ids: ReadonlyArray<SampleId>) =>
  Effect.gen(function* () {
    const samples = yield* Samples
    const byStatus: Record<string, number> = {}
    let count = 0
    for (const id of ids) {
      const found = yield* Effect.option(samples.get(id, { labelset: "ground-truth" }))
      if (Option.isNone(found)) continue
      count += 1
      const is = found.value.context.label?.status
      if (is !== undefined) byStatus[is] = (byStatus[is] ?? 0) + 1
    }
    return { samples: count, byStatus }
  })

const listed = (which: LabelStatus) =>
  Effect.gen(function* () {
    const { rows } = yield* (yield* SampleLists).list(streets, { labelStatuses: [which] })
    return yield* Stream.runCount(rows)
  })

const statusIn = (object: JsonText) => {
  const { label_status: is, version, labelset } = parseJson(object) as Record<string, string>
  return { is, version, labelset }
}

const holds = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const switches = { enableSaveButton: true, enableSkipReviewing: true, enableLabelStatusVerified: true }
    const { dataset } = yield* world(switches)
    const ids = yield* samplesNamed("a", "b", "c", "d", "e", "f")
    for (const each of steps) yield* take(ids, each)

    const found = yield* tally(ids)
    assert.deepStrictEqual(yield* countsOf(dataset), found)
    for (const which of LabelStatus.literals)
      assert.strictEqual(yield* listed(which), found.byStatus[which] ?? 0, which)

    const labels = yield* Labels
    const events = yield* (yield* Outbox).read({ after: null, limit: 10_000 })
    for (const id of ids) {
      const history = yield* Effect.option(labels.history(id, "ground-truth", { limit: 1000 }))
      if (Option.isNone(history)) continue
      const rows = history.value.toReversed()
      let from: LabelStatus | null = null
      for (const row of rows) {
        assert.strictEqual(row.from, from)
        from = row.to
      }
      const label = yield* Effect.option(labels.get(id, "ground-truth"))
      assert.strictEqual(Option.getOrNull(label)?.label.status ?? null, from)
      const told = events
        .filter(({ object, type }) => type.startsWith("label.") && object.includes(`"sample_uuid":"${id}"`))
        .map(({ object, type }) => ({ ...statusIn(object), type }))
        .filter(({ labelset }) => labelset === "ground-truth")
      const expected = rows.map((row) => (row.to === null ? "deleted" : `${row.to} ${row.version}`))
      assert.deepStrictEqual(
        told.map(({ is, type, version }) => (type === "label.deleted" ? "deleted" : `${is} ${version}`)),
        expected,
      )
    }
  }).pipe(Effect.provide(engine()))

describe("counts, histories and events", () => {
  it("agree with the labels after any steps of any people", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 150 }), (steps) =>
        Effect.runPromise(holds(steps)),
      ),
      { numRuns: 12 },
    )
  }, 60_000)
})
