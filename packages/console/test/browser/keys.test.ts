/** Keys of pages, the command palette, the list of keys, and what the header and the account page show besides. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

describe("the keys of pages", () => {
  it("go to the areas, but not from a field or after a while", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/account`)
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor()
    await page.keyboard.press("g")
    await page.keyboard.press("w")
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor()
    await page.keyboard.press("g")
    await page.waitForTimeout(1_700)
    await page.keyboard.press("d")
    await page.waitForTimeout(300)
    assert.include(page.url(), "/webhooks")
    await page.keyboard.press("g")
    await page.keyboard.press("d")
    await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor()
    await page.goto(`${server.origin}/console/admin/users`)
    await page.getByRole("row", { name: /Site admin/ }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("gd")
    assert.strictEqual(await page.getByLabel("Name or e-mail").inputValue(), "gd")
    assert.include(page.url(), "/admin/users")
    await visited.context.close()
  }, 60_000)

  it("walk through the rows of a list, select one and open it", async () => {
    const { browser, server } = bed
    for (const name of ["walk-a", "walk-b", "walk-c"])
      await makeDataset(server, { name, samples: 1, collaborators: {} })
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/datasets`)
    await page.getByRole("link", { name: "admin/walk-a", exact: true }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (const key of ["j", "j", "j", "j", "k"]) await page.keyboard.press(key)
    assert.strictEqual(await focused(), "admin/walk-b")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "admin/walk-b" }).waitFor()
    await visited.context.close()
  }, 60_000)

  it.each(["light", "dark"] as const)(
    "are listed by a question mark and on the account page, with other sets and conflicts, in the %s scheme",
    async (scheme) => {
      const { browser, server } = bed
      const visited = await signedIn(browser, server, adminKey, { scheme })
      const { page } = visited
      await page.goto(`${server.origin}/console/datasets`)
      await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor()
      await page.keyboard.press("?")
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" })
      await dialog.getByText("Go to webhooks").waitFor()
      assert.strictEqual(await dialog.getByText("Polygon").count(), 0)
      await demandSound(visited)
      if (shots !== undefined) await page.screenshot({ path: `${shots}/keys-${scheme}.png` })
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })

      await page.goto(`${server.origin}/console/account`)
      await page.getByRole("link", { name: "Keyboard shortcuts" }).click()
      await page.getByRole("heading", { level: 1, name: "Keyboard shortcuts" }).waitFor()
      const polygon = page.getByRole("region", { name: "Drawing" }).getByRole("row", { name: /^Polygon/ })
      assert.include(await polygon.innerText(), "P")
      await page.getByLabel("Change the shortcut for: Polygon", { exact: true }).click()
      await page.keyboard.press("b")
      await page.getByRole("alert").getByText("B: Box, Polygon").waitFor()
      await demandSound(visited)
      if (shots !== undefined)
        await page.screenshot({ path: `${shots}/shortcuts-${scheme}.png`, fullPage: true })
      await page.getByRole("button", { name: "Reset changes" }).click()
      await page.getByRole("alert").waitFor({ state: "detached" })

      await page.getByLabel("Change the shortcut for: Go to webhooks").click()
      await page.keyboard.press("F2")
      await page.reload()
      await page.getByRole("row", { name: /Go to webhooks\s*F2/ }).waitFor()
      await page.keyboard.press("F2")
      await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor()
      await visited.context.close()
    },
    60_000,
  )
})

describe("the command palette", () => {
  it.each(["light", "dark"] as const)(
    "leads to datasets, their pages and the areas by the keyboard alone, in the %s scheme",
    async (scheme) => {
      const { browser, server } = bed
      await makeDataset(server, { name: `palette-${scheme}`, samples: 1, collaborators: {} })
      const visited = await signedIn(browser, server, adminKey, { scheme })
      const { page } = visited
      await page.goto(`${server.origin}/console/account`)
      await page.getByRole("heading", { level: 1, name: "Account" }).waitFor()
      await page.keyboard.press("Control+k")
      const search = page.getByPlaceholder("Search for datasets, pages and actions")
      const focused = page.locator("input:focus").and(search)
      await focused.waitFor()
      await page.getByRole("button", { name: "Administration" }).waitFor()
      await demandSound(visited)
      if (shots !== undefined) await page.screenshot({ path: `${shots}/palette-${scheme}.png` })
      await page.keyboard.type(`palette-${scheme}`)
      await page.getByRole("button", { name: `admin/palette-${scheme}` }).waitFor()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { level: 1, name: `admin/palette-${scheme}` }).waitFor()
      await search.waitFor({ state: "detached" })
      await page.keyboard.press("Control+k")
      await focused.waitFor()
      await page.keyboard.type("queue")
      await page.getByRole("button", { name: /^Queue/ }).waitFor()
      await page.keyboard.press("Enter")
      await page.waitForURL(`**/d/admin/palette-${scheme}/queue`)
      await search.waitFor({ state: "detached" })
      await page.keyboard.press("Control+k")
      await focused.waitFor()
      await page.keyboard.type("no such thing at all")
      await page.getByText("No results").waitFor()
      await page.keyboard.press("Escape")
      await search.waitFor({ state: "detached" })
      await page.getByRole("heading", { level: 1 }).waitFor()
      await demandSound(visited)
      await visited.context.close()
    },
    60_000,
  )

  it("shows nobody what they may not use", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, await server.person("simple"))
    const { page } = visited
    await page.goto(`${server.origin}/console/datasets`)
    await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("button", { name: "Webhooks" }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Administration" }).count(), 0)
    await visited.context.close()
  }, 60_000)
})

describe("the header", () => {
  it("shows the open claims with the time left, and leads back to one", async () => {
    const { browser, server } = bed
    const lena = await server.person("lena")
    const dataset = await makeDataset(server, {
      name: "claimed",
      samples: 1,
      collaborators: { lena: "labeler" },
    })
    const visited = await signedIn(browser, server, lena)
    const { page } = visited
    await page.goto(`${server.origin}/console/datasets`)
    await page.getByRole("link", { name: dataset, exact: true }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: /claim/ }).count(), 0)
    await server.call("POST", `/datasets/${dataset}/queue/labeling/claim/`, { count: 1 }, lena)
    await page.reload()
    await page.getByRole("button", { name: /^1 claim · \d+ (min|hr)$/ }).click()
    const item = page.getByRole("link", { name: /image-000 in admin\/claimed/ })
    await item.waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/claims.png` })
    await item.click()
    await page.waitForURL(`**/d/${dataset}/label`)
    await visited.context.close()
  }, 60_000)
})

describe("the profile", () => {
  it("changes and removes the e-mail address, and shows why the server refuses one", async () => {
    const { browser, server } = bed
    const key = await server.person("mailed")
    const visited = await signedIn(browser, server, key, { scheme: "dark", size: "phone" })
    const { page } = visited
    await page.goto(`${server.origin}/console/account`)
    await page.getByRole("button", { name: "Change e-mail address" }).click()
    await page.getByRole("textbox", { name: "E-mail" }).fill("x".repeat(400))
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByRole("alert").waitFor()
    await demandSound(visited)
    await page.getByRole("textbox", { name: "E-mail" }).fill("mailed@example.org")
    await page.keyboard.press("Enter")
    await page.getByText("mailed@example.org").waitFor()
    await page.getByRole("button", { name: "Change e-mail address" }).click()
    await page.getByRole("textbox", { name: "E-mail" }).fill("")
    await page.keyboard.press("Enter")
    await page.getByText("mailed@example.org").waitFor({ state: "detached" })
    assert.deepInclude(await server.call("GET", "/user", undefined, key), { email: null })
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)
})
