/** Webhook endpoints in archives: who may read them, and what another engine restores of them. */
import { type ArchivePart, createEngine, DatasetName, Username } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "vitest"
import { webhooks } from "../src/index.ts"

const anEngine = () => createEngine({ storage: memory(), worker: false, extensions: [webhooks()] })

type Engine = Awaited<ReturnType<typeof anEngine>>

/** A dataset of `ann`, with the admin `bob` and an endpoint that names it. */
const aDatasetWithEndpoint = async (engine: Engine) => {
  for (const name of ["ann", "bob"]) await engine.users.create({ username: Username.make(name) })
  await engine.as("ann").users.setWebhooks(true)
  const { id } = (
    await engine
      .as("ann")
      .datasets.create({ name: DatasetName.make("cars"), category: "other", taskType: "vector" })
  ).record.dataset
  const ref = { _tag: "Id", id } as const
  await engine.as("ann").collaborators.add(ref, { user: Username.make("bob"), role: "admin" })
  const { endpoint } = await engine.webhooks.as("ann").endpoints.create({
    url: "https://example.com/services/a-secret-path",
    datasets: ["ann/cars"],
    description: "chat",
    headers: { "x-token": "nobody knows" },
    eventTypes: ["label.updated"],
    secretKind: "v1a",
  })
  return { endpoint, ref }
}

/** The archive, and the texts in it. */
const archiveOf = async (archive: AsyncIterable<ArchivePart>) => {
  const parts: Array<ArchivePart> = []
  for await (const part of archive) parts.push(part)
  const text = parts.map((part) => (part instanceof Uint8Array ? Buffer.from(part).toString() : part.name))
  return { parts, text: text.join("\n") }
}

async function* streamOf(parts: ReadonlyArray<ArchivePart>) {
  yield* parts
}

/** The root over the content. It is in the last file. */
const rootIn = (text: string): string => /"content":"([0-9a-f]{64})"/.exec(text)?.[1] ?? ""

describe("webhook endpoints in archives", () => {
  it("are restored disabled, with a fresh secret, for this dataset alone", async () => {
    await using source = await anEngine()
    const { endpoint, ref } = await aDatasetWithEndpoint(source)
    const { parts, text } = await archiveOf(source.archives.read(ref))
    assert.notInclude(text, "x-token")
    await using target = await anEngine()
    const restored = await target.archives.restore(streamOf(parts))
    assert.deepStrictEqual(restored.endpoints, { archived: 1, restored: 1 })
    const [found, ...others] = await target.webhooks.endpoints.list({ account: "ann" })
    assert.deepStrictEqual(others, [])
    const { secrets, ...rest } = found?.endpoint ?? assert.fail("it must be there")
    const { secrets: before, ...same } = endpoint
    assert.deepStrictEqual(rest, {
      ...same,
      datasets: [ref.id],
      headers: [],
      enabled: false,
      disabledReason: "owner",
    })
    assert.deepStrictEqual(
      secrets.map(({ kind }) => kind),
      ["v1"],
    )
    assert.lengthOf(before, 1)
    const secret = await target.webhooks.endpoints.secret(endpoint.id, { account: "ann" })
    assert.match(secret, /^whsec_/)
  })

  it("stay as they are where they exist", async () => {
    await using engine = await anEngine()
    const { endpoint, ref } = await aDatasetWithEndpoint(engine)
    const { parts } = await archiveOf(engine.archives.read(ref))
    const before = await engine.webhooks.endpoints.list({ account: "ann" })
    await engine.datasets.remove(ref)
    const restored = await engine.archives.restore(streamOf(parts))
    assert.deepStrictEqual(restored.endpoints, { archived: 1, restored: 0 })
    assert.deepStrictEqual(await engine.webhooks.endpoints.list({ account: "ann" }), before)
    assert.isTrue(before[0]?.endpoint.enabled)
    assert.strictEqual(before[0]?.endpoint.id, endpoint.id)
  })

  it("are left out by an engine without webhooks, which counts them", async () => {
    await using source = await anEngine()
    const { ref } = await aDatasetWithEndpoint(source)
    const { parts } = await archiveOf(source.archives.read(ref))
    await using target = await createEngine({ storage: memory(), worker: false })
    const restored = await target.archives.restore(streamOf(parts))
    assert.deepStrictEqual(restored.endpoints, { archived: 1, restored: 0 })
  })

  it("are in archives of those alone who may manage them, with the same root", async () => {
    await using engine = await anEngine()
    const { ref } = await aDatasetWithEndpoint(engine)
    const [all, owners, admins] = [
      await archiveOf(engine.archives.read(ref)),
      await archiveOf(engine.as("ann").archives.read(ref)),
      await archiveOf(engine.as("bob").archives.read(ref)),
    ]
    assert.include(all.text, "a-secret-path")
    assert.include(owners.text, "a-secret-path")
    assert.notInclude(admins.text, "a-secret-path")
    assert.notInclude(admins.text, "records/endpoints")
    assert.strictEqual(rootIn(all.text), rootIn(admins.text))
    assert.strictEqual(rootIn(all.text), rootIn(owners.text))
    await using target = await anEngine()
    const restored = await target.archives.restore(streamOf(admins.parts))
    assert.deepStrictEqual(restored.endpoints, { archived: 0, restored: 0 })
    assert.notMatch(admins.text, /"endpoints":\{"records"/)
  })

  it("do not change the root of a dataset that was restored without them", async () => {
    await using source = await anEngine()
    const { ref } = await aDatasetWithEndpoint(source)
    const { parts, text } = await archiveOf(source.archives.read(ref))
    await using target = await createEngine({ storage: memory(), worker: false })
    const { content } = await target.archives.restore(streamOf(parts))
    const again = await archiveOf(target.archives.read(ref))
    assert.strictEqual(content, rootIn(text))
    assert.strictEqual(rootIn(again.text), rootIn(text))
  })
})
