/** The server behind Caddy and nginx of Debian, as curl uses it: TLS, addresses, large files, and what is not public. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { get } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, it } from "vitest"
import { member, textMember } from "../support/api.ts"
import { type ChildServer, ensureBuilt, startServer } from "../support/childServer.ts"
import { describeWith } from "../support/debian.ts"
import { memoryPeak, type ProxyName, proxyPlace, type RunningProxy, startProxy } from "./RunningProxy.ts"
import { until } from "./Upstream.ts"

const adminKey = `ann_proxytst_${"P".repeat(43)}`
/** More than a server or a proxy may grow by while the file passes. */
const largeBytes = 200 * 1024 * 1024
const names: ReadonlyArray<ProxyName> = ["caddy", "nginx"]

/** Reads a file and pauses after its first bytes: a server or a proxy that reads ahead has read all of it by then. Returns its size. */
const readSlowly = (url: string, authority: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    get(url, { ca: readFileSync(authority), agent: false }, (response) => {
      response.once("data", () => {
        response.pause()
        setTimeout(() => response.resume(), 2000)
      })
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on("end", () => resolve(bytes)).on("error", reject)
    }).on("error", reject)
  })

for (const name of names)
  describeWith([name], `the server behind ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-behind-"))
    const large = join(folder, "large.bin")
    let server: ChildServer
    let proxy: RunningProxy

    /** What curl prints; the address may be a path. */
    const curl = async (address: string, ...words: ReadonlyArray<string>): Promise<string> => {
      const url = address.startsWith("http") ? address : `${proxy.url}${address}`
      const { stdout } = await promisify(execFile)(
        "curl",
        [
          "-sS",
          "--path-as-is",
          "--cacert",
          proxy.authority,
          "-H",
          `Authorization: APIKey ${adminKey}`,
          ...words,
          url,
        ],
        { maxBuffer: 64 * 1024 * 1024 },
      )
      return stdout
    }
    const statusOf = (address: string, ...words: ReadonlyArray<string>) =>
      curl(address, "-o", "/dev/null", "-w", "%{http_code}", ...words)
    const json = async (address: string, body: unknown): Promise<unknown> =>
      JSON.parse(await curl(address, "--json", JSON.stringify(body)))

    beforeAll(async () => {
      await ensureBuilt()
      const place = await proxyPlace(join(folder, "proxy"))
      server = await startServer({
        ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
        ANNOTARY_DATA_DIR: join(folder, "data"),
        ANNOTARY_ADMIN_API_KEY: adminKey,
        ANNOTARY_PUBLIC_URL: place.url,
        ANNOTARY_TRUSTED_PROXIES: "127.0.0.1",
        ANNOTARY_MAX_UPLOAD: "200MiB",
        ANNOTARY_LOG: "json",
      })
      proxy = await startProxy(name, place, new URL(server.url).host)
      writeFileSync(large, "")
      truncateSync(large, largeBytes)
    }, 300_000)
    afterAll(async () => {
      await proxy?.stop()
      server?.process.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    })

    /** The line of the access log about the request with this id, once it is complete. */
    const logged = async (requestId: string): Promise<unknown> => {
      const line = () =>
        server
          .stderr()
          .split("\n")
          .find((one) => one.includes(requestId) && one.endsWith("}"))
      await until(() => line() !== undefined)
      return JSON.parse(line() ?? "")
    }

    it("answers over TLS, in HTTP/2 and HTTP/1.1, and leads plain requests there", async () => {
      for (const [option, version] of [
        ["--http2", "2"],
        ["--http1.1", "1.1"],
      ] as const)
        assert.strictEqual(await statusOf("/api_status/", option, "-w", "%{http_version}"), `${version}`)
      const place = await curl(`${proxy.plainUrl}/users/ada?x=1`, "-o", "/dev/null", "-w", "%{redirect_url}")
      assert.match(place, /^https:\/\/localhost\b.*\/users\/ada\?x=1$/)
    })

    it("sees the client's address, whatever the client says about it", async () => {
      const invented = [
        "X-Forwarded-For: 203.0.113.9",
        "X-Real-IP: 203.0.113.9",
        "Forwarded: for=203.0.113.9",
      ]
      const headers = ["X-Request-Id: who-is-it", ...invented].flatMap((header) => ["-H", header])
      assert.strictEqual(await statusOf("/api_status/", "--interface", "127.0.0.2", ...headers), "200")
      assert.strictEqual(textMember(await logged("who-is-it"), "client"), "127.0.0.2")
    })

    it("has no public health and metrics, however their addresses are written", async () => {
      for (const path of ["/healthz", "/readyz", "/metrics"]) {
        assert.strictEqual(await statusOf(`${server.url}${path}`), "200")
        const ways = [
          path,
          `${path}/`,
          `/${path}`,
          `/x/..${path}`,
          path.toUpperCase(),
          path.replace("/", "/%2E/"),
        ]
        const encoded = `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`
        for (const way of [...ways, encoded, `${encoded}/`, `${path}?a=1`, `${path};a`, `${path}%20`])
          assert.strictEqual(await statusOf(way), "404", way)
      }
    })

    it("takes 200 MB and gives them to a slow reader with little memory, and refuses more itself", async () => {
      const upload = async (file: string): Promise<readonly [string, string]> => {
        const asset = await json("/assets/", { filename: "large.bin" })
        const post = member(asset, "presignedPostFields")
        assert.isTrue(textMember(post, "url").startsWith(proxy.url))
        const fields = Object.entries(Object(member(post, "fields")))
        const form = [...fields.map(([key, value]) => `${key}=${value}`), `file=@${file}`]
        const words = form.flatMap((field) => ["-F", field])
        const answer = await curl(textMember(post, "url"), "-w", "%{http_code}", ...words)
        return [answer, textMember(asset, "url")]
      }
      const grown = [memoryPeak(server.process), memoryPeak(proxy.process)]
      const [answer, url] = await upload(large)
      assert.strictEqual(answer, "204")
      assert.strictEqual(await readSlowly(url, proxy.authority), largeBytes)
      const [ofServer = Number.NaN, ofProxy = Number.NaN] = grown.map((by) => by())
      assert.isBelow(ofServer, 150)
      assert.isBelow(ofProxy, 100)

      truncateSync(large, largeBytes + 1)
      const [refusal] = await upload(large)
      assert.match(refusal, /^\{"type":"urn:annotary:error:.*"status":413.*\}413$/)
    }, 300_000)

    it("imports lines and streams checks of them", async () => {
      const configuration = { format_version: "0.1", categories: [{ id: 1, name: "car" }] }
      const dataset = {
        name: "lines",
        category: "other",
        task_type: "vector",
        task_attributes: configuration,
      }
      await json("/user/datasets/", dataset)
      const line = (index: number) => ({
        name: `s${index}`,
        attributes: { image: { url: "https://example.com/a.png" } },
        label: { label_status: "LABELED", attributes: { annotations: [] } },
      })
      const lines = join(folder, "lines.ndjson")
      writeFileSync(
        lines,
        Array.from({ length: 3000 }, (_, index) => `${JSON.stringify(line(index))}\n`).join(""),
      )
      const type = ["-H", "Content-Type: application/x-ndjson"]
      const imported = await curl(
        "/datasets/admin/lines/samples_bulk/",
        ...type,
        "--data-binary",
        `@${lines}`,
      )
      assert.include(imported, '\n{"created":3000,"existing":0,"failed":0}\n')
      const check = await curl("/datasets/admin/lines/check/", "--compressed", "--json", "{}")
      const last: unknown = JSON.parse(check.trim().split("\n").at(-1) ?? "")
      assert.strictEqual(member(last, "type"), "summary", check.slice(-300))
    })
  })
