/** Results of audits, compared with the release file: what anybody can recompute from the file, the statements and the public keys. */
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { describeAudit, listPlansWithoutResult } from "../../src/audits/checkAudits.ts"
import { ReleaseAuditStore } from "../../src/releases/ReleaseAuditStore.ts"
import type { StatementReport } from "../../src/releases/statementProblems.ts"
import { but } from "../contract/sabotage.ts"
import { check, findProblem, makeResult, replaceLast } from "./results.ts"

describe("the signed result of an audit", () => {
  it("is verified with the file and the statements alone, and says what was found", async () => {
    const result = await makeResult()
    const reports = await check(result, result.reports)
    assert.lengthOf(reports, 6)
    for (const { problems } of reports) assert.deepStrictEqual(problems, [])
    const last = reports.at(-1)
    const { upper } = result.view
    assert.strictEqual(
      last && describeAudit(last),
      `at most ${upper} of 20 samples with a finished label in ground-truth (the release has 21) have an error (${(5 * upper).toFixed(2)} %), at 95 %, 8 audited, 1 of them not checked and counted as wrong`,
    )
    const [revised] = replaceLast(result.reports.slice(-1), { revised: 1 })
    assert.match((revised && describeAudit(revised)) ?? "", /, 1 outcome changed afterwards$/)
    assert.deepStrictEqual(listPlansWithoutResult(reports), [1])
  })

  it("is refused with other samples, another draw, fewer errors, another bound, or without its plan", async () => {
    const result = await makeResult()
    const predicate = result.reports.at(-1)?.predicate ?? {}
    const strata = predicate.strata as ReadonlyArray<object>
    const nonce = "00".repeat(32)
    for (const [changes, sentence] of [
      [{ samples: { count: 21, root: nonce } }, /other samples/],
      [{ population: 21 }, /21 finished labels, the file has 20/],
      [{ nonce }, /seed does not follow/],
      [{ seed: nonce }, /seed does not follow/],
      [{ drawn_sha256: nonce }, /not those that the seed draws/],
      [{ audited: 7 }, /not those that the seed draws/],
      [{ errors: 0, errors_at: [] }, /bound does not follow/],
      [{ errors_at: [9] }, /bound does not follow/],
      [{ not_checked: 0, not_checked_at: [] }, /bound does not follow/],
      [{ not_checked_at: [4] }, /bound does not follow/],
      [{ bound: { lower: 0, upper: 1 } }, /bound does not follow/],
      [{ error_types: {} }, /kinds of errors/],
      [{ error_types: { wrong_category: 2 } }, /kinds of errors/],
      [{ error_types: { wrong_category: 1, ugly: 1 } }, /kinds of errors/],
      [{ goal: 0.2 }, /plan of the audit/],
      [{ prior: [{ weight: 1, a: 1, b: 1000 }] }, /plan of the audit/],
      [{ strata: strata.slice(1) }, /strata/],
      [{ level: "high" }, /fields of its type/],
    ] as const)
      assert.match((await findProblem(result, changes)) ?? "", sentence, JSON.stringify(changes))
    const planless = result.reports.filter(
      ({ predicateType }) => predicateType !== "urn:annotary:audit-plan:v1",
    )
    assert.match((await check(result, planless)).at(-1)?.problems.join() ?? "", /plan of the audit/)
  })
  it("has the members that verifiers know from before there were audits of objects", async () => {
    const { reports } = await makeResult()
    for (const { predicate } of reports.slice(3))
      assert.doesNotHaveAnyKeys(predicate ?? {}, ["unit", "excluded_errors"])
  })
  it("leaves out strata whose names cannot be signed, which audits from before have", async () => {
    const name = "a\u0000b"
    const storage = but(ReleaseAuditStore, (port) => ({
      listStrata: (audit) =>
        Effect.map(port.listStrata(audit), (strata) =>
          strata.flatMap((one) =>
            one.kind === "category" ? [one, { ...one, kind: "sensor", name, number: 1000 }] : [one],
          ),
        ),
    }))
    const result = await makeResult("samples", { storage: storage() })
    const { problems, predicate } = (await check(result, result.reports)).at(-1) ?? {}
    assert.deepStrictEqual(problems, [])
    assert.notInclude(JSON.stringify(predicate), JSON.stringify(name).slice(1, -1))
  })
  it("is refused with a second result of its plan, without an earlier plan, and with two plans of one number", async () => {
    const result = await makeResult()
    const listProblems = async (reports: ReadonlyArray<StatementReport>) =>
      (await check(result, reports)).flatMap(({ problems }) => problems)
    const { reports } = result
    const twice = await listProblems([...reports, ...reports.slice(-1)])
    assert.deepStrictEqual(twice, Array(2).fill("Another result is of plan 2, too."))
    const gap = await listProblems(reports.filter((_, index) => index !== 3))
    assert.deepStrictEqual(gap, [
      "The plan before it, number 1, is not among the statements.",
      "The release had 2 plans of audits when the result was signed. Not all of them are among the statements.",
    ])
    const again = await listProblems([...reports, ...reports.slice(3, 4)])
    assert.deepStrictEqual(again, Array(2).fill("Another plan has the number 1, too."))
    assert.match((await findProblem(result, { plans: 3 })) ?? "", /had 3 plans/)
    assert.match((await findProblem(result, { plan: 1 })) ?? "", /plan of the audit/)
  })
  it("is compared with verified statements alone: others take no number, and are no plan and no result", async () => {
    const result = await makeResult()
    const { reports } = result
    const problems = ["The signature is not of one of these keys."]
    const spoil = (index: number) => ({ ...reports[index], problems }) as StatementReport
    const doubled = await check(result, [...reports, spoil(3), spoil(5)])
    assert.deepStrictEqual(
      doubled.map((report) => report.problems),
      [...Array(6).fill([]), problems, problems],
    )
    const replaced = await check(result, [...reports.slice(0, 3), spoil(3), spoil(4), ...reports.slice(5)])
    assert.deepStrictEqual(replaced.at(-1)?.problems, [
      "The plan of the audit is not among the statements, or differs.",
      "The release had 2 plans of audits when the result was signed. Not all of them are among the statements.",
    ])
    assert.deepStrictEqual(listPlansWithoutResult([...reports.slice(0, 5), spoil(5)]), [1, 2])
  })
})
