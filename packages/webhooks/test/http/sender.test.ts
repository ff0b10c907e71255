import { createServer as createSecureServer } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { SenderOptions, SendResult } from "../../src/http/Sender.ts"
import type { Resolver } from "../../src/ssrf/resolveChecked.ts"
import { expired, good, key, otherName } from "../support/certificates.ts"
import { answering, ok, receiver } from "../support/receivers.ts"
import { requestTo, senderOf, smallLimits } from "../support/sending.ts"

const listening = (...given: Parameters<typeof receiver>) =>
  Effect.acquireRelease(
    Effect.promise(() => receiver(...given)),
    ({ close }) => Effect.promise(close),
  )
const sending = (options: Parameters<typeof senderOf>[0] = {}) =>
  Effect.acquireRelease(senderOf(options), ({ close }) => Effect.sync(close))
const told = ({ error, status }: SendResult) => error?.code ?? status
const soon = (holds: () => boolean) =>
  Effect.promise(async () => {
    for (let waited = 0; waited < 3000 && !holds(); waited += 5)
      await new Promise((next) => setTimeout(next, 5))
    assert.isTrue(holds())
  })

describe("a request", () => {
  it.scopedLive("is a POST of exactly these bytes, with its headers, and asks for no packing", () =>
    Effect.gen(function* () {
      const target = yield* listening(answering(ok))
      const sender = yield* sending()
      const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
      const result = yield* sender.send(requestTo(`${target.url}?x=1#part`, { body, headers: ["x-a", "b"] }))
      assert.deepStrictEqual(result, {
        status: 200,
        retryAfter: undefined,
        error: null,
        responseHeaders: [{ name: "content-length", value: "2" }],
        responseBody: "ok",
        responseCut: false,
      })
      const [head = "", sent] = target.received().split("\r\n\r\n")
      assert.match(head, /^POST \/hook\?x=1 HTTP\/1\.1\r\n/)
      for (const line of [
        `host: 127.0.0.1:${target.port}`,
        "content-type: application/json",
        "accept-encoding: identity",
        "user-agent: annotary-test",
        "content-length: 4",
        "x-a: b",
      ])
        assert.include(head.toLowerCase(), line)
      assert.strictEqual(sent, body.toString("latin1"))
    }),
  )

  it.scopedLive("tells the answer's headers, and no more of them than is kept", () =>
    Effect.gen(function* () {
      const lines = ["X-Request-Id: 7", "set-cookie: a=1", "set-cookie: b=2", "__proto__: odd"]
      const many = Array.from({ length: 100 }, (_, n) => `x-${n}: ${"y".repeat(100)}`)
      const head = (all: ReadonlyArray<string>) =>
        `HTTP/1.1 200 OK\r\n${all.join("\r\n")}\r\ncontent-length: 0\r\n\r\n`
      const few = yield* listening(answering(head(lines)))
      const full = yield* listening(answering(head(many)))
      const sender = yield* sending()
      const { responseHeaders } = yield* sender.send(requestTo(few.url))
      assert.deepStrictEqual(responseHeaders, [
        { name: "x-request-id", value: "7" },
        { name: "set-cookie", value: "a=1" },
        { name: "set-cookie", value: "b=2" },
        { name: "__proto__", value: "odd" },
        { name: "content-length", value: "0" },
      ])
      const kept = (yield* sender.send(requestTo(full.url))).responseHeaders ?? []
      const bytes = kept.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
      assert.isTrue(bytes > 3900 && bytes <= 4096, String(bytes))
    }),
  )

  it.scopedLive("uses the endpoint's connection again, and nobody else's", () =>
    Effect.gen(function* () {
      const target = yield* listening(answering(ok))
      const sender = yield* sending()
      for (let i = 0; i < 5; i++) yield* sender.send(requestTo(target.url))
      assert.strictEqual(target.connections(), 1)
      yield* sender.send(requestTo(target.url, { endpoint: "another" }))
      assert.strictEqual(target.connections(), 2)
      yield* Effect.all(
        Array.from({ length: 6 }, () => sender.send(requestTo(target.url))),
        { concurrency: "unbounded" },
      )
      assert.isAtMost(target.connections(), 7)
    }),
  )

  it.scopedLive(
    "finds a fresh connection when the kept one was closed meanwhile, and that is no failure",
    () =>
      Effect.gen(function* () {
        const closing = yield* listening(
          answering("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n", false),
        )
        const rude = yield* listening(answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", false))
        const sender = yield* sending()
        for (const target of [closing, rude]) {
          for (let i = 1; i <= 4; i++) {
            assert.strictEqual(told(yield* sender.send(requestTo(target.url))), 200)
            yield* soon(() => target.open() === 0)
          }
          assert.strictEqual(target.connections(), 4)
        }
      }),
  )

  it.scopedLive("closes a connection that nobody uses any more", () =>
    Effect.gen(function* () {
      const target = yield* listening(answering(ok))
      const sender = yield* sending({ limits: { ...smallLimits, idleMillis: 100 } })
      yield* sender.send(requestTo(target.url))
      assert.strictEqual(target.open(), 1)
      yield* soon(() => target.open() === 0)
      yield* soon(() => sender.connections() === 0)
    }),
  )

  it.scopedLive("that is interrupted takes its socket with it, wherever it is", () =>
    Effect.gen(function* () {
      const silent = yield* listening(() => {})
      const slow: Resolver = () => new Promise(() => {})
      const sender = yield* sending({
        resolver: slow,
        limits: { ...smallLimits, totalMillis: 60_000, connectMillis: 60_000 },
      })
      const answer = yield* Effect.fork(sender.send(requestTo(silent.url)))
      yield* soon(() => silent.received() !== "")
      yield* Fiber.interrupt(answer)
      yield* soon(() => silent.open() === 0)
      const lookup = yield* Effect.fork(sender.send(requestTo("https://hooks.example.com/")))
      yield* Effect.sleep(20)
      yield* Fiber.interrupt(lookup)
      assert.strictEqual(sender.connections(), 0)
    }),
  )

  it.scopedLive("ignores the proxies of the environment", () =>
    Effect.gen(function* () {
      const proxy = yield* listening(answering(ok))
      const target = yield* listening(answering(ok))
      const names = [
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "NODE_USE_ENV_PROXY",
      ]
      const url = `http://127.0.0.1:${proxy.port}`
      for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : url
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => names.forEach((name) => void delete process.env[name])),
      )
      const sender = yield* sending()
      assert.strictEqual(told(yield* sender.send(requestTo(target.url))), 200)
      assert.strictEqual(proxy.connections(), 0)
    }),
  )
})

describe("over TLS", () => {
  const name: Resolver = async () => ["127.0.0.1"]
  const secure = (cert: string, options: Partial<SenderOptions>) =>
    Effect.gen(function* () {
      const target = yield* listening(answering(ok), { server: createSecureServer({ cert, key }) })
      const sender = yield* sending({ resolver: name, ...options })
      const result = yield* sender.send(requestTo(`https://hooks.example.com:${target.port}/hook`))
      yield* sender.send(requestTo(`https://hooks.example.com:${target.port}/hook`))
      sender.close()
      yield* soon(() => target.open() === 0)
      return { received: target.received(), told: told(result) }
    })

  it.scopedLive("a certificate that is trusted, valid and for the name is accepted", () =>
    Effect.gen(function* () {
      const { received, told } = yield* secure(good, { ca: good })
      assert.strictEqual(told, 200)
      assert.include(received.toLowerCase(), "\r\nhost: hooks.example.com:")
    }),
  )

  it.scopedLive.each([
    { what: "one signed by itself", cert: good, ca: otherName },
    { what: "an expired one", cert: expired, ca: expired },
    { what: "one for another name", cert: otherName, ca: otherName },
  ])("$what is not, whatever the environment says, and nothing is sent", ({ ca, cert }) =>
    Effect.gen(function* () {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED),
      )
      assert.deepStrictEqual(yield* secure(cert, { ca }), { told: "tls", received: "" })
    }),
  )

  it.scopedLive("a handshake that never ends, and one with somebody who speaks no TLS, end in time", () =>
    Effect.gen(function* () {
      const silent = yield* listening(() => {})
      const plain = yield* listening((socket) => void socket.write("220 mail.example.com ESMTP\r\n"))
      const sender = yield* sending({ resolver: name })
      const began = performance.now()
      assert.strictEqual(
        told(yield* sender.send(requestTo(`https://hooks.example.com:${silent.port}/`))),
        "timeout",
      )
      assert.isBelow(performance.now() - began, smallLimits.totalMillis + 10_000)
      assert.strictEqual(
        told(yield* sender.send(requestTo(`https://hooks.example.com:${plain.port}/`))),
        "tls",
      )
      yield* soon(() => silent.open() + plain.open() === 0)
    }),
  )
})
