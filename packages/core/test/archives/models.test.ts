/** Archives carry the models of a dataset, which belong to the owner of the restored one and wait there until they are enabled. */
import { testEngine } from "@annotary/core/testing"
import { collectFiles, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

const ref = { _tag: "Name", owner: "acme", name: "cars" } as const

const makeArchive = async () => {
  await using source = await testEngine({ worker: false })
  const { engine } = source
  await engine.organizations.create({ username: "acme" })
  await engine.models.create("acme", { username: "detector" })
  await engine.datasets.create({ owner: "acme", name: "cars", category: "other", taskType: "vector" })
  await engine.collaborators.add(ref, { user: "detector" })
  return await collectFiles(engine.archives.read(ref))
}

describe("a model on a dataset", () => {
  it("comes back with its role, disabled, and belongs to the owner of the restored dataset", async () => {
    const files = await makeArchive()
    await using target = await testEngine({ worker: false })
    const { engine } = target
    await engine.organizations.create({ username: "beta" })
    await engine.archives.restore(toParts(files), { owner: "beta" })
    const { account } = await engine.models.get("detector")
    assert.strictEqual(account.modelOf, "beta")
    assert.isNotNull(account.disabledAt)
    const [collaborator] = await engine.collaborators.list({ ...ref, owner: "beta" })
    assert.deepInclude(collaborator, { role: "model" })
    await engine.models.update("detector", { disabled: false })
  })

  it("is not restored where a person has its name", async () => {
    const files = await makeArchive()
    await using target = await testEngine({ worker: false })
    await target.engine.organizations.create({ username: "acme" })
    await target.engine.users.create({ username: "detector" })
    const failure = await target.engine.archives.restore(toParts(files), {}).then(
      () => "restored",
      (error: Error) => error.message,
    )
    assert.include(failure, "detector, who is a person here and a model in the archive")
  })
})
