/** Tests the receiver with webhooks of an engine, and with repeated, changed and unsigned requests. */
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine, toJsonText } from "@annotary/core"
import { eventTypes } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { webhooks } from "@annotary/webhooks"
import type { KeySource } from "@annotary/webhooks/verify"
import { Webhook } from "standardwebhooks"
import { Webhook as Svix } from "svix"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnnotaryEvent, readEvent } from "../src/events.ts"
import { handler } from "../src/handle.ts"
import { openInbox, type StoredEvent } from "../src/Inbox.ts"
import { receiver } from "../src/receiver.ts"
import { startWorker } from "../src/Worker.ts"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const [example] = eventTypes
const body = JSON.stringify(example?.example)

let folder: string
const closing: Array<() => Promise<unknown>> = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await rm(folder, { recursive: true })
})

interface Options {
  readonly keys?: KeySource
  readonly handle?: (event: StoredEvent) => Promise<void>
  readonly maxBytes?: number
}

/** Starts the program of `main.ts`, and collects the handled events in a list. */
const start = async (options: Options = {}) => {
  const handled: Array<StoredEvent> = []
  const { handle = async (event) => void handled.push(event), keys = secret, ...more } = options
  const inbox = await openInbox(join(folder, "inbox"))
  const worker = startWorker(inbox, { handle, retryMillis: 20 })
  const server = createServer(receiver({ inbox, keys, onStored: worker.notify, ...more }))
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((go) => server.close(go))
    await worker.close()
  }
  closing.push(close)
  return { close, handled, inbox, url: `http://127.0.0.1:${Object(server.address() as AddressInfo).port}/` }
}

/** Returns a request with the headers and the signature of Annotary. */
const signed = (id: string, text = body, at = new Date(), signer: Webhook | Svix = new Webhook(secret)) => ({
  method: "POST",
  body: text,
  headers: {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signer.sign(id, at, text),
  },
})

const send = async (url: string, request: RequestInit) => (await fetch(url, request)).status

describe("webhooks of an engine", () => {
  it("are handled once, even after a replay", async () => {
    const lines: Array<string> = []
    await using engine = await createEngine({
      storage: memory(),
      extensions: [webhooks({ allow: ["127.0.0.0/8"] })],
    })
    await engine.users.create({ username: "ann" })
    const ann = engine.as("ann")
    await ann.users.setWebhooks(true)
    let key = secret
    let requests = 0
    const { url } = await start({
      keys: async () => {
        requests += 1
        return [key]
      },
      handle: handler((line) => void lines.push(line)),
    })
    const hooks = engine.webhooks.as("ann")
    const { endpoint } = await hooks.endpoints.create({ url })
    key = await hooks.endpoints.secret(endpoint.id)

    const { record } = await ann.datasets.create({ name: "street", category: "other", taskType: "bboxes" })
    const street = { _tag: "Id", id: record.dataset.id } as const
    const { sample } = await ann.samples.create(street, { name: "1.jpg", attributes: toJsonText({}) })
    for await (const { claim } of await ann.queue.claim(street, "labeling", { count: 1 }))
      await ann.queue.perform(claim.id, "submit", { attributes: toJsonText({ annotations: [] }) })
    await vi.waitFor(() => expect(lines).toHaveLength(3), { timeout: 10_000 })
    expect(lines.map((line) => line.slice(line.indexOf(" ") + 1)).sort()).toEqual([
      "dataset ann/street: dataset.created",
      `sample ${sample.id}: sample.created`,
      `the label of ${sample.id} is LABELED by ann`,
    ])

    const all = async () => (await hooks.deliveries.list(endpoint.id)).deliveries
    const delivered = (origin: string) =>
      vi.waitFor(
        async () =>
          expect((await all()).map((each) => `${each.origin} ${each.state}`)).toEqual(
            Array(3).fill(`${origin} delivered`),
          ),
        { timeout: 10_000 },
      )
    await delivered("live")
    for (const { id } of await all()) await hooks.deliveries.replay(id)
    await delivered("replay")
    expect(requests).toBe(6)
    expect(lines).toHaveLength(3)
  })
})

describe.each([
  ["standardwebhooks", new Webhook(secret)],
  ["svix", new Svix(secret)],
])("a request signed by %s", (_name, signer) => {
  it("is accepted, and refused if it is changed, old, or unsigned", async () => {
    const { handled, url } = await start()
    const good = signed("one", body, new Date(), signer)
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    expect(await send(url, { ...good, body: body.replace("{", "{ ") })).toBe(401)
    expect(await send(url, { ...good, headers: { ...good.headers, "webhook-id": "two" } })).toBe(401)
    expect(await send(url, signed("one", body, minutes(-6), signer))).toBe(401)
    expect(await send(url, signed("one", body, minutes(6), signer))).toBe(401)
    expect(await send(url, { method: "POST", body })).toBe(401)
    expect(handled).toEqual([])
    expect(await send(url, good)).toBe(204)
    await vi.waitFor(() => expect(handled).toEqual([{ id: "one", payload: example?.example }]))
  })
})

describe("a rotation", () => {
  /** After each step, the request is verified with the old key, the new key, or both. */
  it.each([
    ["v1", "v1"],
    ["v1", "v1a"],
    ["v1a", "v1a"],
    ["v1a", "v1"],
  ] as const)(
    "from %s to %s sends requests that the old key, the new key and both verify",
    async (from, to) => {
      await using engine = await createEngine({
        storage: memory(),
        extensions: [webhooks({ allow: ["127.0.0.0/8"] })],
      })
      await engine.users.create({ username: "ann" })
      const ann = engine.as("ann")
      await ann.users.setWebhooks(true)
      const keys: Array<string> = []
      const { handled, url } = await start({ keys: async () => keys })
      const { endpoints } = engine.webhooks.as("ann")
      const { endpoint } = await endpoints.create({ url, secretKind: from })
      const old = await endpoints.secret(endpoint.id)
      await endpoints.rotate(endpoint.id, { kind: to })
      const fresh = await endpoints.secret(endpoint.id)
      expect(fresh).not.toBe(old)
      for (const [n, known] of [[old], [fresh], [old, fresh]].entries()) {
        keys.splice(0, 2, ...known)
        await ann.datasets.create({ name: `street-${n}`, category: "other", taskType: "bboxes" })
        await vi.waitFor(() => expect(handled).toHaveLength(n + 1), { timeout: 10_000 })
      }
    },
  )
})

describe("the receiver", () => {
  it("stores one of twenty concurrent deliveries of an event", async () => {
    const { handled, url } = await start()
    const request = signed("one")
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(url, request)))
    expect(answers).toEqual(Array(20).fill(204))
    expect(await send(url, signed("last"))).toBe(204)
    await vi.waitFor(() => expect(handled.map(({ id }) => id)).toEqual(["one", "last"]))
  })

  it("recognizes stored events after a restart", async () => {
    const first = await start()
    await send(first.url, signed("one"))
    await vi.waitFor(() => expect(first.handled).toHaveLength(1))
    await first.close()
    const second = await start()
    expect(await send(second.url, signed("one"))).toBe(204)
    await send(second.url, signed("two"))
    await vi.waitFor(() => expect(second.handled.map(({ id }) => id)).toEqual(["two"]))
  })

  it("responds before it handles an event, and handles stored events after a restart", async () => {
    const first = await start({
      handle: () => Promise.reject(new Error("The program is about to be killed.")),
    })
    const errors = vi.spyOn(console, "error").mockImplementation(() => {})
    expect(await send(first.url, signed("one"))).toBe(204)
    await vi.waitFor(() => expect(errors.mock.calls.length).toBeGreaterThan(1))
    await first.close()
    errors.mockRestore()
    const second = await start()
    await vi.waitFor(() => expect(second.handled.map(({ id }) => id)).toEqual(["one"]))
  })

  it("stores the events of a batch by their own ids", async () => {
    const { handled, url } = await start()
    const batch = (...ids: ReadonlyArray<string>) =>
      JSON.stringify({ events: ids.map((id) => ({ id, payload: example?.example })) })
    await send(url, signed("batch_1", batch("one", "two")))
    await send(url, signed("batch_2", batch("two", "three")))
    await vi.waitFor(() => expect(handled.map(({ id }) => id)).toEqual(["one", "two", "three"]))
  })

  it("limits the size of bodies, and accepts only POST", async () => {
    const { handled, url } = await start({ maxBytes: 100 })
    expect(await send(url, signed("one", "x".repeat(101)))).toBe(413)
    expect(await send(url, { method: "GET" })).toBe(405)
    expect(handled).toEqual([])
  })

  it("deletes events that were handled before a given time", async () => {
    const { handled, inbox, url } = await start()
    await send(url, signed("one"))
    await vi.waitFor(() => expect(inbox.pending()).toEqual([]))
    expect(await inbox.forget(new Date(Date.now() - 60_000))).toBe(0)
    expect(await inbox.forget(new Date(Date.now() + 60_000))).toBe(1)
    await send(url, signed("one"))
    await vi.waitFor(() => expect(handled).toHaveLength(2))
  })
})

describe("the schemas of events", () => {
  it.each(eventTypes.map(({ example, type }) => [type, example]))(
    "decode the example of %s",
    (type, payload) => {
      expect(readEvent(payload)?.event_type).toBe(type)
    },
  )

  it("ignore unknown event types", async () => {
    const newer: Partial<AnnotaryEvent> = JSON.parse(body.replace("dataset.created", "dataset.painted"))
    expect(readEvent(newer)).toBeUndefined()
    const lines: Array<string> = []
    await handler((line) => void lines.push(line))({ id: "one", payload: newer })
    expect(lines).toEqual(["one: unknown event"])
  })
})
