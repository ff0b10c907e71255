import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import { CommentId, IssueId, SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Issues } from "../../src/issues/Issues.ts"
import {
  aSample,
  as,
  engine,
  plain,
  pointersOf,
  refusal,
  samplesNamed,
  streets,
  told,
  world,
} from "../queue/world.ts"

const unknown = "01900000-0000-7000-8000-000000000000"
const denied = "PermissionDenied permission_denied"
const anchor = castToJsonText('{"type":"track","trackNumber":3}')

const all = Effect.gen(function* () {
  const stream = yield* (yield* Issues).list(streets)
  return Chunk.toReadonlyArray(yield* Stream.runCollect(stream))
})

describe("an issue", () => {
  it.effect("is opened by whoever works on the dataset", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const id = yield* aSample()
      const issue = yield* as("lab")(issues.open(id, { description: "What is this?", anchor }))
      assert.deepInclude(plain(issue), {
        description: "What is this?",
        status: "OPEN",
        anchor,
        createdBy: "lab",
        updatedBy: "lab",
        sampleId: id,
        sampleName: "one",
        comments: [],
      })
      assert.deepStrictEqual(yield* as("rev")(issues.ofSample(id)), [issue])
      assert.deepStrictEqual(yield* all, [issue])
      assert.deepStrictEqual((yield* told).slice(-1), ["issue.created"])
      assert.strictEqual(
        yield* refusal(as("eve")(issues.open(id, { description: "x" }))),
        "NotFound sample_not_found",
      )
      assert.strictEqual(
        yield* refusal(issues.open(SampleId.make(unknown), { description: "x" })),
        "NotFound sample_not_found",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is changed and deleted by its author and by managers", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const id = yield* aSample()
      const { id: issue } = yield* as("lab")(issues.open(id, { description: "a", anchor }))
      assert.strictEqual(yield* refusal(as("lab2")(issues.update(issue, { status: "CLOSED" }))), denied)
      assert.strictEqual(yield* refusal(as("rev")(issues.remove(issue))), denied)
      assert.strictEqual((yield* as("lab")(issues.update(issue, { description: "b" }))).description, "b")
      yield* TestClock.adjust("1 seconds")
      const closed = yield* as("man")(issues.update(issue, { status: "CLOSED", anchor: null }))
      assert.deepInclude(plain(closed), {
        description: "b",
        status: "CLOSED",
        anchor: null,
        createdBy: "lab",
        updatedBy: "man",
      })
      assert.isAbove(Date.parse(closed.updatedAt), Date.parse(closed.createdAt))
      assert.deepStrictEqual(yield* all, [closed])
      assert.deepStrictEqual((yield* told).slice(1), ["issue.created", "issue.updated", "issue.updated"])
      yield* as("man")(issues.remove(issue))
      assert.strictEqual(yield* refusal(issues.remove(issue)), "NotFound issue_not_found")
      assert.deepStrictEqual(yield* all, [])
      const own = yield* as("lab")(issues.open(id, { description: "c" }))
      yield* as("lab")(issues.remove(own.id))
    }).pipe(Effect.provide(engine())),
  )

  it.effect("tells nothing when nothing changes", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const issue = yield* issues.open(yield* aSample(), { description: "a", status: "CLOSED", anchor })
      const before = yield* told
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* issues.update(issue.id, {}), issue)
      assert.deepStrictEqual(
        yield* issues.update(issue.id, { description: "a", status: "CLOSED", anchor }),
        issue,
      )
      assert.deepStrictEqual(yield* told, before)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("names every violation", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const id = yield* aSample()
      const wrong = { description: "x".repeat(10_001), status: "open" as never, anchor: castToJsonText("[]") }
      assert.deepStrictEqual(yield* pointersOf(issues.open(id, wrong)), [
        "/description",
        "/status",
        "/anchor",
      ])
      const { id: issue } = yield* issues.open(id, { description: "" })
      assert.deepStrictEqual(yield* pointersOf(issues.update(issue, { description: "\u0000" })), [
        "/description",
      ])
      assert.deepStrictEqual(yield* pointersOf(issues.addComment(issue, " \n")), ["/text"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is listed oldest first, however many there are", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const [a, b] = yield* samplesNamed("a", "b")
      const open = (i: number) =>
        issues.open((i % 2 === 0 ? a : b) ?? assert.fail("a sample"), { description: `${i}` })
      yield* Effect.forEach(
        Array.from({ length: 205 }, (_, i) => i),
        open,
      )
      assert.deepStrictEqual(
        (yield* all).map(({ description }) => description),
        Array.from({ length: 205 }, (_, i) => `${i}`),
      )
      assert.lengthOf(yield* issues.ofSample(b ?? assert.fail("a sample")), 102)
    }).pipe(Effect.provide(engine())),
  )
})

describe("a comment", () => {
  it.effect("is a reply that the issue carries and that is told", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const { id } = yield* as("lab")(issues.open(yield* aSample(), { description: "a" }))
      yield* TestClock.adjust("1 seconds")
      const { comment } = yield* as("rev")(issues.addComment(id, "No."))
      const { issue } = yield* as("lab")(issues.addComment(id, "Yes!"))
      assert.deepStrictEqual(
        issue.comments.map(({ createdBy, text }) => `${createdBy}: ${text}`),
        ["rev: No.", "lab: Yes!"],
      )
      assert.strictEqual(issue.updatedBy as string, "lab")
      assert.deepStrictEqual(yield* all, [issue])
      assert.deepStrictEqual((yield* told).slice(1), ["issue.created", "issue.updated", "issue.updated"])
      assert.strictEqual(yield* refusal(as("lab")(issues.removeComment(id, comment.id))), denied)
      yield* as("rev")(issues.removeComment(id, comment.id))
      assert.strictEqual(
        yield* refusal(as("rev")(issues.removeComment(id, comment.id))),
        "NotFound comment_not_found",
      )
      yield* as("man")(issues.removeComment(id, issue.comments[1]?.id ?? assert.fail("a comment")))
      assert.deepStrictEqual((yield* all)[0]?.comments, [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("belongs to an issue that can be seen", () =>
    Effect.gen(function* () {
      yield* world()
      const issues = yield* Issues
      const { id } = yield* issues.open(yield* aSample(), { description: "a" })
      assert.strictEqual(yield* refusal(as("eve")(issues.addComment(id, "x"))), "NotFound issue_not_found")
      assert.strictEqual(
        yield* refusal(issues.addComment(IssueId.make(unknown), "x")),
        "NotFound issue_not_found",
      )
      assert.strictEqual(
        yield* refusal(issues.removeComment(id, CommentId.make(unknown))),
        "NotFound comment_not_found",
      )
    }).pipe(Effect.provide(engine())),
  )
})
