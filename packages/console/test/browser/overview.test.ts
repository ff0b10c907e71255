/** The overview of a dataset: its readme, figures that lead to samples, the work on it, and what each role sees of it. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

/** Claims and ends work on as many samples. */
const work = async (
  name: string,
  queue: "labeling" | "reviewing",
  actions: ReadonlyArray<"submit" | "accept" | "reject">,
  key: string,
) => {
  for (const action of actions) {
    const claims = await bed.server.call("POST", `/datasets/admin/${name}/queue/${queue}/claim/`, {}, key)
    const [claim] = Array.isArray(claims) ? claims : []
    await bed.server.call(
      "POST",
      `/claims/${claim.claim_id}/${action}/`,
      action === "submit" ? { attributes: { format_version: "0.1", annotations: [] }, time: 65_000 } : {},
      key,
    )
  }
}

describe("the overview", () => {
  it("shows readme, progress, work, people and releases, and leads to the samples of a state", async () => {
    const { server } = bed
    const [ann, rob] = [await server.person("ann"), await server.person("rob")]
    await makeDataset(server, {
      name: "town",
      samples: 8,
      collaborators: { ann: "labeler", rob: "reviewer" },
      settings: { readme: "# Rules\n\nLabel **every** car.", description: "Streets of a town" },
    })
    await work("town", "labeling", ["submit", "submit", "submit", "submit"], ann)
    await work("town", "reviewing", ["accept", "reject"], rob)
    await server.call("POST", "/datasets/admin/town/queue/labeling/claim/", {}, ann)
    await server.call("POST", "/datasets/admin/town/releases/", { name: "v1.0" })
    const visited = await signedIn(bed.browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/d/admin/town`)
    await page.getByText("Streets of a town").waitFor()
    await page.getByRole("heading", { level: 3, name: "Rules" }).waitFor()
    await page.locator("canvas").waitFor()
    await page.getByText("v1.0").waitFor()
    if (shots !== undefined) await page.screenshot({ path: `${shots}/overview.png`, fullPage: true })
    const people = page.getByRole("table", { name: /^People/ })
    await people.getByRole("row", { name: /^ann 4 0/ }).waitFor()
    await people.getByRole("row", { name: /^rob 0 2/ }).waitFor()
    const finished = page.getByRole("table", { name: "Finished work" })
    assert.match((await finished.locator("tbody tr").textContent()) ?? "", /42$/)
    const queues = page.locator("section").filter({ has: page.getByRole("heading", { name: "Queues" }) })
    assert.match(
      (await queues.textContent()) ?? "",
      /Waiting for labeling5.*Waiting for review2.*Open claims1/,
    )
    await demandSound(visited)
    await page.getByRole("link", { name: "Rejected 1" }).click()
    await page.waitForURL(/samples\?.*REJECTED/)
    await page.goBack()
    await page.getByRole("link", { name: "Edit" }).click()
    await page.getByRole("textbox", { name: "Readme" }).waitFor()
    await visited.context.close()

    const dark = await signedIn(bed.browser, server, adminKey, {
      scheme: "dark",
      size: "phone",
      locale: "de-DE",
    })
    await dark.page.goto(`${server.origin}/console/d/admin/town`)
    await dark.page.getByRole("heading", { name: "Fertige Arbeit" }).waitFor()
    await dark.page.locator("canvas").waitFor()
    await dark.page.getByText("v1.0").waitFor()
    await demandSound(dark)
    if (shots !== undefined)
      await dark.page.screenshot({ path: `${shots}/overview-dark-phone.png`, fullPage: true })
    await dark.context.close()
  }, 120_000)

  it("shows a labeler the own work alone, and no verbs", async () => {
    const { server } = bed
    const [one, two] = [await server.person("one"), await server.person("two")]
    await makeDataset(server, { name: "own", samples: 3, collaborators: { one: "labeler", two: "labeler" } })
    await work("own", "labeling", ["submit"], one)
    await work("own", "labeling", ["submit"], two)
    const visited = await signedIn(bed.browser, server, one)
    const { page } = visited
    await page.goto(`${server.origin}/console/d/admin/own`)
    await page.getByRole("row", { name: /^one 1 0/ }).waitFor()
    assert.strictEqual(await page.getByRole("row", { name: /^two/ }).count(), 0)
    await page.getByText("Your open claims").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: /readme|Edit/ }).count(), 0)
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("shows somebody without a role no work, and answers failures with a repetition", async () => {
    const { server } = bed
    const stranger = await server.person("passer")
    await makeDataset(server, { name: "open", samples: 1, collaborators: {}, settings: { public: true } })
    const visited = await signedIn(bed.browser, server, stranger)
    const { page } = visited
    await page.route("**/datasets/admin/open/releases/", (route) => route.abort(), { times: 3 })
    await page.goto(`${server.origin}/console/d/admin/open`)
    await page.getByText("No readme yet.").waitFor()
    assert.strictEqual(await page.getByRole("heading", { name: /Finished work|Queues|People/ }).count(), 0)
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click()
    await page.getByText("No releases yet.").waitFor()
    await visited.context.close()
  }, 60_000)
})
