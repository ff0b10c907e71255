/** The agreement of a dataset: its figures, and the way to the samples that agree least. */
import { beforeAll, describe, expect, it } from "vitest"
import { makeOverlaps } from "./states/overlap.ts"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()

describe("the agreement page", { timeout: 120_000 }, () => {
  beforeAll(() => makeOverlaps(bed.server), 120_000)

  it("shows who agrees with whom and on what, and leads to the samples that agree least", async () => {
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
    // Jonas has another category in the last sample, which Ines has once more.
    const confused = page.getByRole("table", { name: "Categories that a person confuses" })
    await page.getByRole("combobox", { name: "Person", exact: true }).selectOption("jonas")
    await page.getByRole("combobox", { name: "Compared with" }).selectOption("ines")
    await confused.getByRole("row", { name: "person 1", exact: true }).waitFor()
    expect(await confused.getByRole("columnheader").allTextContents()).toEqual(["car"])
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV", exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe("overlap-people.csv")
    await takePictures(page, "agreement")
    await demandSound(visited)
    const lowest = page.getByRole("table", { name: "Samples that agree least" })
    expect(await lowest.getByRole("link", { name: "image-000" }).count()).toBe(0)
    expect(await lowest.getByRole("row").count()).toBe(1 + 5)
    await lowest.getByRole("link").first().click()
    await page.waitForURL(/\/samples\//)
    await page.getByText("image-005").first().waitFor()
  })

  it("says how many people and pairs the answer leaves out, and does not call these people strangers", async () => {
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    const figures = (await bed.server.call("GET", "/datasets/admin/overlap/agreement/")) as object
    const json = { ...figures, pairs: [], pairs_omitted: 43_850, people_omitted: 1 }
    await page.route("**/agreement/", (route) => route.fulfill({ json }))
    await page.goto(`${bed.server.origin}/console/d/admin/overlap/agreement`)
    const omissions = page.getByText(
      /One person with fewer samples is left out\. 43,850 pairs of people with/,
    )
    await omissions.first().waitFor()
    // At the matrix of people, and at the categories that a person confuses.
    expect(await omissions.count()).toBe(2)
    await page
      .getByRole("button", { name: "Download CSV: 10 most frequent of each person and pair" })
      .waitFor()
    const matrix = page.getByRole("table", { name: "Who agrees with whom" })
    expect(await matrix.getByText("no common samples").count()).toBe(0)
    expect(await matrix.getByText("few common samples or none").count()).toBeGreaterThan(0)
  })

  it("leads into the decision about a sample, whatever its place in the queue, and no further", async () => {
    const people = ["dora", "emil"]
    const keys = await Promise.all(people.map((name) => bed.server.person(name)))
    const dataset = await makeDataset(bed.server, {
      name: "deciding",
      samples: 2,
      settings: { overlap: 2 },
      collaborators: { dora: "labeler", emil: "labeler" },
    })
    for (let sample = 0; sample < 2; sample++)
      for (const [person, key] of keys.entries()) {
        const [claim] = (await bed.server.call(
          "POST",
          `/datasets/${dataset}/queue/labeling/claim/`,
          { count: 1 },
          key,
        )) as [{ claim_id: string }]
        const side = 100 - person * (10 + sample * 20)
        const points = [
          [0, 0],
          [100, side],
        ]
        const annotations = [{ id: 1, category_id: 1, type: "bbox", points }]
        const body = { attributes: { format_version: "0.1", annotations } }
        await bed.server.call("POST", `/claims/${claim.claim_id}/submit/`, body, key)
      }
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/agreement`)
    const row = page
      .getByRole("table", { name: "Samples that agree least" })
      .getByRole("row", { name: /image-001/ })
    await row.getByRole("link", { name: "Decide" }).click()
    await page.getByRole("button", { name: "Accept A" }).and(page.locator(":enabled")).waitFor()
    await page.getByRole("heading", { name: "image-001" }).waitFor()
    const address = page.url()
    await page.keyboard.press("Control+Enter")
    await page.getByRole("heading", { name: "image-000" }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe("")
    // Decided meanwhile: the page of the sample says so.
    await page.goto(address)
    await page.waitForURL(/\/samples\//)
    await page.getByText("A reviewer accepted A of 2 labels.").waitFor()
    await demandSound(visited)
    // The page for labeling has nothing to choose: people get what the queue has for them.
    await page.goto(address.replace("/review?", "/label?"))
    await page.getByText("Nothing is waiting for you").waitFor()
    await page.goto(`${bed.server.origin}/console/d/${dataset}/agreement`)
    await row.waitFor()
    expect(await row.getByRole("link", { name: "Decide" }).count()).toBe(0)
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
