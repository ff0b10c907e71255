/** The grid of samples: pictures of any number of samples, by keys and by mouse. */
import { assert, beforeAll, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"

const bed = testBed()

beforeAll(async () => {
  const { server } = bed
  await server.call("POST", "/user/datasets/", { name: "large", category: "other", task_type: "vector" })
  await server.call(
    "POST",
    "/datasets/admin/large/samples_bulk/",
    Array.from({ length: 2000 }, (_, index) => ({
      name: `frame-${String(index).padStart(5, "0")}`,
      attributes: { image: { url: server.image(`${index}`) } },
    })),
  )
}, 120_000)

describe("the grid of samples", () => {
  it("has pictures of any number of samples, walks with arrows, selects, and is there again after a reload", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await signIn(visited, bed.server, "/account")
    await page.goto(`${bed.server.origin}/console/d/admin/large/samples`)
    await page.getByRole("row", { name: /frame-00000/ }).waitFor()
    await page.getByText("Grid", { exact: true }).click()
    const tile = (number: string) => page.getByRole("article", { name: `frame-${number}`, exact: true })
    await tile("00000").locator("img").waitFor()
    assert.strictEqual(await tile("00000").getAttribute("aria-setsize"), "2000")
    const focused = () => page.evaluate(() => document.activeElement?.closest("article")?.ariaLabel)
    await tile("00000").getByRole("link").focus()
    await page.keyboard.press("ArrowRight")
    await page.waitForFunction(() => document.activeElement?.closest("article")?.ariaLabel === "frame-00001")
    await page.keyboard.press("ArrowDown")
    await page.waitForFunction(() => document.activeElement?.closest("article")?.ariaLabel !== "frame-00001")
    await page.keyboard.press("ArrowUp")
    await page.waitForFunction(() => document.activeElement?.closest("article")?.ariaLabel === "frame-00001")
    await page.keyboard.press("ArrowLeft")
    await page.waitForFunction(() => document.activeElement?.closest("article")?.ariaLabel === "frame-00000")
    // There is none before the first.
    await page.keyboard.press("ArrowLeft")
    assert.strictEqual(await focused(), "frame-00000")
    await tile("00002").getByRole("checkbox").check()
    await page.getByText("1 sample selected").waitFor()
    await demandSound(visited)
    const scroller = page.getByRole("region", { name: "Samples", exact: true })
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await tile("01999").waitFor()
    await page.getByRole("combobox", { name: "Order" }).selectOption("Name, Z to A")
    await page.waitForURL(/sort=-name/)
    await page.reload()
    // Where somebody was is restored.
    await tile("00000").waitFor()
    await scroller.evaluate((element) => element.scrollTo(0, 0))
    await tile("01999").waitFor()
    assert.strictEqual(await tile("01999").getAttribute("aria-posinset"), "1")
    await tile("01999").getByRole("link").press("Enter")
    await page.waitForURL(/\/samples\/[0-9a-f-]{36}/)
    await visited.context.close()
  }, 60_000)
})
