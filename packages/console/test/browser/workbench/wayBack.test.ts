/** Where the workbench has no sample to show, it has a way back: nobody ends in front of a message. */
import { describe, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()

describe("the workbench without a sample", { timeout: 60_000 }, () => {
  it.each(["label", "review"])("leads from an empty queue to the start page: %s", async (queue) => {
    const dataset = await makeDataset(bed.server, { name: queue, samples: 0, collaborators: {} })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/${queue}`)
    await page.getByText("Nothing is waiting for you").waitFor()
    await demandSound(visited)
    await page.getByRole("link", { name: "Annotary" }).click()
    await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor()
  })

  it("leads from a sample that cannot be read to the samples", async () => {
    const dataset = await makeDataset(bed.server, { name: "unread", samples: 1, collaborators: {} })
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.route("**/samples/*/?labelset=*", (route) =>
      route.fulfill({ status: 403, contentType: "application/problem+json", body: "{}" }),
    )
    await page.goto(`${bed.server.origin}/console/d/${dataset}/samples`)
    await page.getByRole("link", { name: "image-000" }).click()
    await page.getByRole("alert").waitFor()
    await page.getByRole("link", { name: "Samples" }).click()
    await page.getByRole("heading", { level: 1, name: `Samples of ${dataset}` }).waitFor()
  })
})
