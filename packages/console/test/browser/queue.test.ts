/** The queue page: the order, the open claims, and why nothing comes next. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

describe("the queue page", () => {
  it("shows what comes next, who holds a claim, and gives it back", async () => {
    const { browser, server } = bed
    const jane = await server.person("jane")
    const dataset = await makeDataset(server, {
      name: "street",
      samples: 2,
      collaborators: { jane: "labeler" },
    })
    const claim = `/datasets/${dataset}/queue/labeling/claim/`
    await server.call("POST", claim, { count: 1 }, jane)

    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/d/${dataset}/queue`)
    await page.getByRole("status").getByText("image-001").waitFor()
    const row = page.getByRole("row", { name: /image-000/ })
    assert.include(await row.innerText(), "jane")
    assert.match(await row.innerText(), /in \d+ minutes/)
    await demandSound(visited)
    await page.getByLabel("Person").selectOption("jane")
    await page.getByText("Already claimed by this person; they continue with it.").waitFor()
    assert.include(page.url(), "user=jane")
    await row.getByRole("button", { name: "Release image-000" }).click()
    await page.getByText("No open claims.").waitFor()
    assert.deepStrictEqual(await server.call("GET", `/datasets/${dataset}/claims/`), [])
    await page.getByText("Nobody has worked in this period.").waitFor()
    await visited.context.close()
  }, 60_000)

  it("says why nothing comes next, and counts the work", async () => {
    const { browser, server } = bed
    const mia = await server.person("mia")
    const dataset = await makeDataset(server, {
      name: "full",
      samples: 1,
      collaborators: { mia: "labeler" },
    })
    await server.call("POST", `/datasets/${dataset}/queue/labeling/claim/`, { count: 1 })
    const visited = await signedIn(browser, server, mia, { scheme: "dark", size: "phone" })
    const { page } = visited
    await page.goto(`${server.origin}/console/d/${dataset}/queue`)
    await page.getByText("Samples are claimed by others.").waitFor()
    await page.getByText("You have no open claims.").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/queue-dark-phone.png`, fullPage: true })
    await page.getByText("Reviewing").click()
    await page.getByText("This person cannot work in this queue.").waitFor()
    await visited.context.close()

    const manager = await signedIn(browser, server, adminKey)
    const [held] = await server
      .call("GET", "/claims/")
      .then((found) => found as ReadonlyArray<{ claim_id: string }>)
    await server.call("POST", `/claims/${held?.claim_id}/submit/`, {
      time: 65_000,
      inactive_time: 0,
      attributes: { format_version: "0.1", annotations: [] },
    })
    await manager.page.goto(`${server.origin}/console/d/${dataset}/queue?queue=reviewing`)
    const work = manager.page.getByRole("row", { name: /admin Labeling/ })
    await work.waitFor()
    assert.match(await work.innerText(), /1\s+0\s+0\s+0\s+0 \/ 0 \/ 0\s+–\s+\d+ sec\s+0 sec/)
    await demandSound(manager)
    if (shots !== undefined) await manager.page.screenshot({ path: `${shots}/queue-light-wide.png` })
    await manager.context.close()
  }, 60_000)

  it("is not found by somebody who may not see the dataset", async () => {
    const { browser, server } = bed
    const stranger = await server.person("stranger")
    await makeDataset(server, { name: "hidden", samples: 1, collaborators: {} })
    const { context, page } = await signedIn(browser, server, stranger)
    await page.goto(`${server.origin}/console/d/admin/hidden/queue`)
    await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor()
    await context.close()
  }, 60_000)
})
