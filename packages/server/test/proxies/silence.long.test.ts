/** The proxies end nothing that stands still for a while: the server has the limits for that. The usual limit of proxies is a minute. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert } from "vitest"
import { itWith } from "../support/debian.ts"
import { converse, type HttpVersion } from "./conversation.ts"
import { type ProxyName, proxyPlace, type RunningProxy, startProxy } from "./RunningProxy.ts"
import { startUpstream, type Upstream, until } from "./Upstream.ts"

const silenceMillis = 70_000
const folder = mkdtempSync(join(tmpdir(), "annotary-silence-"))
/** Also after a test that has run out of time. */
const started: Array<{ readonly stop: () => Promise<void> }> = []
afterAll(async () => {
  for (const one of started) await one.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Setting {
  readonly proxy: RunningProxy
  readonly upstream: Upstream
  readonly version: HttpVersion
}

type Case = (setting: Setting, path: string) => Promise<string>

/** Each returns the response. */
const cases: Readonly<Record<string, Case>> = {
  "before a response": async ({ proxy, upstream, version }, path) => {
    const client = converse(proxy, version, path)
    client.endBody()
    const { response } = await upstream.received(path)
    await sleep(silenceMillis)
    response.end("done")
    await until(() => client.hasEnded() || client.failure() !== undefined)
    return client.text()
  },
  "within a response": async ({ proxy, upstream, version }, path) => {
    const client = converse(proxy, version, path)
    client.endBody()
    const { response } = await upstream.received(path)
    response.write("do")
    await sleep(silenceMillis)
    response.end("ne")
    await until(() => client.hasEnded() || client.failure() !== undefined)
    return client.text()
  },
  "within a body": async ({ proxy, upstream, version }, path) => {
    const client = converse(proxy, version, path)
    client.send("x")
    const { request, response } = await upstream.received(path)
    await sleep(silenceMillis)
    client.send("x")
    client.endBody()
    request.on("end", () => response.end("done"))
    await until(() => client.hasEnded() || client.failure() !== undefined)
    return client.text()
  },
  "of a client that does not read": async ({ proxy, upstream, version }, path) => {
    const client = converse(proxy, version, path)
    client.endBody()
    const { response } = await upstream.received(path)
    response.write("d")
    await until(() => client.text() !== "")
    client.pause()
    const middle = "x".repeat(50 * 1024 * 1024)
    response.end(`o${middle}ne`)
    await sleep(silenceMillis)
    client.resume()
    await until(() => client.hasEnded() || client.failure() !== undefined)
    return client.text().replace(middle, "")
  },
}

const allCases = async (name: ProxyName): Promise<void> => {
  const upstream = await startUpstream()
  started.push(upstream)
  const proxy = await startProxy(name, await proxyPlace(join(folder, name)), upstream.address)
  started.push(proxy)
  const versions: ReadonlyArray<HttpVersion> = ["HTTP/1.1", "HTTP/2"]
  const answers = versions.flatMap((version) =>
    Object.entries(cases).map(async ([what, run]) => {
      const path = `/${encodeURIComponent(what)}/${version.replace("/", "")}`
      assert.strictEqual(await run({ proxy, upstream, version }, path), "done", `${name} ${version} ${what}`)
    }),
  )
  await Promise.all(answers)
}

// Together, because they only wait.
itWith(
  ["caddy", "nginx"],
  "Caddy and nginx wait for more than a minute: for the server, for a body and for a reader",
  async () => {
    await Promise.all([allCases("caddy"), allCases("nginx")])
  },
  180_000,
)
