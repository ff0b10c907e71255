/** The list of datasets: what it shows, and its ways into the queues. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"

const bed = testBed()

describe("the list of datasets", () => {
  it("is empty with two ways to a first dataset, then shows a dataset with its queues, in both schemes", async () => {
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
    assert.match(await row.innerText(), /bboxes\s+0\s+Owner/)
    await demandSound(visited)
    await row.getByRole("link", { name: "Label in admin/street" }).click()
    await page.waitForURL(`${bed.server.origin}/console/d/admin/street/label`)
    await visited.context.close()

    const dark = await visit(bed.browser, { scheme: "dark", size: "phone" })
    await signIn(dark, bed.server, "/datasets")
    await dark.page.getByRole("row", { name: /admin\/street/ }).waitFor()
    await demandSound(dark)
    await dark.context.close()
  }, 60_000)
})
