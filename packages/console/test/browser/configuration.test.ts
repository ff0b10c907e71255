/** The configuration editor: two views of one document, violations at their place, impact on labels, conflicts. */
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
const json = (page: Page) => page.getByRole("textbox", { name: "Configuration as JSON" })

/** Opens a view, and waits until it is there. */
const show = async (page: Page, view: "Form" | "JSON" | "History"): Promise<void> => {
  await page.getByRole("radiogroup", { name: "View" }).getByText(view, { exact: true }).click()
}

const read = (name: string) => bed.server.call("GET", `/datasets/admin/${name}/configuration/`)

const make = (name: string, samples = 0) => makeDataset(bed.server, { name, samples, collaborators: {} })

/** Gives each sample of a dataset a label with a box of the category. */
const labelAll = async (name: string, category: number): Promise<void> => {
  const samples = await bed.server.call("GET", `/datasets/admin/${name}/samples/`)
  if (!Array.isArray(samples)) throw new Error("There is no list of samples.")
  for (const { uuid } of samples)
    await bed.server.call("PUT", `/labels/${uuid}/ground-truth/`, {
      attributes: {
        format_version: "0.1",
        annotations: [
          {
            id: 1,
            category_id: category,
            type: "bbox",
            points: [
              [10, 10],
              [50, 50],
            ],
          },
        ],
      },
    })
}

describe("the configuration editor", () => {
  it("shows in JSON what was added in the form, keeps long digits and unknown keys, and saves", async () => {
    await make("two-views")
    const sent =
      '{"format_version":"0.1","ns":1606123456789012345,"categories":[{"id":1,"name":"car","x-team":{"a":1.50}}]}'
    await fetch(`${bed.server.origin}/datasets/admin/two-views/configuration/`, {
      method: "PUT",
      headers: {
        authorization: `APIKey ann_AdminKey_${"a".repeat(43)}`,
        "content-type": "application/json",
      },
      body: `{"configuration":${sent}}`,
    })
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("two-views"))
    await page.getByRole("button", { name: "Add category" }).click()
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("bicycle")
    await page.getByRole("region", { name: "Attributes of objects" }).getByText("Add attribute").click()
    await page
      .getByRole("region", { name: "Attributes of objects" })
      .getByRole("textbox", { name: "Name" })
      .fill("helmet")
    await page.getByRole("complementary", { name: "What labelers see" }).getByLabel("helmet").waitFor()
    await demandSound(visited)
    await picture(page, "form")
    await show(page, "JSON")
    await json(page).waitFor()
    const text = (await json(page).locator(".cm-line").allTextContents()).join("\n")
    assert.include(text, '"name": "bicycle"')
    assert.include(text, '"ns": 1606123456789012345')
    assert.include(text, '"a": 1.50')
    await demandSound(visited)
    await picture(page, "json")
    await page.keyboard.press("Control+z")
    await page.waitForFunction(() => !document.querySelector(".cm-content")?.textContent?.includes("helmet"))
    await page.getByRole("button", { name: "Redo" }).click()
    await page.getByRole("button", { name: "Review and save" }).click()
    await page.getByRole("dialog").getByText("These changes do not affect existing labels.").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("admin/two-views, version 3", { exact: true }).waitFor()
    const answer = await fetch(`${bed.server.origin}/datasets/admin/two-views/configuration/`, {
      headers: { authorization: `APIKey ann_AdminKey_${"a".repeat(43)}` },
    })
    const saved = await answer.text()
    assert.match(saved, /"ns":\s*1606123456789012345/)
    assert.match(saved, /"a":\s*1\.50/)
    assert.match(saved, /"name":\s*"helmet"/)
    await visited.context.close()
  }, 90_000)

  it("shows an error in JSON at its line and key, and a fault of the syntax at its line", async () => {
    await make("errors")
    const visited = await visit(bed.browser, { scheme: "dark" })
    const { page } = visited
    await signIn(visited, bed.server, pathOf("errors"))
    await show(page, "JSON")
    await json(page).click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insertText('{\n  "categories": [\n    { "id": "one", "name": "car" }\n  ]\n}')
    const list = page.getByRole("list", { name: "Errors and hints" })
    const row = list.getByRole("button", { name: /^Line 3: / })
    await row.waitFor()
    assert.isTrue(await page.getByRole("button", { name: "Review and save" }).isDisabled())
    await row.click()
    assert.strictEqual(await page.evaluate(() => getSelection()?.toString()), '"one"')
    assert.isAbove(await page.locator(".cm-lint-marker-error").count(), 0)
    await demandSound(visited)
    await picture(page, "violation-dark")
    await show(page, "Form")
    await page
      .getByRole("textbox", { name: "ID", exact: true })
      .and(page.locator("[aria-invalid=true]"))
      .waitFor()
    await demandSound(visited)
    await show(page, "JSON")
    await json(page).click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insertText('{\n  "categories": [\n    { "id": 1 "name": "car" }\n  ]\n}')
    await list.getByRole("button", { name: "Line 3: A comma is missing." }).first().waitFor()
    await show(page, "Form")
    await page.getByText("The form needs valid JSON.").waitFor()
    await page.reload()
    await list.getByRole("button", { name: "Line 3: A comma is missing." }).first().waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 90_000)

  it("has fields of cuboids where labels can have some, and where the document names them", async () => {
    await make("flat")
    await makeDataset(bed.server, {
      name: "deep",
      samples: 0,
      settings: { task_type: "pointcloud-cuboid" },
      collaborators: {},
    })
    const visited = await visit(bed.browser)
    const { page } = visited
    const cuboids = page.getByRole("region", { name: "Cuboids" })
    await signIn(visited, bed.server, pathOf("deep"))
    await cuboids.waitFor()
    await page.goto(`${bed.server.origin}/console${pathOf("flat")}`)
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor()
    assert.strictEqual(await cuboids.count(), 0)
    await show(page, "JSON")
    await json(page).click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insertText('{ "categories": [{ "id": 1, "name": "car", "lock_rotation": true }] }')
    await show(page, "Form")
    await cuboids.getByRole("checkbox", { checked: true }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("counts the labels that a renamed and a removed category concern, and changes them", async () => {
    await make("impact", 3)
    await labelAll("impact", 2)
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("impact"))
    await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "person" }).click()
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("pedestrian")
    await page.getByRole("button", { name: "Review and save" }).click()
    const dialog = page.getByRole("dialog")
    const renamed = dialog.getByRole("row", { name: /“person” is now called “pedestrian”/ })
    await renamed.getByRole("cell", { name: "3", exact: true }).first().waitFor()
    assert.strictEqual(await renamed.getByRole("link").count(), 3)
    await demandSound(visited)
    await picture(page, "impact")
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("admin/impact, version 2", { exact: true }).waitFor({ timeout: 20_000 })
    assert.include(JSON.stringify(await read("impact")), "pedestrian")

    await page.getByRole("button", { name: "Remove pedestrian" }).click()
    await page.getByRole("button", { name: "Review and save" }).click()
    const removed = dialog.getByRole("row", { name: /“pedestrian” is removed/ })
    await removed.getByRole("cell", { name: "3", exact: true }).first().waitFor()
    await removed.getByRole("combobox", { name: /What happens to labels/ }).click()
    await page.getByRole("option", { name: "Change to category “car”" }).click()
    await dialog.getByText("3 of 3 labels get a new version.").waitFor()
    await picture(page, "merge")
    await demandSound(visited)
    await dialog.getByRole("button", { name: "Save and change labels" }).click()
    await page.getByText("admin/impact, version 3", { exact: true }).waitFor({ timeout: 20_000 })
    const [sample] = (await bed.server.call("GET", "/datasets/admin/impact/samples/")) as ReadonlyArray<{
      readonly uuid: string
    }>
    const label = await bed.server.call("GET", `/labels/${sample?.uuid}/ground-truth/`)
    assert.include(JSON.stringify(label), '"category_id":1')

    await show(page, "History")
    await page.getByRole("button", { name: /Version 1/ }).click()
    await picture(page, "history")
    await demandSound(visited)
    await page.getByRole("button", { name: "Restore version 1" }).click()
    await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "person" }).waitFor()
    await visited.context.close()
  }, 120_000)

  it("shows the conflict of two editors, and loses neither text", async () => {
    await make("conflict")
    const [first, second] = [await visit(bed.browser), await visit(bed.browser)]
    for (const one of [first, second]) await signIn(one, bed.server, pathOf("conflict"))
    const name = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true })
    await name(first.page).fill("truck")
    await name(second.page).fill("bus")
    await first.page.getByRole("button", { name: "Review and save" }).click()
    await second.page.getByRole("button", { name: "Review and save" }).click()
    await second.page.getByRole("dialog").getByText("0 of 0 labels").waitFor()
    await first.page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click()
    await first.page.getByText("admin/conflict, version 2", { exact: true }).waitFor()
    await second.page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click()
    const alert = second.page.getByRole("alert").filter({ hasText: "Someone else has saved version 2" })
    await alert.waitFor()
    await alert.getByRole("button", { name: "Compare" }).click()
    await alert.getByText('"name": "truck"').waitFor()
    await alert.getByText('"name": "bus"').waitFor()
    await demandSound(second)
    await picture(second.page, "conflict")
    await alert.getByRole("button", { name: "Load the saved version" }).click()
    assert.strictEqual(await name(second.page).inputValue(), "truck")
    await second.page.getByRole("button", { name: "Undo" }).click()
    assert.strictEqual(await name(second.page).inputValue(), "bus")
    await second.page.getByRole("button", { name: "Review and save" }).click()
    await second.page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click()
    await second.page.getByText("admin/conflict, version 3", { exact: true }).waitFor()
    assert.include(JSON.stringify(await read("conflict")), "bus")
    await Promise.all([first.context.close(), second.context.close()])
  }, 90_000)

  it("shows a labeler the configuration without a way to change it", async () => {
    const key = await bed.server.person("lena")
    await makeDataset(bed.server, { name: "read-only", samples: 0, collaborators: { lena: "labeler" } })
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("read-only"), key)
    await page.getByText("Only managers of the dataset can change it.").waitFor()
    assert.strictEqual(await page.getByRole("button", { name: /Add|Remove|Review/ }).count(), 0)
    assert.isFalse(await page.getByRole("textbox", { name: "Name", exact: true }).isEditable())
    await demandSound(visited)
    await show(page, "JSON")
    await json(page).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("fills in a value where an attribute becomes mandatory", async () => {
    await make("mandatory", 2)
    await labelAll("mandatory", 1)
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("mandatory"))
    await page.getByRole("button", { name: "Add attribute" }).first().click()
    await page.getByRole("checkbox", { name: "Mandatory" }).check()
    await page.getByRole("button", { name: "Review and save" }).click()
    const dialog = page.getByRole("dialog")
    const row = dialog.getByRole("row", { name: /“attribute_1” is now mandatory/ })
    await row.getByRole("cell", { name: "2", exact: true }).first().waitFor()
    await row.getByRole("combobox").click()
    await page.getByRole("option", { name: "Fill in a value" }).click()
    const save = dialog.getByRole("button", { name: /^Save/ })
    assert.isTrue(await save.isDisabled())
    await row.getByRole("textbox", { name: "attribute_1" }).fill("checked")
    await dialog.getByText("2 of 2 labels get a new version.").waitFor()
    await demandSound(visited)
    await save.click()
    await page.getByText("admin/mandatory, version 2", { exact: true }).waitFor({ timeout: 20_000 })
    const samples = await bed.server.call("GET", "/datasets/admin/mandatory/samples/")
    const uuid = Array.isArray(samples) ? samples[0].uuid : ""
    const label = await bed.server.call("GET", `/labels/${uuid}/ground-truth/`)
    assert.include(JSON.stringify(label), '"attribute_1":"checked"')
    await visited.context.close()
  }, 60_000)

  it("is accessible at every size and in both schemes", async () => {
    await make("sizes")
    await bed.server.call("PUT", "/datasets/admin/sizes/configuration/", {
      configuration: {
        categories: [
          {
            id: 1,
            name: "car",
            color: [0, 113, 188],
            attributes: [
              { name: "color", input_type: "select", values: ["red", "green"], is_mandatory: true },
              { name: "doors", input_type: "number", min: "1", max: 5 },
              { name: "parked", input_type: "checkbox", default_value: false },
              { name: "extent", input_type: "vector3" },
            ],
          },
          { id: 2, name: "person", color: [255, 120, 80] },
        ],
        image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
        warning_rules: [{ name: "cuboid-dimension-limits", categories: [1], min: { x: 0.1 } }],
        quality_rules: [
          { name: "minimum-points", attribute: "points", bands: [{ max_distance: 20, min: 10 }] },
        ],
      },
    })
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, pathOf("sizes"))
    await page.getByRole("button", { name: /^color select/ }).click()
    await page.getByLabel("Default value").first().waitFor()
    await demandSoundEverywhere(visited, (name) => picture(page, name))
    await page.getByRole("button", { name: "Warning rules (2)" }).click()
    await page.getByText("Cuboid with too few points").waitFor()
    await demandSoundEverywhere(visited, (name) => picture(page, `rules-${name}`))
    await visited.context.close()
  }, 120_000)
})
