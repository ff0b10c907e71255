/** The issues of a dataset: their filters in the address, and the way to their place. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

describe("the issues page", () => {
  it("filters in its address, and leads to the place of an issue", async () => {
    const { browser, server } = bed
    const dataset = await makeDataset(server, { name: "street", samples: 1, collaborators: {} })
    const samples = await server.call("GET", `/datasets/${dataset}/samples/`)
    const [sample] = samples as ReadonlyArray<{ readonly uuid: string }>
    const make = (description: string, anchor: object | null) =>
      server.call("POST", `/samples/${sample?.uuid}/issues/`, { description, anchor })
    await make("Is this <b>red</b>?", {
      type: "location",
      location: { type: "2d", x: 200, y: 150 },
      frame: 0,
    })
    const closed = await make("Too dark", null)
    assert.isObject(closed)
    const { uuid } = closed as { readonly uuid: string }
    await server.call("PATCH", `/issues/${uuid}/`, { status: "CLOSED" })

    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/d/${dataset}/issues`)
    const row = page.getByRole("row", { name: /Is this <b>red<\/b>\?/ })
    await row.getByText("Point, frame 1").waitFor()
    assert.strictEqual(await page.getByText("Too dark").count(), 0)
    await demandSound(visited)
    await page.getByText("Closed", { exact: true }).click()
    await page.getByRole("cell", { name: "Too dark" }).waitFor()
    assert.include(page.url(), "status=closed")
    await page.getByLabel("Text contains").fill("nothing like it")
    await page.getByLabel("Text contains").press("Enter")
    await page.getByText("No issues match the filters").waitFor()
    await page.goto(`${server.origin}/console/d/${dataset}/issues`)
    await row.getByRole("link", { name: "Point, frame 1: show in image-000" }).click()
    const pin = page.getByRole("button", { name: "Issue: Is this <b>red</b>?" })
    await pin.waitFor()
    await page.waitForFunction(
      () => document.querySelector("[aria-pressed=true][aria-label^=Issue]") !== null,
    )
    await visited.context.close()

    const dark = await signedIn(browser, server, adminKey, { scheme: "dark", size: "phone" })
    await dark.page.goto(`${server.origin}/console/d/${dataset}/issues?status=all`)
    await dark.page.getByRole("cell", { name: "Too dark" }).waitFor()
    await demandSound(dark)
    await dark.context.close()
  }, 60_000)
})
