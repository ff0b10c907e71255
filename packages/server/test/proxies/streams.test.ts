/** What passes a proxy as it comes: each test writes the next part only after the other side has received the one before. */
import { mkdtempSync, rmSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { describeWith } from "../support/debian.ts"
import { converse, type HttpVersion } from "./conversation.ts"
import { filesIn, type ProxyName, proxyPlace, type RunningProxy, startProxy } from "./RunningProxy.ts"
import { startUpstream, type Upstream, until } from "./Upstream.ts"

/** Whether the next process takes more, within half a second. */
const drained = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 500)
    response.once("drain", () => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** In MB. */
const mostParts = 200

const names: ReadonlyArray<ProxyName> = ["caddy", "nginx"]
const versions: ReadonlyArray<HttpVersion> = ["HTTP/1.1", "HTTP/2"]

for (const name of names)
  describeWith([name], `${name} with the file of deploy/proxy`, () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-proxy-"))
    let upstream: Upstream
    let proxy: RunningProxy
    beforeAll(async () => {
      upstream = await startUpstream()
      proxy = await startProxy(name, await proxyPlace(folder), upstream.address)
    })
    afterAll(async () => {
      await proxy?.stop()
      await upstream?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    describe.each(versions)("over %s", (version) => {
      const path = (what: string) => `/${what}/${version.replace("/", "")}`

      it("passes each line of a response on when it is written", async () => {
        const client = converse(proxy, version, path("lines"))
        client.endBody()
        const { response } = await upstream.received(path("lines"))
        response.writeHead(200, { "content-type": "application/x-ndjson" })
        for (const line of ['{"line":1}\n', '{"line":2}\n']) {
          response.write(line)
          await until(() => client.text().endsWith(line) || client.failure() !== undefined)
          assert.isUndefined(client.failure())
          assert.isFalse(client.hasEnded())
        }
        response.end()
        await until(client.hasEnded)
        assert.strictEqual(client.text(), '{"line":1}\n{"line":2}\n')
      })

      it("passes each part of a body on when it is sent, and stores none", async () => {
        const before = filesIn(folder)
        const client = converse(proxy, version, path("parts"))
        const part = "x".repeat(100_000)
        client.send(part)
        const { bytes, response } = await upstream.received(path("parts"))
        await until(() => bytes() === part.length)
        client.send(part)
        await until(() => bytes() === 2 * part.length)
        assert.deepStrictEqual(filesIn(folder), before)
        client.endBody()
        response.end("done")
        await until(client.hasEnded)
        assert.strictEqual(client.text(), "done")
      })

      it("makes the server wait for a client that reads slowly", async () => {
        const client = converse(proxy, version, path("slow"))
        client.endBody()
        const { response } = await upstream.received(path("slow"))
        response.write("first\n")
        await until(() => client.text() === "first\n")
        client.pause()
        const part = Buffer.alloc(1024 * 1024, "x")
        let sent = 0
        let stands = false
        while (sent < mostParts && !stands) {
          const taken = response.write(part) || (await drained(response))
          sent += 1
          stands = !taken
        }
        // The sockets of three processes take some megabytes; a proxy that stores the response takes all of it.
        assert.isTrue(stands)
        client.resume()
        response.end("last")
        await until(client.hasEnded)
        assert.isTrue(client.text().endsWith("last"))
      })
    })
  })
