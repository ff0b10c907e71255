/** The pages of one dataset: their navigation, the overview, and what somebody sees who may not see the dataset. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"

const bed = testBed()

describe("the pages of a dataset", () => {
  it("are reached from the list, with the states of the labels", async () => {
    const { server } = bed
    await makeDataset(server, { name: "street", samples: 3, collaborators: {} })
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, server, "/datasets")
    await page.getByRole("link", { name: "admin/street", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "admin/street" }).waitFor()
    assert.include(await page.locator("[data-state=UNLABELED]").innerText(), "Unlabeled 3")
    assert.include(await page.locator("[data-state=REJECTED]").innerText(), "Rejected 0")
    const nav = page.getByRole("navigation")
    assert.deepStrictEqual(
      await nav.getByRole("region", { name: "Dataset" }).getByRole("link").allInnerTexts(),
      [
        "Overview",
        "Samples",
        "Configuration",
        "Queue",
        "Issues",
        "Quality",
        "Agreement",
        "Gold samples",
        "Releases",
        "Imports",
        "Exports",
        "Settings",
      ],
    )
    await demandSound(visited)
    for (const [name, title] of [
      ["Samples", /street/],
      ["Configuration", "Configuration"],
      ["Queue", "Queue"],
      ["Issues", "Issues"],
      ["Quality", "Quality"],
      ["Releases", "Releases of admin/street"],
      ["Imports", "Import into admin/street"],
      ["Exports", "Exports of admin/street"],
      ["Settings", "Settings"],
    ] as const) {
      await nav.getByRole("link", { name, exact: true }).click()
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
    }
    await visited.context.close()
  }, 60_000)

  it("say that an archived dataset cannot be changed", async () => {
    const { server } = bed
    await makeDataset(server, { name: "past", samples: 0, collaborators: {} })
    await server.call("PATCH", "/datasets/admin/past/", { archived: true })
    const visited = await visit(bed.browser, { scheme: "dark", size: "phone" })
    await signIn(visited, server, "/d/admin/past")
    await visited.page.getByText("This dataset is archived").waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("show a labeler what a labeler may use", async () => {
    const { server } = bed
    const key = await server.person("lee")
    await makeDataset(server, { name: "shared", samples: 1, collaborators: { lee: "labeler" } })
    const visited = await visit(bed.browser)
    await signIn(visited, server, "/d/admin/shared", key)
    const nav = visited.page.getByRole("region", { name: "Dataset" })
    await nav.getByRole("link", { name: "Queue" }).waitFor()
    assert.strictEqual(await nav.getByRole("link", { name: /Imports|Exports/ }).count(), 0)
    await visited.context.close()
  }, 60_000)

  it("are not found by somebody who may not see the dataset", async () => {
    const { server } = bed
    await makeDataset(server, { name: "hidden", samples: 0, collaborators: {} })
    const key = await server.person("stranger")
    const visited = await visit(bed.browser)
    await signIn(visited, server, "/d/admin/hidden", key)
    await visited.page.getByRole("heading", { level: 1, name: "Not found" }).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)
})
