import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { castToJsonText, parseJson } from "../../src/domain/JsonText.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { Labels } from "../../src/labels/Labels.ts"
import type { WorkAction } from "../../src/placement/transitions.ts"
import { Workunits } from "../../src/placement/Workunits.ts"
import { Queue } from "../../src/queue/Queue.ts"
import type { WorkInput } from "../../src/queue/workInput.ts"
import {
  aSample,
  as,
  body,
  claimed,
  countsOf,
  engine,
  labeled,
  nextClaim,
  perform,
  plain,
  refusal,
  streets,
  told,
  world,
} from "./world.ts"

describe("work under a claim", () => {
  it.effect("goes through labeling, rejection, correction and acceptance, remembering who did what", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* aSample()
      const submitted = yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", {
        attributes: body(1),
      })
      assert.deepInclude(plain(submitted.label ?? {}), {
        status: "LABELED",
        attributes: body(1),
        labeler: "lab",
        reviewer: null,
      })

      const rejected = yield* perform("rev", yield* nextClaim("rev", "reviewing"), "reject", {
        comment: "Too big.",
      })
      assert.deepInclude(plain(rejected.label ?? {}), {
        status: "REJECTED",
        attributes: body(1),
        labeler: "lab",
        reviewer: "rev",
        rejecter: "rev",
        reviewedBy: "rev",
      })

      assert.lengthOf(yield* claimed("lab2", "labeling"), 0)
      const [mine] = yield* claimed("lab", "labeling")
      assert.strictEqual(mine?.claim.step, 2)
      yield* perform("lab", mine?.claim ?? assert.fail("a claim"), "submit", { attributes: body(2) })
      const [corrected] = yield* claimed("rev", "reviewing")
      assert.strictEqual(corrected?.claim.step, 2)
      const accepted = yield* perform("rev", corrected?.claim ?? assert.fail("a claim"), "accept", {
        rating: 5,
      })
      assert.deepInclude(plain(accepted.label ?? {}), {
        status: "REVIEWED",
        rejecter: null,
        rating: 5,
        attributes: body(2),
      })

      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 1, byStatus: { REVIEWED: 1 } })
      const units = yield* (yield* Workunits).list(streets, { descending: false })
      assert.deepStrictEqual(
        units.map((unit) => `${unit.createdBy} ${unit.workType} ${unit.action} ${unit.nextLabelStatus}`),
        [
          "lab label submit LABELED",
          "rev review reject REJECTED",
          "lab label submit LABELED",
          "rev review accept REVIEWED",
        ],
      )
      const history = yield* (yield* Labels).history(
        units[0]?.sampleId ?? assert.fail("a unit"),
        "ground-truth",
      )
      assert.deepStrictEqual(
        history.map(({ action, by, from, to }) => `${by} ${action} ${from} ${to}`).reverse(),
        [
          "lab submit null LABELED",
          "rev reject LABELED REJECTED",
          "lab submit REJECTED LABELED",
          "rev accept LABELED REVIEWED",
        ],
      )
      assert.deepStrictEqual(yield* told, [
        "sample.created",
        "label.updated",
        "label.updated",
        "issue.created",
        "label.updated",
        "label.updated",
      ])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("answers with the label, the workunit, and the warnings of what was handed in", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const sent = castToJsonText(
        '{"annotations":[{"id":1,"category_id":99,"type":"cuboid","yaw":0,"position":{"x":0,"y":0,"z":0},"dimensions":{"x":1,"y":1,"z":1}}]}',
      )
      const { answer } = yield* perform("lab", claim, "submit", { attributes: sent })
      const parsed = parseJson(answer) as {
        label: object
        workunit: object
        warnings: ReadonlyArray<object> | null
      }
      assert.deepInclude(parsed.label, {
        sample_uuid: id,
        labelset: "ground-truth",
        label_status: "LABELED",
        updated_by: "lab",
      })
      assert.deepInclude(parsed.workunit, {
        work_type: "label",
        action: "submit",
        sample_uuid: id,
        sample_name: "one",
      })
      assert.lengthOf(parsed.warnings ?? [], 1)
      assert.deepInclude(parsed.warnings?.[0], { rule: "unknown-category", dismissed: null })
      const review = yield* nextClaim("rev", "reviewing")
      const accepted = yield* perform("rev", review, "accept")
      assert.isNull((parseJson(accepted.answer) as typeof parsed).warnings)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("opens an issue for the comment of any step, and answers a save with its warnings", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const { answer } = yield* perform("lab", claim, "save", { attributes: body(1), comment: "Too dark." })
      assert.deepStrictEqual((parseJson(answer) as { warnings: unknown }).warnings, [])
      yield* perform("lab", claim, "submit", { comment: "Done as far as one can see." })
      const issues = yield* (yield* Issues).ofSample(id)
      assert.deepStrictEqual(
        issues.map(({ description }) => description),
        ["Too dark.", "Done as far as one can see."],
      )
      const again = yield* nextClaim("rev", "reviewing")
      const broken = castToJsonText('{"annotations":[{"id":1,"category_id":1,"type":"bbox"}]}')
      assert.strictEqual(
        yield* refusal(perform("rev", again, "accept", { attributes: broken })),
        "InvalidInput invalid",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("opens an issue only when a reject says why", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      yield* labeled(id, "LABELED")
      yield* perform("rev", yield* nextClaim("rev", "reviewing"), "reject", { comment: "  " })
      assert.lengthOf(yield* (yield* Issues).ofSample(id), 0)
      yield* labeled(id, "LABELED")
      yield* perform("rev", yield* nextClaim("rev", "reviewing"), "reject", {
        comment: "A wheel is missing.",
      })
      const issues = yield* (yield* Issues).ofSample(id)
      assert.deepInclude(plain(issues[0] ?? {}), {
        description: "A wheel is missing.",
        createdBy: "rev",
        status: "OPEN",
      })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("records times no longer than the claim has lasted", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("10 seconds")
      const saved = yield* perform("lab", claim, "save", {
        attributes: body(1),
        time: 4000,
        inactiveTime: 60_000,
      })
      assert.deepInclude(plain(saved.workunit), { time: 4000, inactiveTime: 6000 })
      yield* TestClock.adjust("5 seconds")
      const done = yield* perform("lab", claim, "submit", { time: 1_000_000 })
      assert.deepInclude(plain(done.workunit), { time: 5000, inactiveTime: 0 })
      const wrong = perform("lab", claim, "submit", { time: -1 })
      assert.strictEqual(yield* refusal(wrong), "Conflict claim_ended")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("refuses input that breaks its rules, and changes nothing", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const wrong: WorkInput = { time: -1, inactiveTime: Number.NaN, rating: 7, comment: "\u0000" }
      const error = yield* Effect.flip(perform("lab", claim, "submit", wrong))
      assert.deepStrictEqual(
        error._tag === "InvalidInput" ? error.errors.map(({ pointer }) => pointer) : [],
        ["/rating", "/time", "/inactiveTime", "/comment"],
      )
      yield* perform("lab", claim, "submit")
    }).pipe(Effect.provide(engine())),
  )
})

describe("a save", () => {
  it.effect("keeps the claim, renews it, and brings the sample back to its labeler first", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample("one")
      yield* aSample("two")
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("600 seconds")
      yield* perform("lab", claim, "save", { attributes: body(1) })
      yield* TestClock.adjust("600 seconds")
      const [again] = yield* claimed("lab", "labeling")
      assert.strictEqual(again?.claim.id, claim.id)
      assert.strictEqual(again?.label?.status, "LABELING_IN_PROGRESS")
      yield* as("lab")((yield* Queue).giveBack(claim.id))
      const [later] = yield* claimed("lab", "labeling")
      assert.deepStrictEqual([later?.claim.step, later?.sample.id], [1, claim.sampleId])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("does not make a long lease shorter", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample()
      const [row] = yield* claimed("lab", "labeling", { leaseSeconds: 7200 })
      const claim = row?.claim ?? assert.fail("a claim")
      yield* perform("lab", claim, "save", { attributes: body(1) })
      yield* TestClock.adjust("7100 seconds")
      yield* perform("lab", claim, "submit")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("that changes nothing leaves a workunit, and neither version nor event", () =>
    Effect.gen(function* () {
      yield* world({ enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const first = yield* perform("lab", claim, "save", { attributes: body(1), time: 1 })
      const events = yield* told
      const second = yield* perform("lab", claim, "save", { attributes: body(1), time: 2 })
      assert.strictEqual(second.label?.version, first.label?.version)
      assert.deepStrictEqual(yield* told, events)
      assert.lengthOf(yield* (yield* Workunits).list(streets), 2)
    }).pipe(Effect.provide(engine())),
  )
})

describe("somebody else's claim", () => {
  it.effect("is worked on by nobody but its holder", () =>
    Effect.gen(function* () {
      yield* world()
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      assert.strictEqual(yield* refusal(perform("lab2", claim, "submit")), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(perform("man", claim, "submit")), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(perform("eve", claim, "submit")), "NotFound claim_not_found")
      yield* perform("lab", claim, "submit")
    }).pipe(Effect.provide(engine())),
  )
})

describe("the table of states", () => {
  const actions: ReadonlyArray<WorkAction> = ["submit", "save", "skip", "accept", "reject"]
  const allowed: Record<"labeling" | "reviewing", Partial<Record<WorkAction, LabelStatus>>> = {
    labeling: { submit: "LABELED", save: "LABELING_IN_PROGRESS", skip: "SKIPPED" },
    reviewing: { accept: "REVIEWED", reject: "REJECTED", save: "REVIEWING_IN_PROGRESS", skip: "SKIPPED" },
  }
  const everything = { enableSaveButton: true, enableSkipLabeling: true, enableSkipReviewing: true }

  for (const queue of ["labeling", "reviewing"] as const) {
    for (const action of actions) {
      const to = allowed[queue][action]
      it.effect(`${to === undefined ? "refuses" : "allows"} ${action} in ${queue}`, () =>
        Effect.gen(function* () {
          yield* world(everything)
          const id = yield* aSample()
          if (queue === "reviewing") yield* labeled(id, "LABELED")
          const claim = yield* nextClaim("rev", queue)
          const before = queue === "reviewing" ? "LABELED" : "UNLABELED"
          if (to === undefined)
            return assert.strictEqual(
              yield* refusal(perform("rev", claim, action)),
              `Conflict wrong_state ${before}`,
            )
          assert.strictEqual((yield* perform("rev", claim, action)).label?.status, to)
        }).pipe(Effect.provide(engine())),
      )
    }
  }

  it.effect("asks for the switches of the dataset", () =>
    Effect.gen(function* () {
      yield* world({ enableSkipLabeling: false })
      const one = yield* aSample()
      const labeling = yield* nextClaim("rev", "labeling")
      for (const action of ["save", "skip"] as const) {
        assert.strictEqual(yield* refusal(perform("rev", labeling, action)), "Conflict wrong_state UNLABELED")
      }
      yield* labeled(one, "LABELED")
      const reviewing = yield* nextClaim("rev", "reviewing")
      for (const action of ["save", "skip"] as const) {
        assert.strictEqual(yield* refusal(perform("rev", reviewing, action)), "Conflict wrong_state LABELED")
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is held against the label as it is now", () =>
    Effect.gen(function* () {
      yield* world()
      const id = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const put = (yield* Labels).put(id, "ground-truth", { status: "LABELED" })
      yield* as("lab")(put)
      assert.strictEqual(yield* refusal(perform("lab", claim, "submit")), "Conflict wrong_state LABELED")
      assert.strictEqual(yield* refusal(perform("lab", claim, "accept")), "Conflict wrong_state LABELED")
    }).pipe(Effect.provide(engine())),
  )
})
