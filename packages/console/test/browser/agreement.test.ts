/** The agreement of a dataset: its figures, and the way to the samples that agree least. */
import { describe, expect, it } from "vitest"
import { makeOverlaps } from "./states/overlap.ts"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()

describe("the agreement page", { timeout: 120_000 }, () => {
  it("shows who agrees with whom and on what, and leads to the samples that agree least", async () => {
    await makeOverlaps(bed.server)
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/admin/overlap`)
    await page.getByRole("link", { name: "Agreement" }).click()
    await page.getByText("From 6 samples that several people labeled.").waitFor()
    const matrix = page.getByRole("table", { name: "Who agrees with whom" })
    const cells = await matrix
      .getByRole("row", { name: /^ines 0/ })
      .getByRole("cell")
      .allTextContents()
    // Boxes of 160 pixels that are 4 pixels apart, then 8, … 20, half of which have another color; in the last sample one of two has another category.
    expect(cells.slice(0, 2)).toEqual(["", "0.64"])
    await page
      .getByText(/^Two people chose the same category, or no object, in [\d.]+% of all pairs\./)
      .waitFor()
    await page.getByRole("columnheader", { name: "Equal pairs" }).waitFor()
    await page.getByRole("row", { name: /^color car 6 0\.50/ }).waitFor()
    await takePictures(page, "agreement")
    await demandSound(visited)
    const lowest = page.getByRole("table", { name: "Samples that agree least" })
    expect(await lowest.getByRole("link", { name: "image-000" }).count()).toBe(0)
    expect(await lowest.getByRole("row").count()).toBe(1 + 5)
    await lowest.getByRole("link").first().click()
    await page.waitForURL(/\/samples\//)
    await page.getByText("image-005").first().waitFor()
  })

  it("says that all compared samples agree where none is listed", async () => {
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    const record = await bed.server.call("GET", "/datasets/admin/overlap/agreement/")
    await page.route("**/datasets/admin/overlap/agreement/", (route) =>
      route.fulfill({ json: { ...Object(record), lowest: [] } }),
    )
    await page.goto(`${bed.server.origin}/console/d/admin/overlap/agreement`)
    await page.getByText("All compared samples agree fully.").waitFor()
    await demandSound(visited)
  })

  it("says where the number of people is set while there is nothing to compare", async () => {
    const dataset = await makeDataset(bed.server, { name: "alone", samples: 1, collaborators: {} })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/agreement`)
    await page.getByText("No sample has been labeled by several people yet.").waitFor()
    await demandSound(visited)
    await page.getByRole("link", { name: "Set how many people label each sample" }).click()
    await page.getByLabel("People who label each new sample").waitFor()
  })

  it("is offered to those who see who works on what", async () => {
    const key = await bed.server.person("lina")
    const dataset = await makeDataset(bed.server, {
      name: "hidden",
      samples: 1,
      collaborators: { lina: "reviewer" },
    })
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}`)
    await page.getByRole("link", { name: "Quality" }).waitFor()
    expect(await page.getByRole("link", { name: "Agreement" }).count()).toBe(0)
  })
})
