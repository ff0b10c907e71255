/** Audits and the limits of what is around them: places for statements, strata of people, and accounts that were deleted. */
import type { TestEngine } from "@annotary/core/testing"
import { Effect, Option } from "effect"
import { assert, describe, it } from "vitest"
import { Access } from "../../src/access/Access.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { countOpenAudits, countPlans } from "../../src/releases/countOpenAudits.ts"
import { ReleaseAuditStore } from "../../src/releases/ReleaseAuditStore.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { formatStatement } from "../../src/releases/statement.ts"
import { but } from "../contract/sabotage.ts"
import { begin, findCode, makeAuditWorld, makeGate, ref, removePerson, right, waitForAudit } from "./world.ts"

const addStatements = async ({ engine }: TestEngine, upTo: number) => {
  const { append, list } = engine.as("ann").releaseStatements
  const predicateType = "https://example.com/note"
  for (let count = (await list(ref, "v1")).length; count < upTo; count++)
    await append(ref, "v1", { predicateType, predicate: {} })
}

const findMessage = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "",
    (cause: unknown) => String(Reflect.get(Object(cause), "message")),
  )

describe("an audit of a release with many statements", () => {
  it("begins only when its result has a place too", async () => {
    await using test = await makeAuditWorld(2)
    const { releaseAudits } = test.engine.as("ann")
    await addStatements(test, 99)
    assert.match(await findMessage(releaseAudits.create(ref, "v1")), /at most 100 statements/)
    assert.lengthOf(await releaseAudits.list(ref, "v1"), 0)
  })

  it("keeps a place for its plan and one for its result while it is prepared", async () => {
    const { open, test } = await makeGate(2)
    await using _ = test
    const { releaseAudits, releaseStatements } = test.engine.as("ann")
    await addStatements(test, 97)
    const { id } = await releaseAudits.create(ref, "v1")
    assert.match(await findMessage(releaseAudits.create(ref, "v1")), /at most 100 statements/)
    await addStatements(test, 98)
    assert.match(await findMessage(addStatements(test, 99)), /2 are kept for the plans and results of audits/)
    open()
    assert.include(await waitForAudit(test, "v1", id), { state: "open", plan: 1 })
    assert.strictEqual((await releaseAudits.finish(ref, "v1", id)).state, "finished")
    assert.lengthOf(await releaseStatements.list(ref, "v1"), 100)
  })

  it("fails with the reason when its places are taken all the same", async () => {
    const { open, test } = await makeGate(2)
    await using _ = test
    const { id } = await test.engine.as("ann").releaseAudits.create(ref, "v1")
    const text = JSON.stringify({ payload: "", payloadType: "text/plain", signatures: [] })
    const fill = Effect.gen(function* () {
      const store = yield* ReleaseStore
      const { dataset } = yield* (yield* Access).findAsSystem({ _tag: "Name", owner: "ann", name: "cars" })
      for (const release of yield* store.list(dataset.id)) {
        const { length } = yield* store.statements(release)
        assert.isTrue(yield* store.appendStatements(release, Array(99 - length).fill(text)))
      }
    })
    await test.engine.runtime.runPromise(fill)
    open()
    const { failure, plan, state } = await waitForAudit(test, "v1", id)
    assert.deepStrictEqual([state, plan], ["failed", null])
    assert.strictEqual(
      failure,
      "The release has too few free places among its 100 statements for a plan and a result.",
    )
  })

  it("can be finished, as nothing takes the place of its result", async () => {
    await using test = await makeAuditWorld(2)
    const { releaseAudits, releaseStatements } = test.engine.as("ann")
    await addStatements(test, 95)
    const first = await begin(test, "v1")
    const second = await begin(test, "v1")
    await addStatements(test, 98)
    assert.match(await findMessage(addStatements(test, 99)), /2 are kept for the plans and results of audits/)
    assert.match(await findMessage(releaseAudits.create(ref, "v1")), /at most 100 statements/)
    for (const { id } of [first, second])
      assert.strictEqual((await releaseAudits.finish(ref, "v1", id)).state, "finished")
    assert.lengthOf(await releaseStatements.list(ref, "v1"), 100)
    assert.deepStrictEqual([first.plan, second.plan], [1, 2])
  })
})

describe("an audit whose plan has no number, as before plans were numbered", () => {
  it("takes no claims and no outcomes, and keeps no number and no place", async () => {
    let isOld = false
    const storage = but(ReleaseAuditStore, (port) => ({
      findForUpdate: (...of) =>
        Effect.map(
          port.findForUpdate(...of),
          Option.map((audit) => (isOld ? { ...audit, plan: null } : audit)),
        ),
    }))
    await using test = await makeAuditWorld(4, { storage: storage() })
    const { id } = await begin(test, "v1")
    const kim = test.engine.as("kim").releaseAudits
    const number = (await kim.claim(ref, "v1", id))?.number ?? 0
    isOld = true
    assert.strictEqual(await findCode(kim.submit(ref, "v1", id, number, right)), "audit_closed")
    assert.strictEqual(await findCode(kim.claim(ref, "v1", id)), "audit_closed")
    assert.strictEqual(
      await findCode(test.engine.as("ann").releaseAudits.finish(ref, "v1", id)),
      "audit_closed",
    )
    const plan = (numbered: object) => {
      const predicate = castToJsonText(JSON.stringify({ audit: id, ...numbered }))
      const subject = { name: "v1.json", sha256: "00".repeat(32) }
      const text = formatStatement(subject, "urn:annotary:audit-plan:v1", predicate)
      return JSON.stringify({
        payload: Buffer.from(text).toString("base64"),
        payloadType: "application/vnd.in-toto+json",
        signatures: [{ keyid: "k", sig: "" }],
      })
    }
    assert.strictEqual(countPlans([plan({})]), 0)
    assert.strictEqual(countOpenAudits([plan({})]), 0)
    assert.strictEqual(countPlans([plan({}), plan({ plan: 1 })]), 1)
  })
})

describe("an audit that begins after an account was deleted", () => {
  it("has neither the name in the file nor a stratum of it", async () => {
    await using test = await makeAuditWorld(4)
    await removePerson(test, "bob")
    const max = test.engine.as("max").releaseAudits
    const { id } = await begin(test, "v1")
    const { strata } = await max.get(ref, "v1", id)
    assert.deepStrictEqual(
      strata?.map(({ kind, name, user }) => `${kind} ${user ?? name}`),
      ["category car", "category bus", "labeler eve"],
    )
    assert.notInclude(JSON.stringify(strata), "bob")
    const known = new Set([0, 1, 2, 3])
    for (const draw of await max.listDraws(ref, "v1", id))
      for (const number of draw.strata) assert.isTrue(known.has(number))
  })
})
