/** Files on other servers: what becomes of URLs that cannot be requested. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { makeAddressPolicy } from "@annotary/webhooks"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { makeRemoteFiles } from "../src/files/remoteFiles.ts"

const policy = makeAddressPolicy({ allow: ["127.0.0.0/8"] })

describe("a file on another server", () => {
  it("is opened by a URL whose query is not encoded", async () => {
    const server = createServer(({ url }, answer) => answer.end(url))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    try {
      const { port } = server.address() as AddressInfo
      const files = makeRemoteFiles({ hosts: ["127.0.0.1"], policy, maxBytes: 1000 })
      const body = await Effect.runPromise(files.openUrl(`http://127.0.0.1:${port}/a.png?x=ü b`))
      const parts: Array<Uint8Array> = []
      for await (const part of body ?? []) parts.push(part)
      assert.strictEqual(Buffer.concat(parts).toString(), "/a.png?x=%C3%BC%20b")
    } finally {
      server.close()
    }
  })

  it("may be opened at the hosts that the settings name alone", () => {
    const files = makeRemoteFiles({ hosts: ["a.example", "*.b.example"], policy, maxBytes: 1000 })
    const urls = [
      "https://a.example/x",
      "http://A.example/x",
      "https://c.b.example/x",
      "https://b.example/x",
      "x",
    ]
    assert.deepStrictEqual(urls.map(files.mayOpenUrl), [true, true, true, false, false])
    assert.isFalse(makeRemoteFiles({ hosts: [], policy, maxBytes: 1000 }).opensUrls)
  })

  it("is null where the request cannot be made", async () => {
    const broken = { ...policy, decide: () => assert.fail("The policy is broken.") }
    const files = makeRemoteFiles({ hosts: ["*"], policy: broken, maxBytes: 1000 })
    assert.isNull(await Effect.runPromise(files.openUrl("https://127.0.0.1/a.png")))
  })
})
