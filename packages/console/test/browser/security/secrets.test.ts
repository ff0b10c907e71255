/** What is stored where: no key and no session is readable in the database of the server or in the storage of the browser. */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startBrowser } from "../support/browser.ts"
import { signIn, visit } from "../support/pages.ts"
import { adminKey, startServer, type TestServer } from "../support/server.ts"

let folder: string
let server: TestServer
let browser: Browser
let settings: Readonly<Record<string, string>>

const command = join(import.meta.dirname, "../../../../server/bin/annotary.js")

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-secrets-"))
  settings = { ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}` }
  server = await startServer(settings)
  browser = await startBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Every byte that the server has written: the database with its journal. */
const stored = async (): Promise<Buffer> =>
  Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))))

/** Everything that the browser keeps for the console, and what its page shows. */
const kept = async (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const drafts = await Promise.all(
      databases.map(
        ({ name = "" }) =>
          new Promise((resolve) => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => {
              const { result } = opening
              const tables = [...result.objectStoreNames]
              if (tables.length === 0) return resolve([])
              const reading = result
                .transaction(tables)
                .objectStore(tables[0] ?? "")
                .getAll()
              reading.onsuccess = () => resolve(reading.result)
            }
          }),
      ),
    )
    const caches_ = "caches" in globalThis ? await caches.keys() : []
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      drafts,
      caches_,
      document.documentElement.outerHTML,
      location.href,
      document.cookie,
      history.state,
    ])
  })

const sessionIn = async (context: BrowserContext): Promise<string> => {
  const cookies = await context.cookies()
  const cookie = cookies.find(({ name }) => name.includes("annotary"))
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Strict", path: "/" })
  return cookie?.value ?? ""
}

describe("after somebody signed in and made a key", { timeout: 120_000 }, () => {
  it("neither the database nor the browser holds a key, a session or the token of a link", async () => {
    const visited = await visit(browser)
    const { context, page } = visited
    await signIn(visited, server)
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("training job")
    await page.getByRole("button", { name: "Create key" }).click()
    const made = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    await page.getByLabel("I have stored it").check()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("cell", { name: "training job" }).waitFor()
    const session = await sessionIn(context)

    const { stdout } = await promisify(execFile)(process.execPath, [command, "token", "admin"], {
      env: { ...process.env, ...settings, ANNOTARY_PUBLIC_URL: server.origin },
    })
    const link = stdout.trim()
    const token = new URL(link).hash.replace("#t=", "")
    const linked = await visit(browser)
    await linked.page.goto(link)
    await linked.page.getByRole("heading", { name: "Datasets" }).waitFor()
    const second = await sessionIn(linked.context)

    const secrets = [adminKey, made, session, token, second]
    // The part of a key that is no name of it.
    const parts = secrets.map((secret) => secret.replace(/^ann_[^_]+_/, ""))
    for (const part of parts) expect(part.length).toBeGreaterThanOrEqual(32)
    const bytes = await stored()
    expect(bytes.includes("training job")).toBe(true)
    for (const part of parts) {
      expect(bytes.includes(part)).toBe(false)
      expect(bytes.includes(Buffer.from(part, "base64url"))).toBe(false)
    }
    for (const one of [page, linked.page]) {
      const text = await kept(one)
      for (const part of parts) expect(text).not.toContain(part)
    }
  })
})
