/** Outcomes of audits that change, draws that nobody checks, and audits without further draws. */
import { assert, describe, it } from "vitest"
import { computeErrorBounds } from "../../src/agreement.ts"
import { begin, checkAll, findCode, makeAuditWorld, readStatements, ref, right, wrong } from "./world.ts"

describe("an outcome of an audit", () => {
  it("counts outcomes that change, has them in the audit log, and gives the draw to somebody else", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    await checkAll(test, id, [right, wrong, wrong])
    const { releaseAudits } = test.engine.as("kim")
    assert.include(await releaseAudits.submit(ref, "v1", id, 1, right), { revised: 0 })
    assert.include(await releaseAudits.submit(ref, "v1", id, 1, wrong), { revised: 1 })
    assert.include(await releaseAudits.undo(ref, "v1", id, 2), { revised: 2, audited: 1 })
    assert.include(await test.engine.as("max").releaseAudits.undo(ref, "v1", id, 3), { revised: 3 })
    assert.strictEqual((await releaseAudits.claim(ref, "v1", id))?.number, 4)
    assert.strictEqual((await test.engine.as("max").releaseAudits.claim(ref, "v1", id))?.number, 2)
    const missing = '[{"type":"missing","annotation":null,"value":null}]'
    const entries = (await test.engine.as("ann").audit.ofDataset(ref, { before: null, limit: 100 })).filter(
      ({ action }) => action.startsWith("audit_outcome."),
    )
    assert.deepStrictEqual(
      entries.map(({ action, by, details }) => ({ action, by, ...JSON.parse(details) })).reverse(),
      [
        { action: "audit_outcome.corrected", by: "kim", draw: 1, holder: "kim", old: "[]", new: missing },
        { action: "audit_outcome.undone", by: "kim", draw: 2, holder: "kim", old: missing, new: null },
        { action: "audit_outcome.undone", by: "max", draw: 3, holder: "kim", old: missing, new: null },
      ].map((entry) => ({ ...entry, release: "v1", audit: id })),
    )
    await test.engine.as("ann").releaseAudits.finish(ref, "v1", id)
    assert.include((await readStatements(test)).at(-1).predicate, { revised: 3 })
  })

  it("can be that nobody checks the draw, which counts as wrong in the upper bound alone", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    const { releaseAudits } = test.engine.as("max")
    await checkAll(test, id, [right, wrong])
    const reason = { reason: " Everybody has labeled it. " }
    const kim = test.engine.as("kim").releaseAudits
    assert.strictEqual((await kim.claim(ref, "v1", id))?.number, 3)
    assert.strictEqual(await findCode(kim.closeDraw(ref, "v1", id, 3, reason)), "permission_denied")
    assert.strictEqual(await findCode(releaseAudits.closeDraw(ref, "v1", id, 3, { reason: " " })), "invalid")
    assert.strictEqual(await findCode(releaseAudits.closeDraw(ref, "v1", id, 2, reason)), "wrong_state")
    const view = await releaseAudits.closeDraw(ref, "v1", id, 3, reason)
    const { lower } = computeErrorBounds({ population: 20, drawn: 3, errors: 1 })
    const { upper } = computeErrorBounds({ population: 20, drawn: 3, errors: 2 })
    assert.include(view, { audited: 3, errors: 1, notChecked: 1, revised: 0, lower, upper })
    assert.deepStrictEqual(await releaseAudits.closeDraw(ref, "v1", id, 3, reason), view)
    assert.strictEqual(await findCode(kim.submit(ref, "v1", id, 3, right)), "stale_claim")
    const draws = await releaseAudits.listDraws(ref, "v1", id)
    assert.deepInclude(
      { ...draws[2] },
      { holder: "max" as never, notChecked: "Everybody has labeled it.", claimId: null },
    )
    const car = (await releaseAudits.get(ref, "v1", id)).strata?.find(({ name }) => name === "car")
    assert.include(car, { audited: 3, errors: 1, notChecked: 1, lower, upper })
    assert.include(await releaseAudits.undo(ref, "v1", id, 3), { audited: 2, notChecked: 0, revised: 1 })
    assert.strictEqual((await kim.claim(ref, "v1", id))?.number, 3)
    await releaseAudits.closeDraw(ref, "v1", id, 3, reason)
    await test.engine.as("ann").releaseAudits.finish(ref, "v1", id)
    assert.deepInclude((await readStatements(test)).at(-1).predicate, {
      ...{ errors: 1, errors_at: [2], not_checked: 1, not_checked_at: [3], bound: { lower, upper } },
    })
    const [entry] = await test.engine.as("ann").audit.ofDataset(ref, { before: null, limit: 1 })
    assert.strictEqual(entry?.action, "audit_outcome.closed")
    assert.include(JSON.parse(entry?.details ?? ""), {
      ...{ draw: 3, old: null, new: "not checked: Everybody has labeled it." },
    })
  })
})

describe("a draw that nobody checks", () => {
  it("gets no outcome from the manager who closed it, before it is opened and claimed again", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    const { releaseAudits } = test.engine.as("max")
    const closed = await releaseAudits.closeDraw(ref, "v1", id, 1, { reason: "The picture is gone." })
    assert.strictEqual(await findCode(releaseAudits.submit(ref, "v1", id, 1, right)), "stale_claim")
    assert.include(await releaseAudits.get(ref, "v1", id), { notChecked: 1, upper: closed.upper, revised: 0 })
    await releaseAudits.undo(ref, "v1", id, 1)
    assert.strictEqual(await findCode(releaseAudits.submit(ref, "v1", id, 1, right)), "stale_claim")
    assert.strictEqual((await releaseAudits.claim(ref, "v1", id))?.number, 2)
  })
})

describe("an audit of which all draws have an outcome", () => {
  it("is exhausted where its goal is not met, and goes on when an outcome is taken back", async () => {
    await using test = await makeAuditWorld()
    const ann = test.engine.as("ann").releaseAudits
    const begun = await begin(test, "v1", { goal: 0.2, draws: 3 })
    assert.include(begun, { draws: 3, remaining: null })
    const view = await checkAll(test, begun.id, [right, right, right])
    assert.include(view, { state: "exhausted", audited: 3, remaining: null })
    const kim = test.engine.as("kim").releaseAudits
    assert.strictEqual(await findCode(kim.claim(ref, "v1", begun.id)), "audit_closed")
    assert.include(await kim.undo(ref, "v1", begun.id, 2), { state: "open", audited: 1 })
    assert.strictEqual((await test.engine.as("max").releaseAudits.claim(ref, "v1", begun.id))?.number, 2)
    const again = await test.engine.as("max").releaseAudits.submit(ref, "v1", begun.id, 2, right)
    assert.strictEqual(again.state, "exhausted")
    assert.strictEqual((await ann.finish(ref, "v1", begun.id)).state, "finished")
  })

  it("is reached where the last draw meets its goal", async () => {
    await using test = await makeAuditWorld()
    const first = await begin(test, "v1", { goal: 0.2 })
    const reached = await checkAll(test, first.id, Array(20).fill(right))
    const { id } = await begin(test, "v1", { goal: 0.2, draws: reached?.audited ?? 0 })
    assert.include(await checkAll(test, id, Array(20).fill(right)), { state: "reached", remaining: 0 })
  })
})

describe("an audit that has met its goal", () => {
  it("is an event, each time that it does", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1", { goal: 0.2 })
    const listReached = async () => (await test.events()).filter(({ type }) => type === "audit.reached")
    const view = await checkAll(test, id, Array(19).fill(right))
    const [event, ...others] = await listReached()
    assert.lengthOf(others, 0)
    assert.strictEqual(event?.text, "The audit of the release “v1” of ann/cars has met its goal.")
    assert.include(JSON.parse(event?.object ?? ""), {
      ...{ uuid: id, release: "v1", plan: 1, state: "reached", goal: 0.2, upper: view?.upper },
    })
    await test.engine.as("kim").releaseAudits.submit(ref, "v1", id, 1, right)
    assert.lengthOf(await listReached(), 1)
    await test.engine.as("kim").releaseAudits.submit(ref, "v1", id, 1, wrong)
    assert.lengthOf(await listReached(), 1)
    await test.engine.as("kim").releaseAudits.submit(ref, "v1", id, 1, right)
    assert.lengthOf(await listReached(), 2)
  })
})
