/** Audits of releases: samples are drawn, checked without names, counted in the order of the draw, and bounded. */
import { assert, describe, it } from "vitest"
import { computeCommitment, computeErrorBounds } from "../../src/agreement.ts"
import {
  begin,
  checkAll,
  findCode,
  makeAuditWorld,
  readStatements,
  ref,
  release,
  removePerson,
  right,
  wrong,
} from "./world.ts"

describe("an audit", () => {
  it("draws from the finished labels of a release, and signs its plan with a commitment to the nonce", async () => {
    await using test = await makeAuditWorld()
    const audit = await begin(test, "v1", { goal: 0.2 })
    assert.include(audit, { state: "open", population: 20, audited: 0, lower: 0, upper: 20, nonce: null })
    const { predicate, predicateType } = (await readStatements(test)).at(-1)
    assert.strictEqual(predicateType, "urn:annotary:audit-plan:v1")
    assert.include(predicate, { audit: audit.id, commitment: audit.commitment, level: 0.95, goal: 0.2 })
    assert.notProperty(predicate, "nonce")
  })

  it("shows auditors a sample and its label as they are in the release, without those who labeled it", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    const work = await test.engine.as("kim").releaseAudits.claim(ref, "v1", id)
    assert.strictEqual(work?.number, 1)
    assert.match(work?.attributes ?? "", /^\{"image":\{"url":"https:\/\/example\.com\/\d+\.png"\}\}$/)
    assert.match(work?.labelAttributes ?? "", /"category_id":1/)
    // The owner is in the address of the dataset, whoever labeled.
    const shown = JSON.stringify({ ...work, owner: null })
    for (const name of ["bob", "eve", "ann"]) assert.notInclude(shown, `"${name}"`)
    const draws = await test.engine.as("max").releaseAudits.listDraws(ref, "v1", id)
    assert.strictEqual(draws[0]?.sampleId, work?.sampleId)
    assert.lengthOf(draws, 20)
    assert.strictEqual(new Set(draws.map(({ sampleId }) => sampleId)).size, 20)
  })

  it("gives a draw to one auditor at a time, the same again to the same one, and to others when the claim has expired", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    const claim = (name: string) => test.engine.as(name).releaseAudits.claim(ref, "v1", id)
    const [kim, max] = await Promise.all([claim("kim"), claim("max")])
    assert.sameMembers([kim?.number, max?.number], [1, 2])
    assert.strictEqual((await claim("kim"))?.claimId, kim?.claimId)
    await test.clock.advance("31 minutes")
    const submit = test.engine.as("kim").releaseAudits.submit(ref, "v1", id, kim?.number ?? 0, right)
    assert.strictEqual(await findCode(submit), "stale_claim")
    assert.strictEqual((await claim("ann"))?.number, 1)
  })

  it("gives nobody their own labels to check", async () => {
    await using test = await makeAuditWorld(6)
    const { id } = await begin(test, "v1")
    const { releaseAudits } = test.engine.as("bob")
    const checked: Array<string> = []
    for (;;) {
      const work = await releaseAudits.claim(ref, "v1", id)
      if (work === null) break
      checked.push(work.sampleName)
      await releaseAudits.submit(ref, "v1", id, work.number, right)
    }
    assert.sameMembers(checked, ["frame 3", "frame 4", "frame 5"])
  })

  it("gives nobody a label of which they wrote any version, whoever changed it after them", async () => {
    await using test = await makeAuditWorld(6)
    const all: Array<string> = []
    for await (const { sample } of (await test.engine.as("max").samples.list(ref)).rows) all.push(sample.id)
    all.sort()
    // Ann reviews and changes a label of bob, and max does after ann: the file names bob and max alone.
    const [first] = all
    for (const [name, category_id] of [
      ["ann", 2],
      ["max", 1],
    ] as const)
      await test.engine.as(name).labels.put(first as never, "ground-truth", {
        attributes: { annotations: [{ id: 1, category_id, type: "point", points: [[0, 0]] }] },
        status: "REVIEWED",
      })
    await release(test, "v2")
    const { id } = await begin(test, "v2")
    const { releaseAudits } = test.engine.as("ann")
    const checked: Array<string> = []
    for (;;) {
      const work = await releaseAudits.claim(ref, "v2", id)
      if (work === null) break
      checked.push(work.sampleId)
      await releaseAudits.submit(ref, "v2", id, work.number, right)
    }
    assert.sameMembers(checked, all.slice(1, 6))
  })

  it("counts outcomes in the order of the draw alone, whoever is first", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    const [kim, max] = [test.engine.as("kim").releaseAudits, test.engine.as("max").releaseAudits]
    assert.strictEqual((await kim.claim(ref, "v1", id))?.number, 1)
    assert.strictEqual((await max.claim(ref, "v1", id))?.number, 2)
    assert.include(await max.submit(ref, "v1", id, 2, wrong), { audited: 0, errors: 0 })
    const view = await kim.submit(ref, "v1", id, 1, right)
    const bounds = computeErrorBounds({ population: 20, drawn: 2, errors: 1 })
    assert.include(view, { audited: 2, errors: 1, ...bounds })
  })

  it("stops when its goal is met, takes an outcome back, and goes on", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1", { goal: 0.2 })
    const reached = await checkAll(test, id, Array(20).fill(right))
    assert.strictEqual(reached?.state, "reached")
    assert.isAtMost(reached?.upper ?? 20, 4)
    assert.isBelow(reached?.audited ?? 20, 20)
    assert.strictEqual(reached?.remaining, 0)
    const { releaseAudits } = test.engine.as("kim")
    assert.strictEqual(await findCode(releaseAudits.claim(ref, "v1", id)), "audit_closed")
    const back = await releaseAudits.undo(ref, "v1", id, 1)
    assert.include(back, { state: "open", audited: 0, errors: 0 })
    assert.strictEqual(await releaseAudits.claim(ref, "v1", id).then((work) => work?.number !== 1), true)
    const max = test.engine.as("max").releaseAudits
    assert.strictEqual((await max.claim(ref, "v1", id))?.number, 1)
    const again = await max.submit(ref, "v1", id, 1, right)
    assert.include(again, { state: "reached", audited: reached?.audited ?? 0 })
  })

  it("counts again when an outcome is corrected, and not when it is sent again", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    await checkAll(test, id, [right, wrong, right])
    const { releaseAudits } = test.engine.as("kim")
    assert.include(await releaseAudits.submit(ref, "v1", id, 1, right), { audited: 3, errors: 1 })
    assert.include(await releaseAudits.submit(ref, "v1", id, 1, wrong), { audited: 3, errors: 2 })
    assert.include(await releaseAudits.submit(ref, "v1", id, 2, right), { audited: 3, errors: 1 })
    const other = test.engine.as("bob").releaseAudits
    assert.strictEqual(await findCode(other.submit(ref, "v1", id, 1, right)), "stale_claim")
    assert.strictEqual(await findCode(other.undo(ref, "v1", id, 1)), "permission_denied")
    assert.include(await test.engine.as("max").releaseAudits.undo(ref, "v1", id, 3), { audited: 2 })
  })

  it("bounds each stratum by itself, or all of them together, and shows people to managers alone", async () => {
    await using test = await makeAuditWorld()
    const { id } = await begin(test, "v1")
    await checkAll(test, id, [right, wrong, right, right, right, right])
    const forMax = await test.engine.as("max").releaseAudits.get(ref, "v1", id)
    const names = forMax.strata?.map(({ kind, name, population, user }) => [kind, user ?? name, population])
    assert.sameDeepMembers(names ?? [], [
      ["category", "car", 20],
      ["category", "bus", 4],
      ["labeler", "bob", 10],
      ["labeler", "eve", 10],
    ])
    const car = forMax.strata?.find(({ name }) => name === "car")
    assert.include(car, { audited: 6, errors: 1, upper: forMax.upper })
    for (const { audited, errors, lower, population, upper } of forMax.strata ?? [])
      assert.deepStrictEqual({ lower, upper }, computeErrorBounds({ population, drawn: audited, errors }))
    const people = forMax.strata?.filter(({ kind }) => kind === "labeler") ?? []
    assert.strictEqual(
      people.reduce((sum, { audited }) => sum + audited, 0),
      6,
    )
    const joint = await test.engine.as("max").releaseAudits.get(ref, "v1", id, { joint: true })
    const drawn = { population: 20, drawn: 6, errors: 1 }
    assert.include(joint, computeErrorBounds(drawn, 1 - 0.05 / 5))
    const forKim = await test.engine.as("kim").releaseAudits.get(ref, "v1", id)
    assert.deepStrictEqual(
      forKim.strata?.map(({ kind }) => kind),
      ["category", "category"],
    )
  })

  it("signs its result with the nonce, and nothing changes afterwards", async () => {
    await using test = await makeAuditWorld()
    const { releaseAudits } = test.engine.as("ann")
    const { id } = await begin(test, "v1", { metric: "iou", tolerance: 0.7 })
    await checkAll(test, id, [right, wrong, right])
    const finished = await releaseAudits.finish(ref, "v1", id)
    assert.strictEqual(finished.state, "finished")
    assert.strictEqual(computeCommitment(finished.nonce ?? ""), finished.commitment)
    const { predicate, predicateType } = (await readStatements(test)).at(-1)
    assert.strictEqual(predicateType, "urn:annotary:audit:v1")
    assert.deepInclude(predicate, {
      ...{ audit: id, population: 20, audited: 3, errors: 1, errors_at: [2], error_types: { missing: 1 } },
      tolerance: { metric: "iou", value: 0.7 },
      bound: { lower: finished.lower, upper: finished.upper },
    })
    assert.notInclude(JSON.stringify(predicate), "bob")
    const kim = test.engine.as("kim").releaseAudits
    for (const call of [
      releaseAudits.finish(ref, "v1", id),
      kim.claim(ref, "v1", id),
      kim.submit(ref, "v1", id, 1, wrong),
      kim.undo(ref, "v1", id, 1),
    ])
      assert.strictEqual(await findCode(call), "audit_closed")
  })

  it("refuses errors of geometry within the tolerance, and values that nothing measures", async () => {
    await using test = await makeAuditWorld(4)
    const { id } = await begin(test, "v1", { metric: "iou", tolerance: 0.7 })
    const { releaseAudits } = test.engine.as("kim")
    const work = await releaseAudits.claim(ref, "v1", id)
    const submit = (type: "geometry" | "missing", value?: number) =>
      releaseAudits.submit(ref, "v1", id, work?.number ?? 0, { errors: [{ type, value }] })
    for (const call of [submit("geometry", 0.7), submit("geometry"), submit("missing", 0.1)])
      assert.strictEqual(await findCode(call), "invalid")
    assert.include(await submit("geometry", 0.69), { audited: 1, errors: 1 })
  })

  it("sends a stratum back to review, but for labels that have changed since the release", async () => {
    await using test = await makeAuditWorld(10)
    const { labels, releaseAudits, samples } = test.engine.as("max")
    const all: Array<string> = []
    for await (const { sample } of (await samples.list(ref)).rows) all.push(sample.id)
    all.sort()
    await samples.updateMany(ref, { uuids: all.slice(0, 5) as never }, { labelStatus: "REVIEWED" })
    await release(test, "v2")
    const { id } = await begin(test, "v2")
    const changed = all[4] as never
    await test.clock.advance("1 minute")
    await labels.put(changed, "ground-truth", { attributes: { annotations: [] }, status: "REVIEWED" })
    const bob = { kind: "labeler", name: "bob" } as const
    const kinds = (await releaseAudits.get(ref, "v2", id)).strata?.map(
      ({ kind, name, user }) => `${kind} ${user ?? name}`,
    )
    assert.includeMembers(kinds ?? [], ["labeler bob", "labeler max"])
    const back = await releaseAudits.returnStratum(ref, "v2", id, bob)
    assert.deepStrictEqual(back, { returned: 4, waiting: 0, changed: 1 })
    const statuses = await Promise.all(
      all.slice(0, 5).map(async (sample) => (await labels.get(sample as never, "ground-truth")).label.status),
    )
    assert.deepStrictEqual(statuses, ["LABELED", "LABELED", "LABELED", "LABELED", "REVIEWED"])
    assert.strictEqual(
      await findCode(releaseAudits.returnStratum(ref, "v2", id, { kind: "sensor", name: "bob" })),
      "invalid",
    )
    assert.strictEqual(
      await findCode(test.engine.as("kim").releaseAudits.returnStratum(ref, "v2", id, bob)),
      "permission_denied",
    )
    const ofDeleted = { kind: "labeler", name: await removePerson(test, "bob") } as const
    assert.strictEqual(
      await findCode(releaseAudits.returnStratum(ref, "v2", id, ofDeleted)),
      "account_deleted",
    )
  })

  it("is refused without a file or the role that makes releases", async () => {
    await using test = await makeAuditWorld(2)
    const ann = test.engine.as("ann").releaseAudits
    assert.strictEqual(await findCode(ann.create(ref, "v1", { tolerance: 1 })), "invalid")
    assert.strictEqual(await findCode(ann.create(ref, "v1", { metric: "iou", tolerance: 1.1 })), "invalid")
    assert.strictEqual(await findCode(ann.create(ref, "v2")), "release_not_found")
    assert.strictEqual(
      await findCode(test.engine.as("max").releaseAudits.create(ref, "v1")),
      "permission_denied",
    )
    assert.strictEqual(await findCode(ann.get(ref, "v1", "nothing")), "audit_not_found")
    const { id } = await begin(test, "v1", { draws: 1 })
    assert.strictEqual(await findCode(ann.undo(ref, "v1", id, 2)), "audit_draw_not_found")
    assert.lengthOf(await ann.list(ref, "v1"), 1)
  })

  it("takes the tolerance of the dataset where it names none, and none where it says so", async () => {
    await using test = await makeAuditWorld(4)
    const ann = test.engine.as("ann")
    await ann.datasets.update(ref, { settings: { auditTolerance: { metric: "distance", value: 0.2 } } })
    const byDefault = await begin(test)
    assert.deepInclude(byDefault, { metric: "distance", tolerance: 0.2 })
    const other = await begin(test, "v1", { metric: "iou", tolerance: 0.9 })
    assert.deepInclude(other, { metric: "iou", tolerance: 0.9 })
    assert.deepInclude(await begin(test, "v1", { metric: null }), { metric: null, tolerance: null })
    assert.strictEqual(await findCode(ann.releaseAudits.create(ref, "v1", { metric: "iou" })), "invalid")
    assert.strictEqual(
      await findCode(ann.datasets.update(ref, { settings: { auditTolerance: { metric: "iou", value: 2 } } })),
      "invalid",
    )
    await ann.datasets.update(ref, { settings: { auditTolerance: null } })
    assert.deepInclude(await begin(test), { metric: null, tolerance: null })
  })
})
