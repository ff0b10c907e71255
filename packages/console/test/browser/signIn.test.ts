/** Signing in with a browser, and what the page of the console may load. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"
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
    await signIn(visited, bed.server, "/account")
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
