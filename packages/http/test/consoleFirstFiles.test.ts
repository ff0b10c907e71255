/** What the page of the console names for a browser to load at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { webHandler } from "../src/index.ts"
import { makeWorld, type World } from "./support/world.ts"

const list = {
  pages: [
    { path: "list", search: "view=json", files: ["assets/editor.js"], areas: [], calls: [] },
    { path: "list", files: ["assets/list.js"], areas: [], calls: [] },
    { path: "sign-in", files: ["assets/sign-in.js"], areas: ["signIn"], calls: [] },
    {
      path: "account",
      files: ["assets/page.css", "assets/account.js"],
      areas: ["account"],
      calls: ["/user"],
    },
    { path: "d/$owner/$dataset/", files: [], areas: [], calls: ["/datasets/$owner/$dataset/"] },
    { path: "d/$owner/new/", files: ["assets/other.js"], areas: [], calls: [] },
  ],
  words: {
    en: { account: ["assets/account-en.js"], signIn: ["assets/signIn-en.js"] },
    de: { account: ["assets/account-de.js"], signIn: ["assets/signIn-de.js"] },
  },
  fonts: ["assets/sans.woff2"],
}

let world: World
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "annotary-site-"))
  writeFileSync(join(folder, "index.html"), '<head><meta name="annotary-areas" content="__AREAS__"></head>')
  writeFileSync(join(folder, "pages.json"), JSON.stringify(list))
  world = await makeWorld({})
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const signedIn = { cookie: "other=1; annotary=secret" }

const page = async (path: string, headers: Record<string, string> = signedIn, basePath?: string) => {
  const handler = webHandler(world.engine, { console: { files: folder }, basePath })
  const answer = await handler(
    new Request(`http://127.0.0.1:4280${path}`, { headers: { host: "127.0.0.1:4280", ...headers } }),
  )
  const html = await answer.text()
  const links = [...html.matchAll(/<link rel="(\w+)"(?: as="(\w+)")? crossorigin href="([^"]*)"/g)]
  return {
    html,
    files: links.flatMap(([, rel, as, href]) => (as === undefined ? [`${rel} ${href}`] : [])),
    calls: links.flatMap(([, , as, href = ""]) => (as === "fetch" ? [href] : [])),
    fonts: links.flatMap(([, , as, href = ""]) => (as === "font" ? [href] : [])),
  }
}

describe("the first files of a page", () => {
  it("are its styles, scripts, words, calls and the font, where the host has mounted the console", async () => {
    const { calls, files, fonts, html } = await page("/api/console/account", signedIn, "/api")
    assert.deepStrictEqual(files, [
      "stylesheet /api/console/assets/page.css",
      "modulepreload /api/console/assets/account.js",
      "modulepreload /api/console/assets/account-en.js",
    ])
    assert.deepStrictEqual(calls, ["/api/user"])
    assert.deepStrictEqual(fonts, ["/api/console/assets/sans.woff2"])
    assert.include(html, 'name="annotary-areas" content="account"')
  })

  it("have the nonce of the policy", async () => {
    const { html } = await page("/console/account")
    assert.match(html, /account\.js" nonce="[\w-]{22}">/)
  })

  it("are words in the language that the browser prefers of those that there are", async () => {
    const german = await page("/console/account", {
      ...signedIn,
      "accept-language": "fr-FR, de;q=0.8, en;q=0.5",
    })
    assert.include(german.files, "modulepreload /console/assets/account-de.js")
    const unknown = await page("/console/account", {
      ...signedIn,
      "accept-language": "__proto__,constructor",
    })
    assert.include(unknown.files, "modulepreload /console/assets/account-en.js")
  })

  it("are those of the sign-in for somebody without a session", async () => {
    for (const headers of [{}, { cookie: "annotary-sign-in=1; xannotary=2" }]) {
      const { calls, files } = await page("/console/account", headers)
      assert.deepStrictEqual(files, [
        "modulepreload /console/assets/sign-in.js",
        "modulepreload /console/assets/signIn-en.js",
      ])
      assert.deepStrictEqual(calls, [])
    }
  })

  it("depend on the search where a page does", async () => {
    assert.deepStrictEqual((await page("/console/list?a=1&view=json")).files, [
      "modulepreload /console/assets/editor.js",
    ])
    assert.deepStrictEqual((await page("/console/list?view=jsonish")).files, [
      "modulepreload /console/assets/list.js",
    ])
  })

  it("carry the parameters of the path, with or without a slash at its end", async () => {
    for (const path of ["/console/d/acme/street", "/console/d/acme/street/"])
      assert.deepStrictEqual((await page(path)).calls, ["/datasets/acme/street/"])
    assert.deepStrictEqual((await page("/console/d/acme/new")).calls, [])
  })

  it("name nothing of an address with characters that lead elsewhere, or of an unknown page", async () => {
    for (const name of ["..%2F..", "%2e%2e", "a%22%3E", "a:b", "...", "%3Cscript%3E"]) {
      const { calls, html } = await page(`/console/d/acme/${name}`)
      assert.deepStrictEqual(calls, [], name)
      assert.notInclude(html, name)
    }
    assert.deepStrictEqual((await page("/console/nowhere")).files, [])
  })

  it("are not a file that a browser may read", async () => {
    const { html } = await page("/console/pages.json")
    assert.include(html, "<head>")
    assert.notInclude(html, "view=json")
  })
})
