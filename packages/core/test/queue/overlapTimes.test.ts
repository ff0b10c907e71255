/** The times of the label that one person of several gives. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Username } from "../../src/domain/Names.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import {
  as,
  body,
  claimed,
  engine,
  nextClaim,
  overlapOf,
  perform,
  refusal,
  samplesNamed,
  two,
  undo,
  world,
} from "./world.ts"

/** The times in the answers to save, save, claim and submit, a minute apart, in seconds since the first one. */
const readTimes = Effect.gen(function* () {
  const claim = yield* nextClaim("lab", "labeling")
  const times: Array<readonly [created: string, updated: string]> = []
  for (const action of ["save", "save", "submit"] as const) {
    const { answer } = yield* perform("lab", claim, action, { attributes: body(times.length) })
    const { label } = JSON.parse(answer)
    times.push([label.created_at, label.updated_at])
    yield* TestClock.adjust("1 minute")
    const [row] = action === "save" ? yield* claimed("lab", "labeling") : []
    if (row?.label) times.push([row.label.createdAt, row.label.updatedAt])
  }
  const start = Date.parse(times[0]?.[0] ?? "")
  return { claim, times: times.map((pair) => pair.map((at) => (Date.parse(at) - start) / 1000)) }
})

const expected = [
  [0, 0],
  [0, 0],
  [0, 60],
  [0, 60],
  [0, 120],
]

describe("the creation time of the label of one person", () => {
  it.effect("stays that of the first version for a sample that one person labels", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* samplesNamed("one")
      assert.deepStrictEqual((yield* readTimes).times, expected)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("stays that of the first version for a sample that several people label", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* samplesNamed("one")
      const { claim, times } = yield* readTimes
      assert.deepStrictEqual(times, expected)
      yield* undo("lab", claim)
      const [row] = yield* claimed("lab", "labeling")
      assert.strictEqual(
        Date.parse(row?.label?.updatedAt ?? "") - Date.parse(row?.label?.createdAt ?? ""),
        60_000,
      )
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("stays that of the first version for a gold sample", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ enableSaveButton: true, goldRate: 0.5 })
      const [gold] = yield* samplesNamed("gold", "other")
      if (gold === undefined) return yield* Effect.dieMessage("No samples.")
      yield* as("man")(Effect.flatMap(GoldSamples, (all) => all.set(gold, { attributes: body(1) })))
      const turn = { user: Username.make("lab"), rate: 0.5, countdown: 0, pivot: 0 }
      yield* Effect.flatMap(GoldStore, (store) => store.putTurn({ datasetId: dataset.id, ...turn }))
      const { claim, times } = yield* readTimes
      assert.strictEqual(claim.sampleId, gold)
      assert.deepStrictEqual(times, expected)
    }).pipe(Effect.provide(engine())),
  )
})

describe("the time of the label of one person", () => {
  it.effect("is that of all work on it, for those who see who works on what", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [sample] = yield* samplesNamed("one")
      if (sample === undefined) return yield* Effect.dieMessage("No samples.")
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("1 minute")
      const spend = (time: number, inactiveTime: number) =>
        ({ attributes: body(time), time, inactiveTime, timeSince: "previous" }) as const
      yield* perform("lab", claim, "save", spend(20_000, 5000))
      yield* TestClock.adjust("1 minute")
      yield* perform("lab", claim, "submit", spend(30_000, 1000))
      const other = yield* nextClaim("lab2", "labeling")
      yield* TestClock.adjust("1 minute")
      yield* perform("lab2", other, "submit", { attributes: body(1), time: 7000 })
      const readShown = (name: string) =>
        Effect.map(overlapOf(sample, name), ({ labels }) =>
          labels.map(
            ({ inactiveTime, labeler, time }): ReadonlyArray<string | number | null> => [
              labeler,
              time,
              inactiveTime,
            ],
          ),
        )
      assert.deepStrictEqual(yield* readShown("man"), [
        ["lab", 50_000, 6000],
        ["lab2", 7000, 0],
      ])
      yield* nextClaim("rev", "reviewing")
      const none = [null, null, null]
      assert.deepStrictEqual(yield* readShown("rev"), [none, none])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not recorded of a label that was submitted alone", () =>
    Effect.gen(function* () {
      yield* world()
      const [sample] = yield* samplesNamed("one")
      if (sample === undefined) return yield* Effect.dieMessage("No samples.")
      for (const name of ["lab", "lab2"]) {
        const claim = yield* nextClaim(name, "labeling")
        yield* TestClock.adjust("1 minute")
        yield* perform(name, claim, "submit", { attributes: body(1), time: 7000 })
        if (name === "lab")
          yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 2, reopen: true })))
      }
      const { labels } = yield* overlapOf(sample)
      assert.deepStrictEqual(
        labels.map(({ time }) => time),
        [null, 7000],
      )
    }).pipe(Effect.provide(engine())),
  )
})
