/** The sink against a real NATS server. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SinkEvent } from "@annotary/core"
import {
  addNatsStream,
  type NatsServer,
  readNatsStream,
  startNatsServer,
} from "@annotary/test-support/brokers/nats"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeNatsSink } from "../src/index.ts"

const { signal } = new AbortController()

const makeEvent = (id: string, type = "sample.created", key = "01J0DATASET"): SinkEvent => ({
  id,
  type,
  key,
  attributes: {
    specversion: "1.0",
    id,
    source: "/datasets/ada/cats/",
    type,
    time: "2026-11-30T12:00:00.000000Z",
    datacontenttype: "application/json",
  },
  data: JSON.stringify({ event_type: type, text: "Ünïcode" }),
})

let server: NatsServer

beforeAll(async () => {
  server = await startNatsServer()
})
afterAll(async () => {
  await server.stop()
})

const addStream = (name: string) => addNatsStream(server.url, name, name)
const readStream = (name: string) => readNatsStream(server.url, name)

describe("the sink of NATS", () => {
  it("stores each event once, in order, with its id, its subject and the headers of CloudEvents", async () => {
    await addStream("once")
    const sink = makeNatsSink({ servers: [server.url], subject: "once" })
    const events = [
      makeEvent("e1"),
      makeEvent("e2", "label.updated"),
      makeEvent("e3", "endpoint.failing", "a.da *>"),
    ]
    await sink.publish(events.slice(0, 2), signal)
    await sink.publish(events, signal)
    await sink.close?.()
    const messages = await readStream("once")
    assert.deepStrictEqual(
      messages.map(({ subject }) => subject),
      ["once.sample.created.01J0DATASET", "once.label.updated.01J0DATASET", "once.endpoint.failing.a_da___"],
    )
    const [first] = messages
    assert.strictEqual(first?.string(), events[0]?.data)
    assert.deepStrictEqual(
      ["Nats-Msg-Id", "ce-specversion", "ce-id", "ce-source", "ce-type", "ce-time", "content-type"].map(
        (name) => first?.header.get(name),
      ),
      [
        "e1",
        "1.0",
        "e1",
        "/datasets/ada/cats/",
        "sample.created",
        "2026-11-30T12:00:00.000000Z",
        "application/json",
      ],
    )
  })

  it("rejects while no stream has the subject, and stores the events once there is one", async () => {
    const sink = makeNatsSink({ servers: [server.url], subject: "late", timeoutMillis: 1000 })
    await sink.publish([makeEvent("f1")], signal).then(
      () => assert.fail("it was stored nowhere"),
      (error) =>
        assert.include(String(error), "Event f1 was not stored under late.sample.created.01J0DATASET"),
    )
    await addStream("late")
    await sink.publish([makeEvent("f1")], signal)
    await sink.close?.()
    assert.lengthOf(await readStream("late"), 1)
  })

  it("rejects while the server is away, and connects again by itself", async () => {
    await addStream("away")
    const sink = makeNatsSink({ servers: [server.url], subject: "away", timeoutMillis: 500 })
    await server.kill()
    const fails = () =>
      sink.publish([makeEvent("g1")], signal).then(
        () => assert.fail("nobody is there"),
        () => undefined,
      )
    // Before the first connection, and after it.
    await fails()
    await server.start()
    await sink.publish([makeEvent("g1")], signal)
    await server.kill()
    await fails()
    await server.start()
    for (let i = 0; i < 50; i++) {
      const isStored = await sink.publish([makeEvent("g2")], signal).then(
        () => true,
        () => false,
      )
      if (isStored) break
    }
    await sink.close?.()
    const ids = (await readStream("away")).map(({ header }) => header.get("Nats-Msg-Id"))
    assert.deepStrictEqual([...new Set(ids)], ["g1", "g2"])
  })

  it("signs in with the user and the password of its URL", async () => {
    const closed = await startNatsServer(["--user", "ann", "--pass", "p:ss/wörd"])
    const withLogin = (login: string) => closed.url.replace("nats://", `nats://${login}@`)
    const own = withLogin(`ann:${encodeURIComponent("p:ss/wörd")}`)
    try {
      await addNatsStream(closed.url, "login", "login", { user: "ann", pass: "p:ss/wörd" })
      for (const [url, isWelcome] of [
        [own, true],
        [withLogin("ann:wrong"), false],
        [closed.url, false],
      ] as const) {
        const sink = makeNatsSink({ servers: [url], subject: "login", timeoutMillis: 2000 })
        const answer = await sink.publish([makeEvent("i1")], signal).then(
          () => "stored",
          (error) => String(error),
        )
        await sink.close?.()
        if (isWelcome) assert.strictEqual(answer, "stored")
        else assert.match(answer, /authorization/i)
      }
    } finally {
      await closed.stop()
    }
  })

  it("refuses a server without TLS where its URL demands it", async () => {
    await addStream("plain")
    const sink = makeNatsSink({
      servers: [server.url.replace("nats://", "tls://")],
      subject: "plain",
      timeoutMillis: 2000,
    })
    await sink.publish([makeEvent("j1")], signal).then(
      () => assert.fail("it was sent without TLS"),
      () => undefined,
    )
    await sink.close?.()
    assert.lengthOf(await readStream("plain"), 0)
  })

  it("publishes over TLS to a server whose authority is in a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-tls-"))
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")]
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    const files = ["-keyout", key, "-out", certificate]
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...names, ...files],
      {
        stdio: "ignore",
      },
    )
    const safe = await startNatsServer(["--tls", "--tlscert", certificate, "--tlskey", key])
    try {
      const url = safe.url.replace("nats://127.0.0.1", "tls://localhost")
      await addNatsStream(url.replace("tls://", ""), "safe", "safe", { tls: { caFile: certificate } })
      const sink = makeNatsSink({ servers: [url], subject: "safe", authorityFile: certificate })
      await sink.publish([makeEvent("k1")], signal)
      await sink.close?.()
      const stranger = makeNatsSink({ servers: [url], subject: "safe", timeoutMillis: 2000 })
      await stranger.publish([makeEvent("k2")], signal).then(
        () => assert.fail("nobody has signed the certificate"),
        () => undefined,
      )
      await stranger.close?.()
    } finally {
      await safe.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("stops between two events when the attempt has ended", async () => {
    await addStream("ended")
    const sink = makeNatsSink({ servers: [server.url], subject: "ended" })
    const ended = new AbortController()
    ended.abort()
    await sink.publish([makeEvent("h1")], ended.signal).then(
      () => assert.fail("the attempt had ended"),
      (error) => assert.strictEqual(error.name, "AbortError"),
    )
    await sink.close?.()
    assert.lengthOf(await readStream("ended"), 0)
  })
})
