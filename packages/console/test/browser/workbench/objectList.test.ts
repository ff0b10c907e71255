/** Many objects and several selected ones: the list, the panel that edits all of them, and notices that move nothing. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

const colors = { name: "color", input_type: "select", values: ["red", "blue", "green"] }
const occluded = { name: "occluded", input_type: "checkbox" }

/** A box of a grid, 25 in a row. */
const makeBox = (id: number, attributes: Readonly<Record<string, unknown>> = {}) => {
  const [left, top] = [20 + ((id - 1) % 25) * 30, 20 + Math.floor((id - 1) / 25) * 30]
  return {
    id,
    category_id: 1 + (id % 2),
    type: "bbox",
    points: [
      [left, top],
      [left + 20, top + 20],
    ],
    attributes,
  }
}

/** Opens the only sample of a dataset, whose label has these objects. */
const openLabeled = async (name: string, annotations: ReadonlyArray<unknown>) => {
  const key = await bed.server.person(name)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 1,
    category: { attributes: [colors, occluded] },
    collaborators: { [name]: "labeler" },
  })
  const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  await bed.server.call("PUT", `/labels/${sample.uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: { format_version: "0.1", annotations },
  })
  const visited = await signedIn(bed.browser, bed.server, key)
  await visited.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(visited.page)
  return { dataset, sample: sample.uuid, visited, page: visited.page }
}

const findRow = (page: Page, id: number) =>
  page.locator("section[aria-label=Objects] li").filter({ has: page.getByText(String(id), { exact: true }) })

const pressRow = (page: Page, id: number, modifiers: ReadonlyArray<"Shift" | "Control"> = []) =>
  findRow(page, id)
    .locator("button[aria-pressed]")
    .click({ modifiers: [...modifiers] })

describe("several selected objects", { timeout: 120_000 }, () => {
  it("show where they differ, and get an attribute and a category in one step each", async () => {
    const { page, sample, visited } = await openLabeled("several", [
      makeBox(1, { color: "red" }),
      makeBox(2, { color: "blue" }),
      makeBox(3, { color: "red" }),
    ])
    await pressRow(page, 1)
    await pressRow(page, 3, ["Shift"])
    const panel = page.getByRole("region", { name: "Attributes" })
    await panel.getByRole("heading", { name: "3 objects" }).waitFor()
    const color = panel.getByRole("combobox", { name: "color" })
    const category = panel.getByRole("combobox", { name: "Category" })
    expect(await color.getAttribute("placeholder")).toBe("Mixed")
    await expect.poll(() => color.inputValue()).toBe("")
    expect(await category.getAttribute("placeholder")).toBe("Mixed")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/several-selected.png` })
    await color.click()
    await page.getByRole("option", { name: "green" }).click()
    await expect.poll(() => color.inputValue()).toBe("green")
    await category.click()
    await page.getByRole("option", { name: "person" }).click()
    await expect.poll(() => category.inputValue()).toBe("person")
    await panel.getByRole("radio", { name: "Yes" }).check()
    await page.getByRole("application").focus()
    // One step back for each of the three edits leaves the label as it was.
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await expect.poll(() => category.inputValue()).toBe("")
    await expect.poll(() => color.inputValue()).toBe("green")
    await page.keyboard.press("Control+z")
    await expect.poll(() => color.inputValue()).toBe("")
    for (const _ of [1, 2, 3]) await page.keyboard.press("Control+Shift+z")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Nothing is waiting for you").waitFor()
    const label = (await bed.server.call("GET", `/labels/${sample}/ground-truth/`)) as {
      readonly attributes: { readonly annotations: ReadonlyArray<unknown> }
    }
    expect(label.attributes.annotations).toMatchObject(
      [1, 2, 3].map((id) => ({ id, category_id: 2, attributes: { color: "green", occluded: true } })),
    )
  })
})

describe("a list of many objects", { timeout: 120_000 }, () => {
  it("has the rows in view alone, follows the canvas, and selects a range with Shift", async () => {
    const { page } = await openLabeled(
      "many",
      Array.from({ length: 300 }, (_, index) => makeBox(index + 1)),
    )
    const list = page.getByRole("region", { name: "Objects" })
    await list.getByRole("heading", { name: "Objects 300" }).waitFor()
    expect(await list.locator("li").count()).toBeLessThan(60)
    // The edge of box 262, in the middle of the eleventh row of the picture.
    const at = 20 + ((262 - 1) % 25) * 30
    await strokeOver(page, [at, 20 + 10 * 30 + 10], [at, 20 + 10 * 30 + 10])
    await findRow(page, 262).locator("button[aria-pressed=true]").waitFor()
    const isInView = await findRow(page, 262).evaluate((row) => {
      const [inner, outer] = [row, row.closest("div")].map((one) => one?.getBoundingClientRect())
      return (
        inner !== undefined &&
        outer !== undefined &&
        inner.top > outer.top - 1 &&
        inner.bottom < outer.bottom + 1
      )
    })
    expect(isInView).toBe(true)
    await pressRow(page, 258, ["Shift"])
    await page.getByRole("heading", { name: "5 objects" }).waitFor()
    await pressRow(page, 260, ["Control"])
    await page.getByRole("heading", { name: "4 objects" }).waitFor()
  })
})

describe("a notice about the work", { timeout: 120_000 }, () => {
  it("moves neither the canvas nor the lists, and is closed by who has read it", async () => {
    const { page, visited } = await openLabeled("restored", [makeBox(1)])
    const canvas = page.getByRole("application")
    const place = await canvas.boundingBox()
    await page.keyboard.press("b")
    await strokeOver(page, [300, 200], [400, 300])
    await seesObjects(page, 2)
    await page.getByText("Draft saved").waitFor()
    await page.reload()
    await shownSample(page)
    await seesObjects(page, 2)
    const notice = page.getByText("Your unsaved draft of this sample was restored.")
    await notice.waitFor()
    expect(await canvas.boundingBox()).toEqual(place)
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/draft-restored.png` })
    await page.getByRole("button", { name: "Hide this message" }).click()
    await notice.waitFor({ state: "detached" })
    expect(await canvas.boundingBox()).toEqual(place)
  })
})
