/** The form of the configuration editor: errors in its words, fields that apply, and the preview of a change on a phone. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, demandSoundEverywhere, signIn, visit } from "./support/pages.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/configuration-${name}.png` })
}

const pathOf = (name: string) => `/d/admin/${name}/configuration`

const make = (name: string, samples = 0) => makeDataset(bed.server, { name, samples, collaborators: {} })

const label = {
  format_version: "0.1",
  annotations: [
    {
      id: 1,
      category_id: 2,
      type: "bbox",
      points: [
        [10, 10],
        [50, 50],
      ],
      attributes: { pose: "lying" },
    },
  ],
}

describe("the form of the configuration editor", () => {
  it("says in the words of the form what is wrong, and leads to the field in a closed attribute", async () => {
    await make("form-errors")
    await bed.server.call("PUT", "/datasets/admin/form-errors/configuration/", {
      configuration: {
        categories: [
          { id: 1, name: "car" },
          { id: 2, name: "person", attributes: [{ name: "pose", input_type: "select", values: ["lying"] }] },
        ],
      },
    })
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("form-errors"))
    await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "person" }).click()
    await page.getByRole("button", { name: /^pose select/ }).click()
    await page.getByLabel("Values").press("Backspace")
    const row = page
      .getByRole("list", { name: "Errors and hints" })
      .getByRole("button", { name: "person › pose › Values: Add at least one value.", exact: true })
    await row.waitFor()
    await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "car" }).click()
    await row.click()
    const values = page.getByLabel("Values")
    await values.and(page.locator("[aria-invalid=true]")).waitFor()
    await page.waitForFunction(() => document.activeElement?.closest("[data-pointer]") !== null)
    assert.notInclude(await page.locator("main").innerText(), "/categories")
    await demandSoundEverywhere(visited, (name) => picture(page, `form-errors-${name}`))
    await visited.context.close()
  }, 90_000)

  it("shows only the fields that have an effect in the task type of the dataset", async () => {
    await make("plain-shapes")
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("plain-shapes"))
    await page.getByRole("button", { name: "Add attribute" }).first().click()
    await page.getByRole("checkbox", { name: "Mandatory" }).waitFor()
    for (const name of ["Same in all frames of a track", "Same for all sensors", "Countable objects"])
      assert.strictEqual(await page.getByRole("checkbox", { name }).count(), 0, name)
    assert.strictEqual(await page.getByLabel("Sensors").count(), 0)
    await page.getByRole("button", { name: "Warning rules (0)" }).click()
    await page
      .getByRole("region", { name: "Quality rules" })
      .getByRole("button", { name: "Add rule" })
      .click()
    await page.getByRole("menuitem", { name: "Overlapping boxes" }).waitFor()
    assert.strictEqual(await page.getByRole("menuitem", { name: /track|cuboid/i }).count(), 0)
    await page.keyboard.press("Escape")
    await page.getByRole("menuitem").first().waitFor({ state: "hidden" })
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("shows the whole preview of a change on a phone, with findings and samples by their names", async () => {
    await make("phone", 2)
    await bed.server.call("PUT", "/datasets/admin/phone/configuration/", {
      configuration: {
        categories: [
          { id: 1, name: "car" },
          { id: 2, name: "person", attributes: [{ name: "pose", input_type: "text" }] },
        ],
      },
    })
    const samples = (await bed.server.call("GET", "/datasets/admin/phone/samples/")) as ReadonlyArray<{
      readonly uuid: string
    }>
    for (const { uuid } of samples)
      await bed.server.call("PUT", `/labels/${uuid}/ground-truth/`, { attributes: label })
    const visited = await visit(bed.browser, { size: "phone" })
    const { page } = visited
    await signIn(visited, bed.server, pathOf("phone"))
    await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "person" }).click()
    await page.getByRole("button", { name: "Remove person" }).click()
    await page.getByRole("button", { name: "Review and save" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("combobox").click()
    await page.getByRole("option", { name: "Change to category “car”" }).click()
    await dialog.getByText("2 labels have the attribute car › pose, which is not configured").waitFor()
    await dialog.getByRole("link", { name: "image-000" }).first().waitFor()
    const cut = await dialog
      .locator("td, li, label, button")
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().right > window.innerWidth)
          .map((cell) => cell.textContent),
      )
    assert.deepStrictEqual(cut, [])
    await picture(page, "preview-phone")
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)
})
