/** Long answers, lost answers, redirects, stale versions and other hard cases of agents. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { reveal, toJsonText } from "@annotary/core"
import { checkText } from "@annotary/core/check"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { callTool } from "../src/callTool.ts"
import { connect } from "../src/connect.ts"
import { type LabeledTask, labelExamples } from "../src/labelFormats.ts"
import { findOperation } from "../src/operation.ts"
import { tools } from "../src/tools.ts"
import { dataset, makeWorld, owner } from "./support/world.ts"

const here = { owner, dataset }

interface Claimed {
  readonly claim_id: string
  readonly sample: { readonly uuid: string }
}

const makeBoxes = (count: number) => ({
  annotations: Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    category_id: 1,
    type: "bbox",
    points: [
      [i, 20],
      [i + 20, 60],
    ],
  })),
})

/** Calls a tool at a server that answers as given. */
const callAt = async (
  name: string,
  args: Record<string, unknown>,
  answer: (response: ServerResponse, count: number) => void,
) => {
  const keys: Array<string | undefined> = []
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      keys.push(request.headers["idempotency-key"]?.toString())
      answer(response, keys.length)
    })
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(name)
  const client = connect({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: "key",
  })
  const operation = findOperation(tool.operation, tool.only, tool.maxRows)
  const { content, isError } = await Effect.runPromise(callTool(client, tool, operation, args))
  server.closeAllConnections()
  server.close()
  const [first] = content
  return { keys, isError, text: first?.type === "text" ? first.text : "" }
}

const issue = { sample: "00000000-0000-7000-8000-000000000000", description: "Why?" }

describe("a long label", () => {
  it("is submitted, and the answer says so without its attributes", async () => {
    const world = await makeWorld(1)
    const agent = await world.connect(await world.makeKey("robot"))
    const [claim]: ReadonlyArray<Claimed> = JSON.parse(
      await agent.call("claim_samples", { ...here, queue: "labeling" }),
    )
    const attributes = makeBoxes(4000)
    const answer = await agent.call("submit_work", { claim: claim?.claim_id, attributes })
    assert.include(answer, '"LABELED"')
    assert.match(answer, /left out: \d{6} characters/)
    await world.close()
  })

  it("does not hide the claim of its sample", async () => {
    const world = await makeWorld(1)
    const manager = await world.connect(await world.makeKey("boss", "manager"))
    const [sample] = JSON.parse(await manager.call("list_samples", here))
    const label = { sample: sample.uuid, labelset: "ground-truth", label_status: "PRELABELED" }
    await manager.call("put_label", { ...label, attributes: makeBoxes(4000) })
    const agent = await world.connect(await world.makeKey("robot"))
    const [claim]: ReadonlyArray<Claimed> = JSON.parse(
      await agent.call("claim_samples", { ...here, queue: "labeling" }),
    )
    assert.match(claim?.claim_id ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual(claim?.sample.uuid, sample.uuid)
    await world.close()
  })
})

describe("a label that somebody else has changed", () => {
  it("is not overwritten by who read an earlier version", async () => {
    const world = await makeWorld(1)
    const manager = await world.connect(await world.makeKey("boss", "manager"))
    const [sample] = JSON.parse(await manager.call("list_samples", here))
    const label = { sample: sample.uuid, labelset: "ground-truth", label_status: "LABELED" }
    await manager.call("put_label", { ...label, attributes: makeBoxes(1) })
    const { label_status: _, ...place } = label
    const read = JSON.parse(await manager.call("get_label", place))
    await manager.call("put_label", { ...label, attributes: makeBoxes(2) })
    const refusal = await manager.refuse("put_label", {
      ...label,
      attributes: makeBoxes(3),
      version: read.version,
    })
    assert.match(refusal, /^\w+: /)
    assert.lengthOf(JSON.parse(await manager.call("get_label", place)).attributes.annotations, 2)
    await world.close()
  })
})

describe("the answer to a change", () => {
  it("is requested again with the same key when it was cut", async () => {
    const { keys, isError } = await callAt("open_issue", issue, (response, count) => {
      response.writeHead(201, { "content-type": "application/json", "content-length": "20" })
      if (count < 3) response.write("{", () => response.destroy())
      else response.end('{"id":"0123456789"} ')
    })
    assert.notStrictEqual(isError, true)
    assert.lengthOf(keys, 3)
    assert.lengthOf(new Set(keys), 1)
  })

  it("is no success when it is a redirect or a page", async () => {
    const redirected = await callAt("open_issue", issue, (response) =>
      response.writeHead(301, { location: "https://other.example/" }).end(),
    )
    assert.isTrue(redirected.isError)
    assert.include(redirected.text, "redirects to https://other.example/")
    assert.include(redirected.text, "look before you repeat it")
    const page = await callAt("open_issue", issue, (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>"),
    )
    assert.isTrue(page.isError)
    assert.include(page.text, "text/html")
  })
})

describe("a list with numbered pages", () => {
  it("says that more may follow", async () => {
    const world = await makeWorld(1)
    const me = world.engine.as(owner)
    for (const name of ["a", "b"]) await me.datasets.create({ name, category: "other", taskType: "bboxes" })
    const { secret } = await world.engine.apiKeys.create({ user: owner })
    const { client } = await world.connect(reveal(secret))
    const { content } = await client.callTool({ name: "list_datasets", arguments: { per_page: 2 } })
    assert.include(JSON.stringify(content), "ask for page 2")
    await world.close()
  })
})

describe("the examples of labels", () => {
  const configuration = toJsonText({ format_version: "0.1", categories: [{ id: 1, name: "car" }] })
  const check = (taskType: string, attributes: object) => {
    const checked = checkText({
      // Cast: the keys of the examples.
      taskType: taskType as LabeledTask,
      configuration,
      label: toJsonText(attributes),
      maxWarnings: 10,
      structureOnly: true,
    })
    return checked._tag === "Checked" ? checked.result.structure : undefined
  }

  it("are labels of their task types", () => {
    for (const [taskType, attributes] of Object.entries(labelExamples))
      assert.deepEqual(check(taskType, attributes), [], taskType)
    assert.isNotEmpty(check("bboxes", { annotations: [{}] }))
  })
})
