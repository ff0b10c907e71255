/** Audits are prepared by a job: the file of the release is read once, and the audit is open as a whole or not at all. */
import { collectFiles } from "@annotary/test-support/storage"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { JobStore } from "../../src/jobs/JobStore.ts"
import {
  begin,
  findCode,
  makeAuditWorld,
  makeGate,
  readStatements,
  ref,
  release,
  waitForAudit,
} from "./world.ts"

const listJobs = Effect.flatMap(JobStore, (store) => store.list({ status: null, before: null, limit: 10 }))

const listPlans = async (test: Parameters<typeof readStatements>[0]) =>
  (await readStatements(test)).filter(({ predicateType }) => predicateType === "urn:annotary:audit-plan:v1")

describe("an audit that is prepared", () => {
  it("has no plan, no draws and no work until its job has read the release", async () => {
    const { open, test } = await makeGate(20)
    await using _ = test
    const { releaseAudits } = test.engine.as("ann")
    const created = await releaseAudits.create(ref, "v1", { goal: 0.2, draws: 8 })
    const blank = { population: 0, audited: 0, lower: 0, upper: 0, remaining: null, nonce: null }
    assert.include(created, { state: "preparing", plan: null, draws: 8, ...blank })
    const kim = test.engine.as("kim").releaseAudits
    for (const call of [kim.claim(ref, "v1", created.id), releaseAudits.finish(ref, "v1", created.id)])
      assert.strictEqual(await findCode(call), "audit_closed")
    assert.lengthOf(await releaseAudits.listDraws(ref, "v1", created.id), 0)
    assert.lengthOf(await listPlans(test), 0)
    const names = (await collectFiles(test.engine.archives.read(ref))).map(([name]) => name)
    assert.isFalse(names.some((name) => name.startsWith("records/release-audits/")))
    open()
    const audit = await waitForAudit(test, "v1", created.id)
    assert.include(audit, { state: "open", plan: 1, population: 20, draws: 8, upper: 20 })
    const [plan, ...others] = await listPlans(test)
    assert.lengthOf(others, 0)
    assert.include(plan?.predicate, { audit: created.id, commitment: created.commitment })
    assert.lengthOf(await releaseAudits.listDraws(ref, "v1", created.id), 8)
  })

  it("is begun anew when its worker fails at the last step, with one plan and nothing twice", async () => {
    await using test = await makeAuditWorld(20)
    test.faults.failNext("ReleaseAuditStore.fill")
    const { releaseAudits } = test.engine.as("ann")
    const { id } = await releaseAudits.create(ref, "v1")
    for (let tries = 0; test.faults.pending().length > 0 && tries < 500; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    assert.include(await releaseAudits.get(ref, "v1", id), { state: "preparing", plan: null })
    assert.lengthOf(await releaseAudits.listDraws(ref, "v1", id), 0)
    assert.lengthOf(await listPlans(test), 0)
    for (let tries = 0; tries < 50; tries++) {
      await test.clock.advance("10 seconds")
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    assert.include(await waitForAudit(test, "v1", id), { state: "open", plan: 1 })
    const numbers = (await releaseAudits.listDraws(ref, "v1", id)).map(({ number }) => number)
    assert.deepStrictEqual(
      numbers,
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    assert.lengthOf(await listPlans(test), 1)
  })

  it("has the configuration of the release, whatever the dataset has now", async () => {
    await using test = await makeAuditWorld(2)
    const { datasets, releaseAudits } = test.engine.as("ann")
    const { id } = await begin(test)
    const categories = [
      { id: 1, name: "car" },
      { id: 2, name: "coach" },
    ]
    await datasets.update(ref, { taskAttributes: { format_version: "0.1", categories } })
    const { taskAttributes } = await releaseAudits.get(ref, "v1", id)
    assert.include(taskAttributes ?? "", '"bus"')
    assert.notInclude(taskAttributes ?? "", '"coach"')
    assert.isNull((await releaseAudits.list(ref, "v1"))[0]?.taskAttributes)
  })

  it("fails where the release has no finished label in the labelset, takes no number, and gives way to the next one", async () => {
    await using test = await makeAuditWorld(2)
    const { releaseAudits } = test.engine.as("ann")
    await test.engine.as("ann").labelsets.create(ref, { name: "empty" })
    await release(test, "v2")
    const failed = await begin(test, "v2", { labelset: "empty", goal: 0.1 })
    assert.include(failed, { state: "failed", plan: null, population: 0, remaining: null })
    const failure = "The release has no finished label in this labelset."
    assert.strictEqual(failed.failure, failure)
    assert.strictEqual((await releaseAudits.list(ref, "v2"))[0]?.failure, failure)
    const job = (await test.engine.runtime.runPromise(listJobs)).find(({ status }) => status === "FAILED")
    assert.include(job, { kind: "audit", error: failure })
    assert.strictEqual(await findCode(releaseAudits.claim(ref, "v2", failed.id)), "audit_closed")
    const next = await begin(test, "v2")
    assert.include(next, { state: "open", plan: 1, failure: null })
    const ids = (await releaseAudits.list(ref, "v2")).map(({ id }) => id)
    assert.deepStrictEqual(ids, [next.id])
  })

  it("is refused for a labelset that the release does not have", async () => {
    await using test = await makeAuditWorld(2)
    const { labelsets, releaseAudits } = test.engine.as("ann")
    await labelsets.create(ref, { name: "later" })
    for (const labelset of ["later", "nothing"]) {
      const error = await releaseAudits.create(ref, "v1", { labelset }).catch((cause: unknown) => cause)
      assert.deepInclude(error, {
        errors: [{ pointer: "/labelset", message: "must be a labelset of the release: ground-truth" }],
      })
    }
    assert.lengthOf(await releaseAudits.list(ref, "v1"), 0)
  })

  it("leaves nothing when its release is deleted meanwhile", async () => {
    const { open, test } = await makeGate(2)
    await using _ = test
    const { releaseAudits, releases } = test.engine.as("ann")
    const { id } = await releaseAudits.create(ref, "v1")
    await releases.remove(ref, "v1")
    open()
    const findJob = async () =>
      (await test.engine.runtime.runPromise(listJobs)).find(({ kind }) => kind === "audit")
    for (let tries = 0; (await findJob())?.status !== "SUCCEEDED" && tries < 500; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    assert.include(await findJob(), { status: "SUCCEEDED", error: null })
    assert.strictEqual(await findCode(releaseAudits.get(ref, "v1", id)), "release_not_found")
  })
})
