/** Signing in with a browser, and what the page of the console may load. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { demandSound, signInByForm, visit } from "./support/pages.ts"
import { startServer } from "./support/server.ts"

const bed = testBed()

describe("somebody who is not signed in", () => {
  it.each(["light", "dark"] as const)(
    "meets the sign-in from the root, accessible and within its policy, in the %s scheme",
    async (scheme) => {
      const visited = await visit(bed.browser, { scheme })
      await visited.page.goto(bed.server.origin)
      await visited.page.getByRole("heading", { name: "Sign in" }).waitFor()
      await demandSound(visited)
      await visited.context.close()
    },
    60_000,
  )

  it("signs in with a key and comes to the page that was wanted", async () => {
    const visited = await visit(bed.browser)
    await signInByForm(visited, bed.server, "/account")
    await visited.page.getByRole("heading", { name: "Account" }).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("is refused with a key that does not count, in words", async () => {
    const { context, page } = await visit(bed.browser)
    await page.goto(`${bed.server.origin}/console/sign-in`)
    await page.getByLabel("API key", { exact: true }).fill("ann_wrong000_x")
    await page.getByRole("button", { name: "Sign in" }).click()
    assert.include(await page.getByRole("alert").textContent(), "not valid")
    await context.close()
  }, 60_000)

  it("reads German when the browser does", async () => {
    const { context, page } = await visit(bed.browser, { locale: "de-DE" })
    await page.goto(`${bed.server.origin}/console/`)
    await page.getByRole("heading", { name: "Anmelden" }).waitFor()
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "de")
    await context.close()
  }, 60_000)

  it("sees why a provider did not sign them in", async () => {
    const { context, page } = await visit(bed.browser)
    await page.goto(`${bed.server.origin}/console/sign-in?error=disabled`)
    assert.include(await page.getByRole("alert").textContent(), "disabled")
    await context.close()
  }, 60_000)

  it("leaves no token of a link in the address or the history", async () => {
    const { context, page } = await visit(bed.browser)
    await page.goto(`${bed.server.origin}/console/sign-in#t=${"x".repeat(43)}`)
    assert.include(await page.getByRole("alert").textContent(), "expired")
    assert.notInclude(page.url(), "x".repeat(43))
    await context.close()
  }, 60_000)
})

describe("a server with an identity provider", () => {
  it("offers it, and begins there with the page that was wanted", async () => {
    const server = await startServer({
      ANNOTARY_OPENID_ISSUER: "http://127.0.0.1:9",
      ANNOTARY_OPENID_CLIENT_ID: "console",
      ANNOTARY_OPENID_CLIENT_SECRET: "not a secret",
    })
    try {
      const visited = await visit(bed.browser)
      const { page } = visited
      await page.goto(`${server.origin}/console/account`)
      const link = page.getByRole("link", { name: "Sign in with your organization" })
      assert.strictEqual(
        await link.getAttribute("href"),
        `/console/openid/start?return=${encodeURIComponent("/console/account")}`,
      )
      await demandSound(visited)
      await page.goto(`${bed.server.origin}/console/account`)
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      assert.strictEqual(await link.count(), 0)
      await visited.context.close()
    } finally {
      await server.stop()
    }
  }, 60_000)
})

describe("the link that a server prints at its first start", () => {
  it("signs its admin in once, and is refused when it is opened again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-link-"))
    const { link, stop } = await firstStart(folder)
    try {
      const first = await visit(bed.browser)
      await first.page.goto(link)
      await first.page.getByRole("heading", { name: "Datasets" }).waitFor()
      assert.notInclude(first.page.url(), "#t=")
      await first.context.close()
      const second = await visit(bed.browser)
      await second.page.goto(link)
      assert.include(await second.page.getByRole("alert").textContent(), "expired")
      await second.context.close()
    } finally {
      stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)
})

/** `annotary serve` on a new database at a terminal, made by util-linux: the link is printed at one alone. */
const firstStart = async (folder: string): Promise<{ readonly link: string; readonly stop: () => void }> => {
  const main = join(import.meta.dirname, "../../../server/bin/annotary.js")
  const terminal = spawn("script", ["-qefc", `${process.execPath} ${main} serve --port 0`, "/dev/null"], {
    env: {
      PATH: process.env.PATH,
      ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
      ANNOTARY_DATA_DIR: folder,
      ANNOTARY_CONSOLE: "on",
    },
  })
  let printed = ""
  const link = await new Promise<string>((resolve, reject) => {
    terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      const found = /http:\S+#t=[\w-]{43}(?=\s)/.exec(printed)?.[0]
      if (found !== undefined) resolve(found)
    })
    terminal.once("exit", () => reject(new Error(`The server has ended: ${printed}`)))
  })
  // Ctrl-C, which the terminal sends to the server.
  return { link, stop: () => void terminal.stdin.write("\u0003") }
}
