/** The list of datasets: what it shows, and its ways into the queues. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"

const bed = testBed()

describe("the list of datasets", () => {
  it("is empty with two ways to a first dataset, then shows a dataset with its queues, in both schemes, also on a phone", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, "/datasets")
    await page.getByText("You have no datasets yet").waitFor()
    assert.include(await page.locator("pre").innerText(), `${bed.server.origin}/user/datasets/`)
    await demandSound(visited)
    await bed.server.call("POST", "/user/datasets/", {
      name: "street",
      category: "street_scenery",
      task_type: "bboxes",
    })
    await page.reload()
    const row = page.getByRole("row", { name: /admin\/street/ })
    assert.match(await row.innerText(), /Bounding boxes\s+0\s+Owner/)
    await demandSound(visited)
    await row.getByRole("link", { name: "Label in admin/street" }).click()
    await page.waitForURL(`${bed.server.origin}/console/d/admin/street/label`)
    await visited.context.close()

    const dark = await visit(bed.browser, { scheme: "dark", size: "phone" })
    await signIn(dark, bed.server, "/datasets")
    await dark.page.getByRole("row", { name: /admin\/street/ }).waitFor()
    await demandSound(dark)
    const label = dark.page.getByRole("link", { name: "Label in admin/street" })
    const box = await label.boundingBox()
    assert.isTrue(box !== null && box.x > 0 && box.x + box.width <= 390, JSON.stringify(box))
    // Where it was found, it is pressed: nothing may cover it.
    await label.click()
    await dark.page.waitForURL(`${bed.server.origin}/console/d/admin/street/label`)
    await dark.context.close()
  }, 60_000)

  it("is filtered by name, owner and role, in an address that can be sent", async () => {
    const key = await bed.server.person("fil")
    for (const name of ["apple", "pear"])
      await bed.server.call("POST", "/user/datasets/", { name, category: "fruit", task_type: "bboxes" }, key)
    await bed.server.call("POST", "/user/datasets/", {
      name: "pine",
      category: "fruit",
      task_type: "bboxes",
    })
    await bed.server.call("POST", "/datasets/admin/pine/collaborators/", { user: "fil", role: "reviewer" })
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, "/datasets", key)
    const names = async () => page.getByRole("link", { name: /^(fil|admin)\/\w+$/ }).allInnerTexts()
    const pine = page.getByRole("link", { name: "admin/pine", exact: true })
    await pine.waitFor()
    await page.getByLabel("Your role").selectOption("owner")
    await pine.waitFor({ state: "detached" })
    assert.deepStrictEqual(await names(), ["fil/pear", "fil/apple"])
    await page.getByLabel("Name contains").fill("PEA")
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "fil/apple", exact: true }).waitFor({ state: "detached" })
    await page.waitForURL(/q=PEA/)
    await demandSound(visited)
    await page.reload()
    await page.getByRole("link", { name: "fil/pear", exact: true }).waitFor()
    assert.strictEqual(await page.getByLabel("Name contains").inputValue(), "PEA")
    await page.getByLabel("Owner").fill("admin")
    await page.keyboard.press("Enter")
    await page.getByText("No datasets match these filters.").waitFor()
    await demandSound(visited)
    await page.getByRole("button", { name: "Clear filters" }).click()
    await pine.waitFor()
    assert.lengthOf(await names(), 3)
    await visited.context.close()
  }, 60_000)
})
