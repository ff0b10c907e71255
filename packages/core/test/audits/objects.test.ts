/** Audits of objects: single objects are drawn and checked, their errors are bounded, and nobody draws an object that is missing. */
import type { TestEngine } from "@annotary/core/testing"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { computeErrorBounds } from "../../src/agreement.ts"
import { describeAudit } from "../../src/audits/checkAudits.ts"
import { formatBound } from "../../src/audits/formatBound.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { check, findProblem, makeResult } from "./results.ts"
import { begin, findCode, makeAuditWorld, readStatements, ref, release, right } from "./world.ts"

const beginOfObjects = (test: TestEngine) => begin(test, "v1", { unit: "objects" })

const listJobs = Effect.flatMap(JobStore, (store) => store.list({ status: null, before: null, limit: 10 }))

describe("an audit of objects", () => {
  it("is prepared by jobs of a kind that older workers do not take: they would draw samples", async () => {
    await using test = await makeAuditWorld(2)
    await beginOfObjects(test)
    await begin(test)
    const kinds = (await test.engine.runtime.runPromise(listJobs)).map(({ kind }) => kind)
    assert.sameMembers(kinds, ["object-audit", "audit", "release"])
  })

  it("draws each object of the finished labels once, and signs a plan that says what it cannot find", async () => {
    await using test = await makeAuditWorld()
    const audit = await beginOfObjects(test)
    assert.include(audit, { state: "open", unit: "objects", plan: 1, population: 24, draws: 24, upper: 24 })
    const { predicate } = (await readStatements(test)).at(-1)
    assert.deepInclude(predicate, { audit: audit.id, unit: "objects", excluded_errors: ["missing"] })
    const draws = await test.engine.as("max").releaseAudits.listDraws(ref, "v1", audit.id)
    assert.strictEqual(new Set(draws.map(({ object }) => object?.key)).size, 24)
    assert.strictEqual(new Set(draws.map(({ sampleId }) => sampleId)).size, 20)
    for (const { object, sampleId } of draws)
      assert.strictEqual(object?.key, `${sampleId}/annotation:${object?.annotation}`)
  })

  it("gives auditors the object with its sample and its label, and no names", async () => {
    await using test = await makeAuditWorld()
    const { id } = await beginOfObjects(test)
    const work = await test.engine.as("kim").releaseAudits.claim(ref, "v1", id)
    const { annotation, category, pointer } = work?.object ?? {}
    const { annotations } = JSON.parse(work?.labelAttributes ?? "")
    const index = Number(pointer?.slice("/annotations/".length))
    assert.strictEqual(String(annotations[index].id), annotation)
    assert.strictEqual({ 1: "car", 2: "bus" }[String(annotations[index].category_id)], category)
    const shown = JSON.stringify({ ...work, owner: null })
    for (const name of ["bob", "eve", "ann"]) assert.notInclude(shown, `"${name}"`)
  })

  it("gives nobody objects of their own labels", async () => {
    await using test = await makeAuditWorld(6)
    const { id } = await beginOfObjects(test)
    const { releaseAudits } = test.engine.as("bob")
    const checked: Array<string> = []
    for (;;) {
      const work = await releaseAudits.claim(ref, "v1", id)
      if (work === null) break
      checked.push(work.sampleName)
      await releaseAudits.submit(ref, "v1", id, work.number, right)
    }
    assert.sameMembers(checked, ["frame 3", "frame 4", "frame 5", "frame 5"])
  })

  it("refuses objects that are missing, and errors of other annotations", async () => {
    await using test = await makeAuditWorld(2)
    const { id } = await beginOfObjects(test)
    const kim = test.engine.as("kim").releaseAudits
    await kim.claim(ref, "v1", id)
    for (const [error, violation] of [
      [
        { type: "missing" },
        {
          pointer: "/errors/1/type",
          message: "must not be missing: an audit of objects cannot find objects that were never drawn",
        },
      ],
      [
        { type: "spurious", annotation: 1 },
        {
          pointer: "/errors/1/annotation",
          message: "must be absent: the errors are those of the object that was drawn",
        },
      ],
    ] as const) {
      const errors = [{ type: "wrong_category" } as const, error]
      const refusal = await kim.submit(ref, "v1", id, 1, { errors }).catch((cause: unknown) => cause)
      assert.deepStrictEqual(Reflect.get(Object(refusal), "errors"), [violation])
    }
    const errors = [{ type: "wrong_category" }, { type: "wrong_attribute" }, { type: "geometry" }] as const
    const view = await kim.submit(ref, "v1", id, 1, { errors })
    assert.include(view, {
      audited: 1,
      errors: 1,
      ...computeErrorBounds({ population: 3, drawn: 1, errors: 1 }),
    })
  })

  it("has strata of the categories of objects, and returns each label of one once", async () => {
    await using test = await makeAuditWorld()
    const max = test.engine.as("max")
    for (const { sampleId } of await max.releaseAudits.listDraws(ref, "v1", (await begin(test)).id))
      await max.labels.put(sampleId, "ground-truth", { status: "REVIEWED" })
    await release(test, "v2")
    const { id } = await begin(test, "v2", { unit: "objects" })
    const { strata } = await max.releaseAudits.get(ref, "v2", id)
    const find = (kind: string) =>
      strata?.flatMap((one) => (one.kind === kind ? [[one.user ?? one.name, one.population]] : []))
    assert.sameDeepMembers(find("category") ?? [], [
      ["car", 20],
      ["bus", 4],
    ])
    assert.sameDeepMembers(find("labeler") ?? [], [
      ["bob", 12],
      ["eve", 12],
      ["max", 24],
    ])
    const put = (kind: "category" | "labeler", name: string) =>
      max.releaseAudits.returnStratum(ref, "v2", id, { kind, name })
    assert.deepStrictEqual(await put("category", "bus"), { returned: 4, waiting: 0, changed: 0 })
    assert.deepStrictEqual(await put("labeler", "bob"), { returned: 8, waiting: 2, changed: 0 })
  })

  it("fails where no finished label has an object", async () => {
    await using test = await makeAuditWorld(0)
    const failed = await beginOfObjects(test)
    assert.include(failed, {
      state: "failed",
      failure: "The release has no finished label with objects in this labelset.",
    })
  })

  it("is refused with a unit that does not exist", async () => {
    await using test = await makeAuditWorld(0)
    const unit = "tracks" as never
    assert.strictEqual(await findCode(begin(test, "v1", { unit })), "invalid")
  })
})

describe("the signed result of an audit of objects", () => {
  it("is verified with the file and the statements alone, and says that missed objects are not counted", async () => {
    const result = await makeResult("objects")
    const reports = await check(result, result.reports)
    assert.deepStrictEqual(
      reports.flatMap(({ problems }) => problems),
      [],
    )
    const last = reports.at(-1)
    const { upper } = result.view
    assert.strictEqual(
      last && describeAudit(last),
      `at most ${upper} of 24 objects of the finished labels in ground-truth have an error (${formatBound(upper, 24)}), at 95 %, 8 audited, 1 of them not checked and counted as wrong; objects that were missed are not counted`,
    )
  })

  it("is refused with another population, draw or order, with missing objects, and as a result about samples", async () => {
    const result = await makeResult("objects")
    const predicate = result.reports.at(-1)?.predicate ?? {}
    const strata = predicate.strata as ReadonlyArray<object>
    const nonce = "00".repeat(32)
    for (const [changes, sentence] of [
      [{ population: 23 }, /23 objects, the file has 24/],
      [{ drawn_sha256: nonce }, /audited objects are not those that the seed draws/],
      [{ audited: 7 }, /not those that the seed draws/],
      [{ seed: nonce }, /seed does not follow/],
      [{ errors: 0, errors_at: [] }, /bound does not follow/],
      [{ error_types: { missing: 1 } }, /kinds of errors do not follow from the objects/],
      [{ excluded_errors: [] }, /fields of its type/],
      [{ unit: "samples" }, /fields of its type/],
      [{ unit: "samples", excluded_errors: [] }, /24 finished labels, the file has 20/],
      [{ unit: undefined, excluded_errors: undefined }, /24 finished labels, the file has 20/],
      [{ unit: "samples", excluded_errors: [], population: 20 }, /not those that the seed draws/],
      [{ strata: strata.toReversed() }, /strata/],
    ] as const)
      assert.match((await findProblem(result, changes)) ?? "", sentence, JSON.stringify(changes))
  })

  it("is refused where its plan was about samples", async () => {
    const result = await makeResult("objects")
    const plans = result.reports.map((report) =>
      report.predicateType === "urn:annotary:audit-plan:v1"
        ? { ...report, predicate: { ...report.predicate, unit: "samples", excluded_errors: [] } }
        : report,
    )
    const [problem] = (await check(result, plans)).at(-1)?.problems ?? []
    assert.strictEqual(problem, "The plan of the audit is not among the statements, or differs.")
  })
})

describe("statements that were signed before there were audits of objects", () => {
  it("are about samples, and are verified as before", async () => {
    const result = await makeResult()
    const old = result.reports.map((report) => {
      const { excluded_errors: _, unit, ...predicate } = report.predicate as Record<string, unknown>
      return unit === undefined ? report : { ...report, predicate }
    })
    const reports = await check(result, old)
    assert.deepStrictEqual(
      reports.flatMap(({ problems }) => problems),
      [],
    )
    const last = reports.at(-1)
    assert.match((last && describeAudit(last)) ?? "", /of 20 samples with a finished label/)
  })
})
