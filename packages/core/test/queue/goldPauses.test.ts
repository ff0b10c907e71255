/** The pause of a person by the server, from the answer that causes it to its end. */
import { testEngine } from "@annotary/core/testing"
import { assert, describe, it } from "vitest"

const ref = { _tag: "Name", owner: "ann", name: "cars" } as const
const makeBox = (x: number) =>
  `{"annotations":[{"id":1,"category_id":1,"type":"bbox","points":[[${x},0],[${x + 10},10]]}]}`

describe("a pause by the server", () => {
  it("is audited without an author, ends by a manager, and begins the count anew", async () => {
    await using test = await testEngine({ worker: false })
    for (const username of ["ann", "bob"]) await test.engine.users.create({ username })
    const [ann, bob] = [test.engine.as("ann"), test.engine.as("bob")]
    await ann.datasets.create({
      ...{ owner: "ann", name: "cars", category: "other", taskType: "vector" },
      settings: { goldRate: 0.5, goldThreshold: 0.9, goldMinimum: 2 },
    })
    await ann.collaborators.add(ref, { user: "bob", role: "labeler" })
    const answer = async (name: string, x: number) => {
      const { sample } = await ann.samples.create(ref, { name })
      await ann.goldSamples.set(sample.id, { attributes: makeBox(0) })
      const { claim } = await bob.queue.claimSample(ref, "labeling", sample.id)
      await bob.queue.perform(claim.id, "submit", { attributes: makeBox(x) })
    }
    await answer("one", 9)
    assert.deepStrictEqual(await ann.pauses.list(ref), [])
    await answer("two", 0)
    const [pause] = await ann.pauses.list(ref)
    assert.strictEqual(pause?.by, null)
    assert.strictEqual(
      pause?.reason,
      "1 of 2 labels of samples whose label is known were right; 2 are needed.",
    )
    await ann.pauses.resume(ref, "bob")
    await answer("three", 9)
    assert.deepStrictEqual(await ann.pauses.list(ref), [])
    const [person] = await ann.goldSamples.people(ref)
    assert.deepStrictEqual(
      [person?.answers, person?.passed, person?.counted],
      [3, 1, { answers: 1, passed: 0 }],
    )
    const entries = (await ann.audit.ofDataset(ref, { before: null, limit: 20 })).filter(({ action }) =>
      action.startsWith("person."),
    )
    assert.deepStrictEqual(
      entries.map(({ action, by }) => [action, by]),
      [
        ["person.resumed", "ann"],
        ["person.paused", null],
      ],
    )
  })
})
