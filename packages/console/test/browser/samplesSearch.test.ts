/** The table of samples, searched by a condition. */
import { assert, beforeAll, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signIn, visit } from "./support/pages.ts"
import { takePicture } from "./support/takePictures.ts"

const bed = testBed()

beforeAll(async () => {
  const { server } = bed
  await server.call("POST", "/user/datasets/", { name: "street", category: "other", task_type: "vector" })
  await server.call(
    "POST",
    "/datasets/admin/street/samples_bulk/",
    Array.from({ length: 30 }, (_, index) => ({
      name: `${index % 2 === 0 ? "left" : "right"}-${String(index).padStart(2, "0")}`,
      attributes: { image: { url: server.image(`${index}`) } },
      metadata: { city: index < 10 ? "Ulm" : "Bonn" },
    })),
  )
}, 120_000)

describe("the table of samples", () => {
  it("finds by a search in its address, and shows what is wrong with one", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, "/d/admin/street/samples")
    await page.getByText("30 samples", { exact: true }).waitFor()
    const field = page.getByRole("textbox", { name: "Search", exact: true })
    await field.fill("city = Ulm and not name:left")
    await field.press("Enter")
    await page.getByText("5 samples", { exact: true }).waitFor()
    assert.include(new URL(page.url()).searchParams.get("q") ?? "", "city = Ulm")
    await page.reload()
    await page.getByText("5 samples", { exact: true }).waitFor()
    assert.strictEqual(await field.inputValue(), "city = Ulm and not name:left")
    await takePicture(page, "samples-search")
    await field.fill("town = Ulm")
    await field.press("Enter")
    await page.getByText("names town, which is not a field").waitFor()
    assert.strictEqual(await page.getByRole("table").count(), 0)
    await takePicture(page, "samples-search-refused")
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page.getByText("30 samples", { exact: true }).waitFor()
    assert.strictEqual(await field.inputValue(), "")
    await visited.context.close()
  }, 60_000)
})
