/** The curve of an audit: its bound after each outcome, as whoever looked then has seen it. */
import { maxCurvePoints, traceCurve } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { computeErrorBounds } from "../../src/agreement.ts"
import { begin, checkAll, makeAuditWorld, ref, right, wrong } from "./world.ts"

const draws = (count: number, isWrong: (number: number) => boolean) =>
  Array.from({ length: count }, (_, index) => ({
    notChecked: null,
    outcome: isWrong(index + 1) ? [{ type: "missing" as const, annotation: null, value: null }] : [],
  }))

describe("the curve of an audit", () => {
  it("has the bound after each outcome that is counted, closed draws among them", async () => {
    await using test = await makeAuditWorld()
    const { releaseAudits } = test.engine.as("max")
    const { id } = await begin(test, "v1")
    const views = [await checkAll(test, id, [right]), await checkAll(test, id, [wrong])]
    views.push(await releaseAudits.closeDraw(ref, "v1", id, 3, { reason: "The picture is gone." }))
    await releaseAudits.closeDraw(ref, "v1", id, 5, { reason: "The picture is gone." })
    const { curve } = await releaseAudits.get(ref, "v1", id)
    assert.deepStrictEqual(
      curve,
      views.map((view) => {
        const { audited = 0, errors = 0, lower = 0, notChecked = 0, upper = 0 } = view ?? {}
        return { audited, errors, notChecked, lower, upper }
      }),
    )
    assert.isNull((await releaseAudits.list(ref, "v1"))[0]?.curve)
  })

  it("has its bounds at the level of joint bounds where they are asked for", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    await checkAll(test, id, [right, right, right, right])
    const view = await test.engine.as("ann").releaseAudits.get(ref, "v1", id, { joint: true })
    assert.deepInclude(view.curve?.at(-1), { audited: 4, upper: view.upper })
  })

  it("has a bounded number of points, the last outcome and equal distances", () => {
    const audit = { audited: 4321, population: 100_000 }
    const curve = traceCurve(
      audit,
      draws(4400, (number) => number % 500 === 0),
      0.95,
    )
    assert.lengthOf(curve, maxCurvePoints)
    assert.include(curve.at(-1), { audited: 4321, errors: 8 })
    const steps = curve.map((point, index) => point.audited - (curve[index - 1]?.audited ?? 0))
    assert.sameMembers([...new Set(steps)], [21, 22])
    for (const { audited, errors, lower, upper } of curve)
      assert.deepEqual({ lower, upper }, computeErrorBounds({ population: 100_000, drawn: audited, errors }))
    assert.lengthOf(traceCurve({ audited: 0, population: 5 }, [], 0.95), 0)
  })
})
