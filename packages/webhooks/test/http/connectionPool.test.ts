/** Connections that are kept: for how long they are used, and what one that is new knows of the one before. */
import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Resolver } from "../../src/ssrf/resolveChecked.ts"
import { answering, ok, receiver } from "../support/receivers.ts"
import { requestTo, senderOf, smallLimits } from "../support/sending.ts"

const listening = (act: (socket: Socket, connection: number) => void) =>
  Effect.acquireRelease(
    Effect.promise(() => receiver(act)),
    ({ close }) => Effect.promise(close),
  )
const sending = (options: Parameters<typeof senderOf>[0]) =>
  Effect.acquireRelease(senderOf(options), ({ close }) => Effect.sync(close))

describe("a connection that is kept", () => {
  it.scopedLive("and closed by the receiver leaves nothing to the next one, however much came on it", () =>
    Effect.gen(function* () {
      const body = "x".repeat(15_000)
      const long = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      const last = 20
      const target = yield* listening((socket) => {
        answering(long)(socket)
        let requests = 0
        socket.on("data", (bytes: Buffer) => {
          requests += bytes.toString("latin1").split("POST /hook").length - 1
          if (requests === last) setTimeout(() => socket.end(), 20)
        })
      })
      // The second lookup takes longer than it is between two looks at what came.
      let lookups = 0
      const resolver: Resolver = async () => {
        lookups += 1
        if (lookups > 1) await new Promise((next) => setTimeout(next, 500))
        return ["127.0.0.1"]
      }
      const sender = yield* sending({ resolver })
      const send = sender.send(requestTo(`http://hooks.example.com:${target.port}/hook`))
      for (let at = 0; at < last; at++) assert.strictEqual((yield* send).status, 200)
      assert.strictEqual(target.connections(), 1)
      yield* Effect.sleep(100)
      const result = yield* send
      assert.deepStrictEqual([result.status, result.error, lookups], [200, null, 2])
    }),
  )

  it.scopedLive(
    "is given up after a while, also when it is never idle: its name may lead elsewhere by now",
    () =>
      Effect.gen(function* () {
        const old = yield* listening(answering(ok))
        let lookups = 0
        const resolver: Resolver = async () => {
          lookups += 1
          return ["127.0.0.1"]
        }
        const sender = yield* sending({ resolver, limits: { ...smallLimits, lifeMillis: 200 } })
        const send = sender.send(requestTo(`http://hooks.example.com:${old.port}/hook`))
        const began = performance.now()
        while (performance.now() - began < 700) {
          assert.strictEqual((yield* send).status, 200)
          yield* Effect.sleep(10)
        }
        assert.isAtLeast(lookups, 3)
        assert.isAtMost(lookups, 5)
        assert.strictEqual(old.connections(), lookups)
      }),
  )
})
