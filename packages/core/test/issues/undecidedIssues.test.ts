/** Issues about a sample that several people label: they tell none of them about the label of another. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { Issue } from "../../src/domain/Issue.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  engine,
  nextClaim,
  perform,
  refusal,
  streets,
  two,
  world,
} from "../queue/world.ts"

const missing = "NotFound issue_not_found"

const open = (name: string, sample: SampleId, description = `of ${name}`) =>
  as(name)(Effect.flatMap(Issues, (issues) => issues.open(sample, { description })))
const reply = (name: string, { id }: Issue, text = `reply of ${name}`) =>
  as(name)(Effect.flatMap(Issues, (issues) => issues.addComment(id, text)))
const get = (name: string, { id }: Pick<Issue, "id">) =>
  as(name)(Effect.flatMap(Issues, (issues) => issues.get(id)))

/** The descriptions of the issues that a person sees, by each of the ways to them. */
const readAll = (name: string, sample: SampleId) =>
  Effect.gen(function* () {
    const issues = yield* Issues
    const listed = Chunk.toReadonlyArray(yield* Stream.runCollect(yield* issues.list(streets)))
    const view = yield* (yield* Samples).get(sample, { issues: true })
    const ways = [listed, yield* issues.ofSample(sample), view.context.issues ?? []].map((way) =>
      way.map(({ description }) => description),
    )
    assert.deepStrictEqual(ways[1], ways[0])
    assert.deepStrictEqual(ways[2], ways[0])
    return ways[0] ?? []
  }).pipe(as(name))

const label = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: body(1) }),
  )

describe("an issue of one of the people who label a sample", () => {
  it.effect(
    "is seen by its author and by those who see work, and by nobody else while labels are missing",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const sample = yield* aSample()
        yield* nextClaim("lab", "labeling")
        const issue = yield* open("lab", sample)
        yield* open("man", sample)
        for (const name of ["lab2", "rev"]) {
          assert.deepStrictEqual(yield* readAll(name, sample), ["of man"], name)
          assert.strictEqual(yield* refusal(get(name, issue)), missing)
          assert.strictEqual(yield* refusal(reply(name, issue)), missing)
          assert.strictEqual(
            yield* refusal(as(name)(Effect.flatMap(Issues, (issues) => issues.remove(issue.id)))),
            missing,
          )
        }
        for (const name of ["lab", "man", "ann"])
          assert.deepStrictEqual(yield* readAll(name, sample), ["of lab", "of man"], name)
      }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "stays unseen after the label is in, and is seen by reviewers when all are, and by all after the decision",
    () =>
      Effect.gen(function* () {
        yield* world(two)
        const sample = yield* aSample()
        yield* label("lab")
        yield* open("lab", sample)
        assert.deepStrictEqual(yield* readAll("lab2", sample), [])
        yield* label("lab2")
        assert.deepStrictEqual(yield* readAll("lab2", sample), [])
        assert.deepStrictEqual(yield* readAll("rev", sample), ["of lab"])
        const decision = yield* nextClaim("rev", "reviewing")
        yield* perform("rev", decision, "accept", { overlapLabel: "A" })
        assert.deepStrictEqual(yield* readAll("lab2", sample), ["of lab"])
      }).pipe(Effect.provide(engine())),
  )

  it.effect("is unseen again when more labels are requested", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "submit", { attributes: body(1), comment: "It is a van." })
      assert.deepStrictEqual(yield* readAll("lab2", sample), ["It is a van."])
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 2, reopen: true })))
      assert.deepStrictEqual(yield* readAll("lab2", sample), [])
      assert.deepStrictEqual(yield* readAll("lab", sample), ["It is a van."])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a reply of one of the people who label a sample", () => {
  it.effect("is left out of the issue of somebody else while labels are missing", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* nextClaim("lab", "labeling")
      const issue = yield* open("man", sample)
      const { comment } = yield* reply("lab", issue)
      const texts = (name: string) =>
        Effect.map(get(name, issue), ({ comments }) => comments.map(({ text }) => text))
      assert.deepStrictEqual(yield* texts("lab"), ["reply of lab"])
      assert.deepStrictEqual(yield* texts("lab2"), [])
      assert.strictEqual(
        yield* refusal(
          as("lab2")(Effect.flatMap(Issues, (issues) => issues.removeComment(issue.id, comment.id))),
        ),
        "NotFound comment_not_found",
      )
      const { issue: answered } = yield* reply("lab2", issue)
      assert.deepStrictEqual(
        answered.comments.map(({ text }) => text),
        ["reply of lab2"],
      )
      assert.deepStrictEqual(yield* texts("man"), ["reply of lab", "reply of lab2"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves no trace of its author in the issue of somebody else", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* nextClaim("lab", "labeling")
      const issue = yield* open("man", sample)
      yield* TestClock.adjust("1 minute")
      yield* reply("rev", issue)
      yield* TestClock.adjust("1 minute")
      yield* reply("lab", issue)
      const touched = (name: string) =>
        Effect.map(
          get(name, issue),
          ({ updatedAt, updatedBy }): ReadonlyArray<string> => [updatedBy, updatedAt],
        )
      assert.deepStrictEqual(yield* touched("lab2"), ["rev", "1970-01-01T00:01:00.000000Z"])
      assert.deepStrictEqual(yield* touched("man"), ["lab", "1970-01-01T00:02:00.000000Z"])
    }).pipe(Effect.provide(engine())),
  )
})

describe("an issue of a person who gave their claim back without a label", () => {
  it.effect("is that of anybody else, until they have the sample again", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* open("lab", sample)
      assert.deepStrictEqual(yield* readAll("lab2", sample), [])
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
      assert.deepStrictEqual(yield* readAll("lab2", sample), ["of lab"])
      yield* nextClaim("lab", "labeling")
      assert.deepStrictEqual(yield* readAll("lab2", sample), [])
    }).pipe(Effect.provide(engine())),
  )
})

describe("an issue about a sample whose labels are all in", () => {
  it.effect("is unseen by a reviewer who may take back their own label, unless the decision is theirs", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* label("lab")
      yield* open("lab", sample)
      yield* label("rev2")
      assert.deepStrictEqual(yield* readAll("rev", sample), ["of lab"])
      assert.deepStrictEqual(yield* readAll("rev2", sample), [])
      yield* nextClaim("rev2", "reviewing")
      assert.deepStrictEqual(yield* readAll("rev2", sample), ["of lab"])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a dataset that refuses labels with open issues", () => {
  it.effect("counts those alone that the labeler sees", () =>
    Effect.gen(function* () {
      yield* world({ ...two, onOpenIssues: "refuse" })
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* open("lab", sample)
      assert.strictEqual((yield* label("lab2")).label?.status, "LABELED")
      assert.strictEqual(
        yield* refusal(perform("lab", claim, "submit", { attributes: body(1) })),
        "InvalidInput invalid",
      )
    }).pipe(Effect.provide(engine())),
  )
})
