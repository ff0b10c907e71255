/** The label of one person of several is taken back, while nobody has begun the decision. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Labels } from "../../src/labels/Labels.ts"
import { WorkStatistics } from "../../src/queue/figures/WorkStatistics.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  nextClaim,
  overlapOf,
  perform,
  plain,
  refusal,
  samplesNamed,
  streets,
  told,
  two,
  undo,
  world,
} from "./world.ts"

/** The person labels the next sample. */
const label = (name: string, comment?: string) =>
  Effect.gen(function* () {
    const claim = yield* nextClaim(name, "labeling")
    const { answer } = yield* perform(name, claim, "submit", { attributes: body(1), comment })
    return { claim, answer }
  })

describe("a label of one person of several that is taken back", () => {
  it.effect("was offered to be, and leaves the sample as it was before it", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      const { answer, claim } = yield* label("lab")
      assert.deepStrictEqual(JSON.parse(answer).undo, { until: "1970-01-01T00:01:00.000000Z" })
      yield* TestClock.adjust("59 seconds")
      const { claimed: again, workunit } = yield* undo("lab", claim)
      assert.deepInclude(plain(workunit), { action: "undo", workType: "label", nextLabelStatus: null })
      assert.deepInclude(plain(again?.claim ?? {}), { holder: "lab", sampleId: sample, step: 4 })
      assert.notStrictEqual(again?.claim.id, claim.id)
      assert.isNull(again?.label)
      assert.strictEqual((yield* overlapOf(sample)).finished, 0)
      assert.deepStrictEqual(yield* told, ["sample.created"])
      yield* label("lab2")
      assert.deepStrictEqual(yield* claimed("rev", "labeling"), [])
      yield* perform("lab", again?.claim ?? claim, "submit", { attributes: body(2) })
      const { labels, state } = yield* overlapOf(sample)
      assert.deepStrictEqual(
        [state, ...labels.map(({ attributes, labeler }) => `${labeler} ${attributes}`)],
        ["adjudicating", `lab2 ${body(1)}`, `lab ${body(2)}`],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("makes the sample wait for it and no longer for a decision, when it was the last one", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* label("lab2")
      const { claim } = yield* label("lab")
      assert.isNotNull((yield* overlapOf(sample)).agreement)
      yield* undo("lab", claim)
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
      assert.deepStrictEqual(yield* claimed("rev", "labeling"), [])
      const { agreement, finished, state } = yield* overlapOf(sample)
      assert.deepStrictEqual([state, finished, agreement], ["labeling", 1, null])
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "was made without a sight of the others: its labeler sees them with the decision, and not again before it",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const sample = yield* aSample()
        yield* label("lab")
        const { claim } = yield* label("rev")
        const readAs = (name: string) =>
          Effect.map(overlapOf(sample, name), ({ agreement, finished, labels, merged, state }) => ({
            state,
            finished,
            labels: labels.length,
            isCompared: agreement !== null,
            isMerged: merged !== null,
          }))
        const hidden = {
          state: "adjudicating" as const,
          finished: 2,
          labels: 0,
          isCompared: false,
          isMerged: false,
        }
        const shown = { ...hidden, labels: 2, isCompared: true, isMerged: true }
        assert.deepStrictEqual(yield* readAs("rev"), hidden)
        assert.deepStrictEqual(yield* readAs("rev2"), hidden)
        assert.deepStrictEqual(yield* readAs("man"), shown)
        const decision = yield* nextClaim("rev", "reviewing")
        assert.deepStrictEqual(yield* readAs("rev"), shown)
        yield* Effect.flatMap(Queue, (queue) => queue.giveBack(decision.id)).pipe(as("rev"))
        assert.deepStrictEqual(yield* readAs("rev"), hidden)
        assert.strictEqual(yield* refusal(undo("rev", claim)), "Conflict not_undoable")
        const again = yield* nextClaim("rev2", "reviewing")
        yield* perform("rev2", again, "accept", { overlapLabel: "A" })
        assert.deepInclude(yield* readAs("rev"), { state: "decided", labels: 2 })
      }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "stays when the person had the decision, whose lease has expired, or is a manager and all labels are in",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        yield* samplesNamed("first", "second")
        yield* label("lab")
        const { claim } = yield* label("rev")
        yield* Effect.flatMap(Queue, (queue) => queue.claim(streets, "reviewing", { leaseSeconds: 30 })).pipe(
          as("rev"),
        )
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual(yield* refusal(undo("rev", claim)), "Conflict not_undoable")
        const { claim: early } = yield* label("man")
        yield* undo("man", early)
        const { claim: late } = yield* label("man")
        yield* label("lab")
        assert.strictEqual(yield* refusal(undo("man", late)), "Conflict not_undoable")
      }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "may be taken back after a manager gave the sample a prelabel, but not after a finished label",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const [first, second] = yield* samplesNamed("first", "second")
        if (first === undefined || second === undefined) return assert.fail("no samples")
        const early = yield* label("lab")
        const late = yield* label("lab")
        yield* TestClock.adjust("1 second")
        const put = (sample: typeof first, status: "LABELED" | "PRELABELED" | "REVIEWED") =>
          as("man")(
            Effect.flatMap(Labels, (labels) =>
              labels.put(sample, "ground-truth", { status, attributes: body(5) }),
            ),
          )
        yield* put(first, "PRELABELED")
        const { claimed: again } = yield* undo("lab", early.claim)
        assert.deepInclude(plain(again?.label ?? {}), { status: "PRELABELED", attributes: body(5) })
        yield* put(second, "REVIEWED")
        yield* put(second, "LABELED")
        assert.strictEqual(yield* refusal(undo("lab", late.claim)), "Conflict not_undoable")
      }).pipe(Effect.provide(engine())),
  )

  it.effect("is what the person had saved before", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: body(7) })
      yield* perform("lab", claim, "submit", { attributes: body(8) })
      const { claimed: again } = yield* undo("lab", claim)
      assert.deepInclude(plain(again?.label ?? {}), {
        status: "LABELING_IN_PROGRESS",
        attributes: body(7),
        labeler: "lab",
      })
      assert.strictEqual(again?.claim.step, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not counted, but its time is", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("5 seconds")
      yield* perform("lab", claim, "submit", { attributes: body(1), time: 5000 })
      yield* undo("lab", claim)
      const { rows } = yield* (yield* WorkStatistics).figures(streets, { by: ["person"] }).pipe(as("man"))
      assert.deepInclude(plain(rows[0]?.figures ?? {}), { submitted: 0, time: 5000 })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gives no claim at the limit of open claims, of which those with overlap are", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* samplesNamed("a", "b")
      const { claim } = yield* label("lab")
      yield* nextClaim("lab", "labeling")
      const { claimed: none } = yield* undo("lab", claim)
      assert.isNull(none)
      assert.strictEqual((yield* overlapOf(claim.sampleId)).finished, 0)
    }).pipe(Effect.provide(engine({ maxOpenClaims: 1 }))),
  )
})

describe("a label of one person of several that cannot be taken back", () => {
  it.effect("is older than a minute, has a comment, or is a skip", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* samplesNamed("a", "b", "c")
      const { claim } = yield* label("lab")
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
      const withComment = yield* label("lab", "Blurred.")
      assert.isUndefined(JSON.parse(withComment.answer).undo)
      assert.strictEqual(yield* refusal(undo("lab", withComment.claim)), "Conflict not_undoable")
      const skipped = yield* nextClaim("lab", "labeling")
      assert.strictEqual(yield* refusal(undo("lab", skipped)), "Conflict not_undoable")
      yield* perform("lab", skipped, "skip")
      assert.strictEqual(yield* refusal(undo("lab", skipped)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("waits for a decision that somebody has begun or made, or was taken back already", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* samplesNamed("a", "b")
      yield* label("lab2")
      const { claim } = yield* label("lab")
      const decision = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict sample_held")
      const { answer } = yield* perform("rev", decision, "accept", { overlapLabel: "A" })
      assert.isUndefined(JSON.parse(answer).undo)
      assert.strictEqual(yield* refusal(undo("rev", decision)), "Conflict not_undoable")
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
      const other = yield* label("lab")
      yield* undo("lab", other.claim)
      assert.strictEqual(yield* refusal(undo("lab", other.claim)), "Conflict not_undoable")
      assert.strictEqual(yield* refusal(undo("lab2", other.claim)), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is older than a decision, which its labeler has seen, also when more labels are requested", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* label("lab2")
      const { claim } = yield* label("lab")
      yield* TestClock.adjust("1 second")
      const decision = yield* nextClaim("rev", "reviewing")
      yield* perform("rev", decision, "accept", { overlapLabel: "A" })
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 3, reopen: true })))
      assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )
})

describe("an ordinary undo", () => {
  it.effect("gives no claim when those with overlap reach the limit", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail("samples")
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(a, { overlap: 1 })))
      const { claim } = yield* label("lab")
      assert.strictEqual(claim.sampleId, a)
      yield* nextClaim("lab", "labeling")
      assert.isNull((yield* undo("lab", claim)).claimed)
    }).pipe(Effect.provide(engine({ maxOpenClaims: 1 }))),
  )
})
