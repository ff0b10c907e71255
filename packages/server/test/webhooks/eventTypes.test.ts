/** All eleven event types, each provoked through REST, received by a real HTTP server, verified by two libraries and held against its schema. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { DatasetEventType } from "@annotary/core/effect"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import Ajv from "ajv/dist/2020.js"
import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { type Api, apiOf, expectStatus, items, member, textMember } from "../support/api.ts"
import { ensureBuilt, startServer } from "../support/childServer.ts"
import { plain } from "./Receiver.ts"

interface Received {
  readonly request: IncomingMessage
  readonly body: Buffer
}

const listen = async () => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => void chunks.push(chunk))
    request.on("end", () => {
      received.push({ request, body: Buffer.concat(chunks) })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

const provoke = async (api: Api): Promise<void> => {
  const ask = async (method: string, path: string, body?: unknown) =>
    expectStatus(await api.call(method, path, body), 200, 201, 202, 204)
  await ask("POST", "/user/datasets/", { name: "cats", category: "other", task_type: "vector" })
  await ask("PATCH", "/datasets/admin/cats/", { description: "all of them" })
  const made = await ask("POST", "/datasets/admin/cats/samples/", {
    name: "one <two>",
    attributes: { image: { url: "https://example.com/1.png" }, at: 1 },
  })
  const sample = textMember(made.json(), "uuid")
  await ask("PATCH", `/samples/${sample}/`, { priority: 2 })
  const label = { attributes: { format_version: "0.2", annotations: [] }, label_status: "LABELED" }
  await ask("PUT", `/labels/${sample}/ground-truth/`, label)
  const opened = await ask("POST", `/samples/${sample}/issues/`, { description: "?" })
  await ask("POST", `/issues/${textMember(opened.json(), "uuid")}/comments/`, { text: "!" })
  await ask("POST", "/datasets/admin/cats/releases/", { name: "v1" })
  for (let waited = 0; waited < 10_000; waited += 50) {
    const release = await ask("GET", "/datasets/admin/cats/releases/v1/")
    if (textMember(release.json(), "status") === "SUCCEEDED") break
    await sleep(50)
  }
  await ask("DELETE", `/labels/${sample}/ground-truth/`)
  await ask("DELETE", `/samples/${sample}/`)
  await ask("DELETE", "/datasets/admin/cats/")
}

describe("all event types", () => {
  beforeAll(ensureBuilt, 300_000)

  it("reach a receiver, signed, as their published schemas say", async () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-types-"))
    const receiver = await listen()
    const key = `ann_typestst_${"T".repeat(43)}`
    const server = await startServer({
      ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
      ANNOTARY_DATA_DIR: folder,
      ANNOTARY_ADMIN_API_KEY: key,
      ANNOTARY_WEBHOOK_ALLOW: "127.0.0.1",
    })
    try {
      const api = apiOf(server.url, key)
      expectStatus(await api.call("PUT", "/user/webhooks/"), 200, 204)
      const endpoint = expectStatus(
        await api.call("POST", "/user/webhooks/endpoints/", { url: receiver.url }),
        201,
      )
      const path = `/user/webhooks/endpoints/${textMember(endpoint.json(), "uuid")}/`
      const secret = textMember(expectStatus(await api.call("GET", `${path}secret/`), 200).json(), "secret")
      await provoke(api)
      for (let waited = 0; waited < 10_000 && receiver.received.length < 11; waited += 20) await sleep(20)

      const types = items(expectStatus(await api.call("GET", "/webhooks/event-types/"), 200).json())
      const schemas = new Map(types.map((type) => [Object.values(type as object)[0], member(type, "schema")]))
      const ajv = new Ajv.default({ allowUnionTypes: true, validateFormats: false })
      const seen = new Set<string>()
      for (const { body, request } of receiver.received) {
        const headers = plain(request)
        const payload: unknown = new Webhook(secret).verify(body, headers)
        assert.deepStrictEqual(new SvixWebhook(secret).verify(body, headers), payload)
        assert.deepStrictEqual(Object.keys(payload as object), [
          "event_type",
          "created_at",
          "api_version",
          "dataset",
          "object",
          "text",
        ])
        const type = textMember(payload, "event_type")
        const validate = ajv.compile(schemas.get(type) as object)
        assert.isTrue(validate(payload), `${type}: ${JSON.stringify(validate.errors)}`)
        seen.add(type)
      }
      assert.deepStrictEqual(seen, new Set<string>(DatasetEventType.literals))
      const ids = receiver.received.map(({ request }) => request.headers["webhook-id"])
      assert.strictEqual(new Set(ids).size, ids.length)

      await sleep(1100)
      const metrics = expectStatus(await api.call("GET", "/metrics"), 200).text
      for (const line of [
        /^annotary_webhook_attempts_total\{outcome="delivered"\} (1[1-9]|[2-9]\d)$/m,
        /^annotary_webhook_in_flight 0$/m,
        /^annotary_webhook_due_lag_seconds 0$/m,
        /^annotary_webhook_backlog\{state="pending"\} 0$/m,
        /^# TYPE annotary_webhook_attempt_seconds histogram$/m,
        /^annotary_webhook_first_attempt_seconds_bucket\{le="\+Inf"\} 1[1-9]$/m,
        /^annotary_webhook_attempt_seconds_count 1[1-9]$/m,
      ])
        assert.match(metrics, line)
      const { code, stderr } = await server.stop()
      assert.strictEqual(code, 0, stderr)
      assert.notInclude(`${server.stdout()}${stderr}`, secret)
    } finally {
      server.process.kill("SIGKILL")
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
