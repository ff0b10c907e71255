/** What agents can do over HTTP, by the official client. */
import { reveal } from "@annotary/core"
import { assert, describe, it } from "@effect/vitest"
import { findOperation } from "../src/operation.ts"
import { tools } from "../src/tools.ts"
import { dataset, makeWorld, owner, ref } from "./support/world.ts"

const here = { owner, dataset }
const nobody = "00000000-0000-7000-8000-000000000000"

describe("an agent over HTTP", () => {
  it("labels a dataset by its guide, under its own name", async () => {
    const world = await makeWorld(100)
    const agent = await world.connect(await world.makeKey("robot"))
    assert.include(await agent.call("get_guide", here), "Mark every *car*")
    assert.include(await agent.call("get_configuration", here), '"car"')
    let submitted = 0
    for (;;) {
      const claims: ReadonlyArray<Claimed> = JSON.parse(
        await agent.call("claim_samples", { ...here, queue: "labeling", count: 10 }),
      )
      if (claims.length === 0) break
      for (const { claim_id: claim, sample } of claims) {
        const attributes = makeLabel(submitted)
        const check = JSON.parse(await agent.call("check_label", { sample: sample.uuid, attributes }))
        assert.deepEqual(check.warnings, [])
        await agent.call("submit_work", { claim, attributes, time: 1500 })
        submitted += 1
      }
    }
    assert.strictEqual(submitted, 100)
    const { record } = await world.engine.as(owner).datasets.get(ref)
    assert.strictEqual(record.counts.byStatus.LABELED, 100)
    const workunits = await world.engine.as(owner).workunits.list(ref, { perPage: 100 })
    assert.deepEqual(new Set(workunits.map(({ createdBy }) => createdBy)), new Set(["robot"]))
    await world.close()
  }, 60_000)

  it("reviews, and sends labels back with a reason", async () => {
    const world = await makeWorld(2)
    const labeler = await world.connect(await world.makeKey("robot"))
    for (const { claim_id: claim } of JSON.parse(
      await labeler.call("claim_samples", { ...here, queue: "labeling", count: 2 }),
    ) as ReadonlyArray<Claimed>)
      await labeler.call("submit_work", { claim, attributes: makeLabel(0) })
    const reviewer = await world.connect(await world.makeKey("judge"))
    const [first, second] = JSON.parse(
      await reviewer.call("claim_samples", { ...here, queue: "reviewing", count: 2 }),
    ) as ReadonlyArray<Claimed>
    await reviewer.call("accept_label", { claim: first?.claim_id })
    await reviewer.call("reject_label", { claim: second?.claim_id, comment: "The left car is missing." })
    assert.include(await reviewer.call("list_issues", here), "The left car is missing.")
    const { record } = await world.engine.as(owner).datasets.get(ref)
    assert.strictEqual(record.counts.byStatus.REVIEWED, 1)
    assert.strictEqual(record.counts.byStatus.REJECTED, 1)
    await world.close()
  })

  it("learns from a refusal what is wrong, and nothing is written", async () => {
    const world = await makeWorld(1)
    const agent = await world.connect(await world.makeKey("robot"))
    const [claimed] = JSON.parse(
      await agent.call("claim_samples", { ...here, queue: "labeling" }),
    ) as ReadonlyArray<Claimed>
    const claim = claimed?.claim_id
    const refusal = await agent.refuse("submit_work", { claim, attributes: { annotations: "none" } })
    assert.match(refusal, /^invalid: .*annotations/)
    await agent.call("submit_work", { claim, attributes: makeLabel(0) })
    assert.match(await agent.refuse("submit_work", { claim, attributes: makeLabel(1) }), /^\w+: /)
    await world.close()
  })

  it("is refused with a read-only key whatever writes, and may read", async () => {
    const world = await makeWorld(1)
    await world.makeKey("robot")
    const { secret } = await world.engine.apiKeys.create({ user: "robot", scope: { readOnly: true } })
    const agent = await world.connect(reveal(secret))
    await agent.call("list_samples", here)
    const listed = (await agent.client.listTools()).tools
    for (const { name } of tools.filter(({ writes }) => writes)) {
      const { inputSchema } = listed.find((tool) => tool.name === name) ?? {}
      const given = (inputSchema?.required ?? []).map((key) => [key, examples[key] ?? nobody])
      const refusal = await agent.refuse(name, Object.fromEntries(given))
      assert.match(refusal, /^(permission_denied|invalid|\w+_not_found|claim_ended): /, name)
    }
    assert.match(await agent.refuse("claim_samples", { ...here, queue: "labeling" }), /^permission_denied: /)
    await world.close()
  })

  it("sees nothing of datasets that are not shared with it", async () => {
    const world = await makeWorld(1)
    const { engine } = world
    await engine.users.create({ username: "stranger" })
    const agent = await world.connect(reveal((await engine.apiKeys.create({ user: "stranger" })).secret))
    assert.strictEqual(await agent.call("list_datasets"), "[]")
    for (const name of ["get_dataset", "get_guide", "get_configuration", "list_samples", "list_issues"])
      assert.match(await agent.refuse(name, here), /^dataset_not_found: /, name)
    await world.close()
  })

  it("gets pages of bounded size, and the cursor of the next one", async () => {
    const world = await makeWorld(5)
    const agent = await world.connect(await world.makeKey("robot"))
    const first = await agent.client.callTool({ name: "list_samples", arguments: { ...here, per_page: 2 } })
    const [rows, more] = first.content
    assert.lengthOf(JSON.parse(rows?.type === "text" ? rows.text : ""), 2)
    const cursor = /: (\S+)$/.exec(more?.type === "text" ? more.text : "")?.[1]
    const next = JSON.parse(await agent.call("list_samples", { ...here, per_page: 3, cursor }))
    assert.deepEqual(
      next.map(({ name }: { readonly name: string }) => name),
      ["frame-0002.jpg", "frame-0003.jpg", "frame-0004.jpg"],
    )
    assert.match(await agent.refuse("list_samples", { ...here, per_page: 1000 }), /per_page/)
    await world.close()
  })

  it("reads the guide and the configuration as resources, and gets prompts", async () => {
    const world = await makeWorld(1)
    const { client } = await world.connect(await world.makeKey("robot"))
    const { resources } = await client.listResources()
    assert.includeMembers(
      resources.map(({ uri }) => uri),
      [
        `annotary://datasets/${owner}/${dataset}/guide`,
        `annotary://datasets/${owner}/${dataset}/configuration`,
      ],
    )
    const { contents } = await client.readResource({ uri: `annotary://datasets/${owner}/${dataset}/guide` })
    assert.include(JSON.stringify(contents), "Mark every *car*")
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ["label_dataset", "review_warnings"],
    )
    const { messages } = await client.getPrompt({
      name: "label_dataset",
      arguments: { dataset: `${owner}/${dataset}`, count: "5" },
    })
    assert.include(JSON.stringify(messages), `at most 5 samples of the dataset ${owner}/${dataset}`)
    await world.close()
  })
})

describe("the tools", () => {
  it("are operations of the contract, with a schema of each input that stands alone", async () => {
    const world = await makeWorld(1)
    const { client } = await world.connect(await world.makeKey("robot"))
    const listed = (await client.listTools()).tools
    assert.deepEqual(
      listed.map(({ name }) => name),
      [...tools.map(({ name }) => name), "get_label_format"],
    )
    for (const { inputSchema, name } of listed) assert.notInclude(JSON.stringify(inputSchema), "$ref", name)
    await world.close()
  })

  it("reach the API, each of them, with each member in its place", async () => {
    const world = await makeWorld(1)
    const { client } = await world.connect(await world.makeKey("robot"))
    for (const { maxRows, name, operation } of tools) {
      const { inputSchema } = (await client.listTools()).tools.find((tool) => tool.name === name) ?? {}
      const given = Object.fromEntries(
        (inputSchema?.required ?? []).map((key) => [key, examples[key] ?? nobody]),
      )
      world.requests.length = 0
      const { content } = await client.callTool({ name, arguments: given })
      const called = world.requests.filter(({ url }) => new URL(url).pathname !== "/user")
      if (operation !== "users.me") assert.isAtLeast(called.length, 1, `${name}: ${JSON.stringify(content)}`)
      const { places } = findOperation(operation, undefined, maxRows)
      for (const [key, value] of Object.entries(given)) {
        if (places.get(key) === "path") assert.include(called[0]?.url, `/${value}/`, `${name}: ${key}`)
        if (places.get(key) === "payload") assert.property(called[0]?.body, key, name)
      }
    }
    await world.close()
  })

  it("write nothing where only reading is offered", async () => {
    const world = await makeWorld(1, { readOnly: true })
    const agent = await world.connect(await world.makeKey("robot"))
    const names = (await agent.client.listTools()).tools.map(({ name }) => name)
    assert.deepEqual(names, [
      ...tools.filter(({ writes }) => !writes).map(({ name }) => name),
      "get_label_format",
    ])
    assert.deepEqual((await agent.client.listPrompts().catch(() => ({ prompts: [] }))).prompts, [])
    assert.notInclude(names, "claim_samples")
    await world.close()
  })
})

describe("a request without a key that the API accepts", () => {
  it("is answered like one to the API, and asks for a key", async () => {
    const world = await makeWorld(1)
    const send = (headers: Record<string, string>) =>
      world.handle(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        }),
      )
    for (const headers of [{}, { authorization: "Bearer wrong" }, { cookie: "annotary_session=x" }]) {
      const answer = await send(headers)
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
    }
    await world.close()
  })
})

interface Claimed {
  readonly claim_id: string
  readonly sample: { readonly uuid: string }
}

const makeLabel = (shift: number) => ({
  format_version: "0.1",
  annotations: [
    {
      id: 1,
      category_id: 1,
      type: "bbox",
      points: [
        [10 + shift, 20],
        [30 + shift, 60],
      ],
    },
  ],
})

/** Values of members that a tool needs. */
const examples: Readonly<Record<string, unknown>> = {
  ...here,
  queue: "labeling",
  labelset: "ground-truth",
  release: "v1",
  other: "v2",
  name: "v1",
  description: "Why?",
  text: "Because.",
  attributes: makeLabel(0),
  format: "coco",
  task_type: "bboxes",
  configuration: { task_attributes: { format_version: "0.1", categories: [] } },
  task_attributes: { format_version: "0.1", categories: [] },
  reason: "Wrong.",
}
