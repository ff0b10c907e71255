/** Where the workbench has no sample to show, it has a way back: nobody ends in front of a message. */
import { assert, describe, it } from "vitest"
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

  it("shows the work of the day and the queues that still wait", async () => {
    const dataset = await makeDataset(bed.server, { name: "last", samples: 1, collaborators: {} })
    await makeDataset(bed.server, { name: "rest", samples: 2, collaborators: {} })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await page.getByRole("button", { name: "Submit" }).click()
    await page.getByText("Nothing is waiting for you").waitFor()
    await page.getByText("Today: 1 sample labeled").waitFor()
    const queues = page.getByRole("region", { name: "Other queues" })
    await queues.getByRole("link", { name: "admin/rest: 2 samples to label" }).waitFor()
    assert.deepStrictEqual(
      (await queues.getByRole("link").allTextContents())[0],
      "admin/last: 1 label to review",
    )
    await demandSound(visited)
    const shots = process.env.ANNOTARY_PICTURES
    if (shots !== undefined) await page.screenshot({ path: `${shots}/empty-queue.png` })
    await queues.getByRole("link", { name: "admin/rest: 2 samples to label" }).click()
    await page.getByText("image-000").first().waitFor()
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
