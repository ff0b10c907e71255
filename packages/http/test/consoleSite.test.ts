/** The console's page and files beside the API. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { webHandler } from "../src/index.ts"
import { makeWorld, type World } from "./support/world.ts"

const script = "console.log('console')\n"
const host = { host: "127.0.0.1:4280" }

let world: World
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "annotary-site-"))
  mkdirSync(join(folder, "assets"))
  mkdirSync(join(folder, ".vite"))
  writeFileSync(join(folder, ".vite/manifest.json"), "{}")
  writeFileSync(
    join(folder, "index.html"),
    '<meta name="annotary-base" content="__BASE__"><meta name="annotary-accounts" content="__ACCOUNTS__"><style nonce="__NONCE__"></style>',
  )
  writeFileSync(join(folder, "assets/index-abc.js"), script)
  writeFileSync(join(folder, "assets/index-abc.js.br"), "brotli")
  writeFileSync(join(folder, "assets/index-abc.js.gz"), "gzip")
  writeFileSync(join(folder, "assets/inter-abc.woff2"), "font")
  writeFileSync(join(folder, "assets/lazWorker-abc.js"), script)
  world = await makeWorld({})
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const handlerAt = (basePath?: string) =>
  webHandler(world.engine, { console: { files: folder, assetOrigins: ["https://bucket.example"] }, basePath })

const get = (path: string, headers: Record<string, string> = {}, basePath?: string, method = "GET") =>
  handlerAt(basePath)(
    new Request(`http://127.0.0.1:4280${path}`, {
      method,
      headers: { ...host, ...headers },
      redirect: "manual",
    }),
  )

const html = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" }

describe("the page of the console", () => {
  it("is at every address below /console/ that is no address of the API", async () => {
    for (const path of ["/console/", "/console/account", "/console/d/acme/cars/samples?status=LABELED"]) {
      const answer = await get(path)
      assert.strictEqual(answer.status, 200, path)
      assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
      assert.include(await answer.text(), 'content="/console/"')
    }
    assert.strictEqual((await get("/console/session")).status, 401)
  })

  it("says for whom an invitation creates an account, where the host says it", async () => {
    assert.include(await (await get("/console/")).text(), 'name="annotary-accounts" content=""')
    const handle = webHandler(world.engine, { console: { files: folder, newAccounts: "nobody" } })
    const answer = await handle(new Request("http://127.0.0.1:4280/console/", { headers: host }))
    assert.include(await answer.text(), 'name="annotary-accounts" content="nobody"')
  })

  it("names the path at which the host has mounted it", async () => {
    const answer = await get("/label/console/account", {}, "/label")
    assert.include(await answer.text(), 'content="/label/console/"')
  })

  it("allows the styles of its own nonce and no other, and never the same twice", async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await get("/console/")
        const nonce = /nonce-([\w-]{22})'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1]
        assert.include(await answer.text(), `nonce="${nonce}"`)
        return nonce
      }),
    )
    assert.notStrictEqual(nonces[0], nonces[1])
  })

  it("is kept by nobody, and may not be framed, referred to or shared", async () => {
    const { headers } = await get("/console/")
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
    assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin")
    assert.strictEqual(headers.get("cross-origin-resource-policy"), "same-origin")
    const policy = headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'; script-src 'self';")
    assert.include(policy, "frame-ancestors 'none'")
    assert.include(policy, "img-src 'self' data: blob: https://bucket.example;")
    assert.notInclude(policy, "unsafe")
  })
})

describe("the files of the console", () => {
  const file = "/console/assets/index-abc.js"

  it("are kept for ever, because their names change with them", async () => {
    const answer = await get(file)
    assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.strictEqual(answer.headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.strictEqual(await answer.text(), script)
  })

  it("have no policy of their own, but for the worker whose decoder is WebAssembly", async () => {
    assert.isNull((await get(file)).headers.get("content-security-policy"))
    const policy = (await get("/console/assets/lazWorker-abc.js")).headers.get("content-security-policy")
    assert.strictEqual(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")
  })

  it("are sent as they were compressed, with what the client accepts", async () => {
    const sent = async (accepted: string) => {
      const { headers, text } = await get(file, { "accept-encoding": accepted }).then(async (answer) => ({
        headers: answer.headers,
        text: await answer.text(),
      }))
      return [headers.get("content-encoding"), text, headers.get("vary")?.includes("Accept-Encoding")]
    }
    assert.deepStrictEqual(await sent("gzip, deflate, br, zstd"), ["br", "brotli", true])
    assert.deepStrictEqual(await sent("gzip"), ["gzip", "gzip", true])
    assert.deepStrictEqual(await sent("br;q=0, gzip"), ["gzip", "gzip", true])
    assert.deepStrictEqual(await sent("identity"), [null, script, true])
  })

  it("without a compressed twin are sent as they are", async () => {
    const answer = await get("/console/assets/inter-abc.woff2", { "accept-encoding": "br" })
    assert.isNull(answer.headers.get("content-encoding"))
    assert.strictEqual(await answer.text(), "font")
  })

  it("of another version are missing, instead of the page in their place", async () => {
    const answer = await get("/console/assets/index-old.js")
    assert.strictEqual(answer.status, 404)
    assert.include(answer.headers.get("content-type"), "json")
  })

  it("are only those of the site: no manifest, no file beside the folder", async () => {
    for (const path of [
      "/console/.vite/manifest.json",
      "/console/assets/..%2f..%2fetc%2fpasswd",
      "/console/%2e%2e/x",
    ])
      assert.notInclude([script, "{}"], await (await get(path)).text(), path)
  })
})

describe("the addresses beside the console", () => {
  it("lead a browser from the root to the console, and tell programs what they were told before", async () => {
    const browser = await get("/", html)
    assert.deepStrictEqual([browser.status, browser.headers.get("location")], [303, "/console/"])
    assert.include(browser.headers.get("vary"), "Accept")
    for (const accept of ["*/*", "application/json"])
      assert.strictEqual((await get("/", { accept })).status, 404)
    assert.strictEqual((await get("/", html, undefined, "POST")).status, 404)
  })

  it("lead below the host's own path", async () => {
    const answer = await get("/label", html, "/label")
    assert.strictEqual(answer.headers.get("location"), "/label/console/")
    assert.strictEqual((await get("/label/console", {}, "/label")).headers.get("location"), "/label/console/")
  })

  it("never turn into the page, whatever a browser accepts", async () => {
    const answer = await get("/unknown", html)
    assert.strictEqual(answer.status, 404)
    assert.include(answer.headers.get("content-type"), "json")
  })

  it("answer to no other method", async () => {
    const answer = await get("/console/account", {}, undefined, "POST")
    assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"])
  })

  it("send a head without a body", async () => {
    const answer = await get("/console/", {}, undefined, "HEAD")
    assert.strictEqual(await answer.text(), "")
    assert.isAbove(Number(answer.headers.get("content-length")), 50)
  })

  it("say that the console is missing where its files are not installed", async () => {
    const bare = webHandler(world.engine, { console: { files: join(folder, "nothing") } })
    const answer = await bare(new Request("http://127.0.0.1:4280/console/", { headers: host }))
    const body: unknown = await answer.json()
    assert.strictEqual(answer.status, 404)
    assert.include(body, { code: "console_missing" })
  })

  it("are not there while the console is off", async () => {
    const off = webHandler(world.engine, {})
    const answer = await off(new Request("http://127.0.0.1:4280/console/", { headers: host }))
    assert.include(await answer.json(), { code: "not_found" })
  })
})
