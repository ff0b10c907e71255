import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { QueueName } from "../../src/domain/Claim.ts"
import { fromMillis } from "../../src/domain/Timestamp.ts"
import { memory } from "../../src/memory.ts"
import { WorkunitStore } from "../../src/placement/WorkunitStore.ts"
import { Workunits } from "../../src/placement/Workunits.ts"
import { noFigures } from "../../src/queue/figures/WorkFigures.ts"
import { WorkStatistics } from "../../src/queue/figures/WorkStatistics.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { Work } from "../../src/queue/Work.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  labeled,
  nextClaim,
  plain,
  refusal,
  samplesNamed,
  streets,
  watchedStorage,
  world,
} from "./world.ts"

const viewed = (name: string, queue: QueueName, user?: string) =>
  Effect.gen(function* () {
    const steps = yield* (yield* QueueViews).view(streets, queue, { user })
    return steps.map(
      ({ samples, step, waiting }) => `${step}: ${waiting} ${samples.map((sample) => sample.name).join(" ")}`,
    )
  }).pipe(as(name))

const explained = (name: string, queue: QueueName, user?: string) =>
  as(name)(Effect.flatMap(QueueViews, (views) => views.explain(streets, queue, { user })))

describe("the view of a queue", () => {
  it.effect("shows what waits for a person in each step, and leaves out what others hold", () =>
    Effect.gen(function* () {
      yield* world()
      const [, b, c] = yield* samplesNamed("a", "b", "c", "d")
      if (b === undefined || c === undefined) return assert.fail("samples")
      yield* (yield* Samples).update(b, { assignedLabeler: "lab" })
      yield* (yield* Samples).update(c, { assignedLabeler: "lab2", priority: 1 })
      assert.deepStrictEqual(yield* viewed("lab", "labeling"), ["1: 0 ", "2: 0 ", "3: 1 b", "4: 2 a d"])
      yield* nextClaim("rev", "labeling")
      assert.deepStrictEqual(yield* viewed("man", "labeling", "LAB2"), ["1: 0 ", "2: 0 ", "3: 1 c", "4: 1 d"])
      assert.deepStrictEqual(yield* viewed("rev", "reviewing"), ["1: 0 ", "2: 0 ", "3: 0 ", "4: 0 ", "5: 0 "])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("reads no sample whole", () => {
    const { readings, storage } = watchedStorage()
    return Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b")
      yield* nextClaim("lab", "labeling")
      readings.length = 0
      assert.deepStrictEqual((yield* viewed("lab", "labeling"))[3], "4: 1 b")
      assert.strictEqual((yield* explained("lab", "labeling")).next?.sample.name, "a")
      assert.include(readings, "heads")
      assert.notInclude(readings, "whole")
    }).pipe(Effect.provide(engine({}, storage)))
  })

  it.effect("shows nothing for those who may not work in it", () =>
    Effect.gen(function* () {
      yield* world()
      yield* labeled(yield* aSample(), "LABELED")
      assert.deepStrictEqual(yield* viewed("lab", "reviewing"), ["1: 0 ", "2: 0 ", "3: 0 ", "4: 0 ", "5: 0 "])
      assert.deepStrictEqual((yield* viewed("man", "reviewing", "eve"))[4], "5: 0 ")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("of others is for managers", () =>
    Effect.gen(function* () {
      yield* world()
      const views = yield* QueueViews
      for (const request of [viewed("lab", "labeling", "lab2"), viewed("lab", "labeling", "nobody")]) {
        assert.strictEqual(yield* refusal(request), "PermissionDenied permission_denied")
      }
      assert.strictEqual(
        yield* refusal(explained("rev", "labeling", "lab")),
        "PermissionDenied permission_denied",
      )
      assert.strictEqual(yield* refusal(viewed("man", "labeling", "nobody")), "NotFound user_not_found")
      assert.lengthOf((yield* as("rev")(views.stats(streets))).people, 0)
      assert.strictEqual(yield* refusal(as("eve")(views.stats(streets))), "NotFound dataset_not_found")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts no further than a thousand", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed(...Array.from({ length: 1001 }, (_, i) => `s${i}`))
      const steps = yield* as("lab")((yield* QueueViews).view(streets, "labeling", { limit: 0 }))
      assert.deepInclude(plain(steps[3] ?? {}), { step: 4, waiting: 1000, capped: true, samples: [] })
    }).pipe(Effect.provide(engine())),
  )
})

describe("an explanation", () => {
  it.effect("names the sample that a claim then gives", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b")
      const before = yield* explained("man", "labeling", "lab")
      assert.deepStrictEqual([before.next?.sample.name, before.next?.step, before.next?.claim], [
        "a",
        4,
        null,
      ] as never)
      const claim = yield* nextClaim("lab", "labeling")
      assert.strictEqual(claim.sampleId, before.next?.sample.id)
      const after = yield* explained("lab", "labeling")
      assert.strictEqual(after.next?.claim?.id, claim.id)
      assert.strictEqual((yield* nextClaim("lab", "labeling")).id, claim.id)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("says why there is nothing", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      const reasons = (name: string, queue: QueueName) =>
        Effect.map(explained(name, queue), ({ next, obstacles }) => {
          assert.isNull(next)
          return obstacles.map(
            ({ code, count, samples }) => `${code} ${count} ${samples.map(({ user }) => user).join(" ")}`,
          )
        })
      assert.deepStrictEqual(yield* reasons("lab", "labeling"), ["none_waiting 0 "])
      assert.deepStrictEqual(yield* reasons("lab", "reviewing"), ["not_allowed 0 "])
      const [a, b] = yield* samplesNamed("a", "b", "c")
      if (a === undefined || b === undefined) return assert.fail("samples")
      yield* (yield* Samples).update(a, { assignedLabeler: "lab2" })
      const saving = yield* nextClaim("rev", "labeling")
      yield* as("rev")((yield* Work).perform(saving.id, "save", { attributes: body(1) }))
      const held = yield* claimed("rev", "labeling", { count: 2 })
      assert.lengthOf(held, 2)
      assert.deepStrictEqual(yield* reasons("lab", "labeling"), [
        "claimed 2 rev rev",
        "assigned_to_others 1 lab2",
      ])
      yield* TestClock.adjust("901 seconds")
      yield* nextClaim("lab", "labeling")
      assert.deepStrictEqual(
        yield* reasons("man", "labeling"),
        ["claimed 1 lab", "work_of_others 1 rev", "assigned_to_others 1 lab2"].sort(
          (x, y) => order(x) - order(y),
        ),
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("agrees with the claim for everybody, in both queues", () =>
    Effect.gen(function* () {
      yield* world()
      const ids = yield* samplesNamed("a", "b", "c", "d", "e", "f")
      const statuses = ["LABELED", "REJECTED", "REVIEWED", "PRELABELED"] as const
      for (const [i, status] of statuses.entries()) yield* labeled(ids[i] ?? assert.fail("a sample"), status)
      yield* (yield* Samples).update(ids[4] ?? assert.fail("a sample"), { assignedLabeler: "lab2" })
      for (const name of ["lab", "lab2", "rev", "rev2", "man", "ann"]) {
        for (const queue of ["labeling", "reviewing"] as const) {
          if (queue === "reviewing" && name.startsWith("lab")) continue
          const { next } = yield* explained("man", queue, name)
          const [row] = yield* claimed(name, queue)
          assert.deepStrictEqual([row?.sample.id, row?.claim.step], [next?.sample.id, next?.step])
        }
      }
    }).pipe(Effect.provide(engine())),
  )
})

const order = (text: string): number =>
  ["claimed", "work_of_others", "assigned_to_others"].findIndex((code) => text.startsWith(code))

/** The figures of so many submissions without objects. */
const submitted = (n: number) => ({ ...noFigures, workType: "label", workunits: n, submitted: n })
const finished = (n: number) => ({
  workType: "label",
  workunits: n,
  submitted: n,
  skipped: 0,
  accepted: 0,
  rejected: 0,
})

describe("the record of work", () => {
  it.effect("sums up what each person did in the last seven days", () =>
    Effect.gen(function* () {
      yield* world()
      yield* TestClock.adjust("30 days")
      yield* samplesNamed("a", "b", "c")
      const work = yield* Work
      const submit = (name: string, time: number) =>
        Effect.gen(function* () {
          const claim = yield* nextClaim(name, "labeling")
          yield* TestClock.adjust("1 minutes")
          yield* as(name)(work.perform(claim.id, "submit", { time, inactiveTime: 1 }))
        })
      yield* submit("lab", 1000)
      yield* TestClock.adjust("8 days")
      yield* submit("lab", 2000)
      yield* submit("rev", 4000)
      const stats = yield* as("man")((yield* QueueViews).stats(streets))
      assert.sameDeepMembers(stats.people.map(plain), [
        { ...submitted(1), user: "lab", time: 2000, inactiveTime: 1 },
        { ...submitted(1), user: "rev", time: 4000, inactiveTime: 1 },
      ])
      const all = yield* (yield* QueueViews).stats(streets, { start: fromMillis(0) })
      assert.deepInclude(all.people.map(plain), {
        ...submitted(2),
        user: "lab",
        time: 3000,
        inactiveTime: 2,
      })
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "counts the finished work of the last 30 days by day: everybody's for managers, else one's own",
    () =>
      Effect.gen(function* () {
        yield* world()
        yield* TestClock.setTime(Date.parse("2025-11-20T10:00:00Z"))
        yield* samplesNamed("a", "b", "c")
        const work = yield* Work
        const views = yield* QueueViews
        const submit = (name: string) =>
          Effect.gen(function* () {
            const claim = yield* nextClaim(name, "labeling")
            yield* as(name)(work.perform(claim.id, "submit", { time: 1, inactiveTime: 0 }))
          })
        yield* submit("lab")
        yield* TestClock.adjust("28 days")
        yield* submit("lab")
        yield* submit("rev")
        const { days, start } = yield* as("man")(views.throughput(streets))
        assert.strictEqual(start, "2025-11-19T00:00:00.000000Z")
        assert.deepStrictEqual(days.map(plain), [
          { ...finished(1), day: "2025-11-20" },
          { ...finished(2), day: "2025-12-18" },
        ])
        const own = yield* as("rev")(views.throughput(streets, { start: fromMillis(0) }))
        assert.deepStrictEqual(own.days.map(plain), [{ ...finished(1), day: "2025-12-18" }])
      }).pipe(Effect.provide(engine())),
  )

  it.effect("looks at no days before the first work and after the last, whatever the time span", () => {
    const spans: Array<number> = []
    const watched = Layer.effect(
      WorkunitStore,
      Effect.map(WorkunitStore, (store) =>
        WorkunitStore.of({
          ...store,
          tally: (dataset, asked, person) => {
            spans.push(asked.length)
            return store.tally(dataset, asked, person)
          },
        }),
      ),
    )
    return Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      const claim = yield* nextClaim("lab", "labeling")
      yield* as("lab")((yield* Work).perform(claim.id, "submit", { time: 1, inactiveTime: 0 }))
      const end = fromMillis(Date.parse("9998-01-01T00:00:00Z"))
      const views = yield* QueueViews
      assert.lengthOf((yield* as("lab")(views.throughput(streets, { start: fromMillis(0), end }))).days, 1)
      assert.deepStrictEqual(spans, [1])
      const statistics = yield* WorkStatistics
      const { rows, total } = yield* as("lab")(
        statistics.figures(streets, { start: "1900-01-01", end, by: ["day"] }),
      )
      assert.deepStrictEqual(
        rows.map(({ figures }) => figures),
        [total],
      )
      // The total is of the same reading as the rows.
      assert.deepStrictEqual(spans, [1, 1])
    }).pipe(Effect.provide(engine({}, watched.pipe(Layer.provideMerge(memory())))))
  })

  it.effect("shows workunits to managers, and to others their own", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b")
      const work = yield* Work
      const workunits = yield* Workunits
      for (const name of ["lab", "lab2"])
        yield* as(name)(work.perform((yield* nextClaim(name, "labeling")).id, "submit"))
      const by = (name: string, request = {}) =>
        Effect.map(as(name)(workunits.list(streets, request)), (units) =>
          units.map(({ createdBy }) => createdBy as string),
        )
      assert.deepStrictEqual(yield* by("man"), ["lab2", "lab"])
      assert.deepStrictEqual(yield* by("man", { descending: false, perPage: 1, page: 2 }), ["lab2"])
      assert.deepStrictEqual(yield* by("lab"), ["lab"])
      assert.deepStrictEqual(yield* by("man", { user: "LAB2" }), ["lab2"])
      assert.deepStrictEqual(yield* by("man", { user: "no such user" }), [])
      assert.deepStrictEqual(yield* by("lab", { user: "Lab" }), ["lab"])
      assert.strictEqual(yield* refusal(by("lab", { user: "lab2" })), "PermissionDenied permission_denied")
      assert.strictEqual(yield* refusal(by("eve")), "NotFound dataset_not_found")
    }).pipe(Effect.provide(engine())),
  )
})
