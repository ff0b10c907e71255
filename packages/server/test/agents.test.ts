/** Agents at a server: over HTTP at its address for them, and by the command on standard input and output. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import sharp from "sharp"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus, items, member, textMember } from "./support/api.ts"
import { type ChildServer, ensureBuilt, startServer } from "./support/childServer.ts"

const adminKey = `ann_aaaaaaaa_${"A".repeat(43)}`
const folder = mkdtempSync(join(tmpdir(), "annotary-agents-"))
const main = fileURLToPath(new URL("../bin/annotary.js", import.meta.url))
const street = { owner: "admin", dataset: "street" }
let server: ChildServer
let admin: Api
let robotKey: string
let sample: string

beforeAll(async () => {
  await ensureBuilt()
  server = await startServer({
    ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "labels.db")}`,
    ANNOTARY_DATA_DIR: join(folder, "data"),
    ANNOTARY_ADMIN_API_KEY: adminKey,
  })
  admin = apiOf(server.url, adminKey)
  const task_attributes = { format_version: "0.1", categories: [{ id: 1, name: "car" }] }
  const dataset = { name: "street", category: "other", task_type: "bboxes", task_attributes }
  expectStatus(await admin.call("POST", "/user/datasets/", dataset), 201)
  const asset = expectStatus(await admin.call("POST", "/assets/", { filename: "a.png" }), 201).json()
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: "red" } })
    .png()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(member(asset, "presignedPostFields")).fields ?? {}))
    form.append(name, String(value))
  form.append("file", new Blob([new Uint8Array(picture)], { type: "image/png" }))
  const target = textMember(member(asset, "presignedPostFields"), "url")
  assert.strictEqual((await fetch(new URL(target, server.url), { method: "POST", body: form })).status, 204)
  const attributes = { image: { url: textMember(asset, "url") } }
  const made = await admin.call("POST", "/datasets/admin/street/samples/", { name: "a.png", attributes })
  sample = textMember(expectStatus(made, 201).json(), "uuid")
  expectStatus(await admin.call("POST", "/users/", { username: "robot" }), 201)
  const collaborator = { user: "robot", role: "labeler" }
  expectStatus(await admin.call("POST", "/datasets/admin/street/collaborators/", collaborator), 201)
  const key = await admin.call("POST", "/users/robot/api_keys/", { description: "agent" })
  robotKey = textMember(expectStatus(key, 201).json(), "key")
  writeFileSync(join(folder, "key"), `${robotKey}\n`, { mode: 0o600 })
}, 120_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const connectOverHttp = async (key: string): Promise<Client> => {
  const client = new Client({ name: "agent", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
  return client
}

const connectByCommand = async (...options: ReadonlyArray<string>): Promise<Client> => {
  const client = new Client({ name: "agent", version: "1" })
  const words = ["mcp", "--server", server.url, "--key-file", join(folder, "key"), ...options]
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, ...words] }))
  return client
}

const readText = (result: Awaited<ReturnType<Client["callTool"]>>): string => {
  const [first] = result.content
  return first?.type === "text" ? first.text : ""
}

describe("an agent at a server", () => {
  it("claims a sample over HTTP, sees it, labels it, and stands in the history of the label", async () => {
    const client = await connectOverHttp(robotKey)
    const claims: ReadonlyArray<{ readonly claim_id: string }> = JSON.parse(
      readText(await client.callTool({ name: "claim_samples", arguments: { ...street, queue: "labeling" } })),
    )
    const seen = await client.callTool({ name: "get_picture", arguments: { sample, size: 96 } })
    const [picture] = seen.content
    if (picture?.type !== "image") throw new Error(readText(seen))
    const { height, width } = await sharp(Buffer.from(picture.data, "base64")).metadata()
    assert.deepEqual({ height, width }, { height: 48, width: 96 })
    const points = [
      [1, 2],
      [30, 40],
    ]
    const attributes = { annotations: [{ id: 1, category_id: 1, type: "bbox", points }] }
    const submitted = await client.callTool({
      name: "submit_work",
      arguments: { claim: claims[0]?.claim_id, attributes },
    })
    assert.notStrictEqual(submitted.isError, true, readText(submitted))
    await client.close()
    const history = await admin.call("GET", `/labels/${sample}/ground-truth/history/`)
    assert.strictEqual(textMember(items(history.json())[0], "created_by"), "robot")
  })

  it("works by the command as over HTTP", async () => {
    const [byCommand, overHttp] = [await connectByCommand(), await connectOverHttp(robotKey)]
    const list = { name: "list_samples", arguments: street }
    assert.strictEqual(readText(await byCommand.callTool(list)), readText(await overHttp.callTool(list)))
    assert.deepEqual(await byCommand.listTools(), await overHttp.listTools())
    await Promise.all([byCommand.close(), overHttp.close()])
  })

  it("is offered only what reads, on request", async () => {
    const client = await connectByCommand("--read-only")
    const { tools } = await client.listTools()
    assert.include(
      tools.map(({ name }) => name),
      "get_label",
    )
    for (const { annotations, name } of tools) assert.isTrue(annotations?.readOnlyHint, name)
    await client.close()
  })

  it("is refused each right that it lacks", async () => {
    const client = await connectOverHttp(robotKey)
    for (const [name, given] of [
      ["claim_samples", { ...street, queue: "reviewing" }],
      ["create_release", { ...street, name: "v1" }],
      ["create_export", { ...street, format: "coco" }],
      ["put_label", { sample, labelset: "ground-truth", label_status: "REVIEWED", attributes: {} }],
    ] as const) {
      const refused = await client.callTool({ name, arguments: given })
      assert.isTrue(refused.isError, name)
      assert.match(readText(refused), /^permission_denied: /, name)
    }
    await client.close()
    const releases = await admin.call("GET", "/datasets/admin/street/releases/")
    assert.deepEqual(items(releases.json()), [])
  })

  it("is told that its key is wrong before anything else", async () => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { authorization: "Bearer wrong", "content-type": "application/json" },
      body: "{}",
    })
    assert.strictEqual(answer.status, 401)
    assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
    assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
    assert.notInclude(answer.headers.get("annotary-version"), ",")
    await answer.body?.cancel()
  })
})

describe("annotary mcp", () => {
  it("says what is missing", async () => {
    for (const [words, sentence] of [
      [[], "--server must be a URL that begins with http:// or https://."],
      [["--server", "ftp://a.example"], "--server must be a URL that begins with http:// or https://."],
      [["--server", "https://a.example"], "--key-file must name a file with an API key."],
    ] as const) {
      const { code, stderr } = await annotary(["mcp", ...words], {})
      assert.strictEqual(code, 2)
      assert.include(stderr, sentence)
    }
  })

  it("takes a file with one key only", async () => {
    const path = join(folder, "two-keys")
    writeFileSync(path, "one two")
    const { code, stderr } = await annotary(["mcp", "--server", "https://a.example", "--key-file", path], {})
    assert.strictEqual(code, 1)
    assert.include(stderr, "must contain one API key and nothing else")
  })

  it("ends with its input", async () => {
    const key = join(folder, "key")
    const { code, stdout } = await annotary(["mcp", "--server", server.url, "--key-file", key], {})
    assert.deepEqual({ code, stdout }, { code: 0, stdout: "" })
  })
})
