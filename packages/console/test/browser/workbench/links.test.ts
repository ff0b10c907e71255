import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { onScreen } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const box = (id: number, category_id: number, left: number, top: number, size: number) => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [left, top],
    [left + size, top + size],
  ],
  attributes: {},
})

const opened = async (name: string, annotations: ReadonlyArray<unknown>) => {
  const key = await bed.server.person(`linker-${name}`)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 1,
    settings: { enable_object_link_category_restrictions: true },
    category: {
      link_attributes: [{ name: "relation", input_type: "text" }],
      link_category_restrictions: [2],
    },
    collaborators: { [`linker-${name}`]: "labeler" },
  })
  // The list of a dataset with one sample.
  const [{ uuid: sample }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [
    { uuid: string },
  ]
  await bed.server.call("PUT", `/labels/${sample}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: { format_version: "0.1", annotations },
  })
  const visit = await signedIn(bed.browser, bed.server, key)
  await visit.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(visit.page)
  await seesObjects(visit.page, annotations.length)
  const click = async (x: number, y: number, ...modifiers: ReadonlyArray<"Shift">) => {
    const at = await onScreen(visit.page, x, y)
    for (const key of modifiers) await visit.page.keyboard.down(key)
    await visit.page.mouse.click(at.x, at.y)
    for (const key of modifiers) await visit.page.keyboard.up(key)
  }
  const selected = visit.page.locator("section[aria-label=Objects] [aria-pressed=true]")
  return { visit, page: visit.page, sample, click, selected }
}

describe("links", { timeout: 120_000 }, () => {
  it("are made between two objects, get attributes, are drawn, and are removed and brought back", async () => {
    const { click, page, sample, visit } = await opened("links", [
      box(1, 1, 100, 100, 80),
      box(2, 2, 400, 100, 80),
      box(3, 1, 600, 300, 80),
    ])
    await click(140, 140)
    await click(640, 340, "Shift")
    expect(await page.getByRole("button", { name: "These categories cannot be linked" }).isDisabled()).toBe(
      true,
    )
    await click(300, 400)
    await click(140, 140)
    await click(440, 140, "Shift")
    await page.locator("[role=application]").focus()
    await page.keyboard.press("Shift+KeyL")
    await page.getByLabel("relation").fill("tows")
    await page.getByTestId("links").waitFor({ state: "attached" })
    await demandSound(visit)
    await page.getByRole("button", { name: "Remove the link from 1 to 2" }).click()
    await page.getByTestId("links").waitFor({ state: "detached" })
    await page.keyboard.press("Control+z")
    await page.getByTestId("links").waitFor({ state: "attached" })
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    const stored = (await bed.server.call("GET", `/labels/${sample}/ground-truth/`)) as {
      readonly attributes: { readonly links: unknown }
    }
    expect(stored.attributes.links).toEqual([{ from_id: 1, to_id: 2, attributes: { relation: "tows" } }])
  })
})

describe("objects that lie above each other", { timeout: 120_000 }, () => {
  it("are picked from the smallest on, and Tab goes through those under the pointer", async () => {
    const { click, page, selected } = await opened("stacked", [
      box(1, 1, 100, 100, 300),
      box(2, 2, 150, 150, 200),
      box(3, 1, 200, 200, 60),
      box(4, 1, 600, 100, 60),
    ])
    const ids: Array<string> = []
    await click(230, 230)
    for (let press = 0; press < 4; press++) {
      ids.push((await selected.textContent()) ?? "")
      await page.keyboard.press("Tab")
      await page.waitForTimeout(50)
    }
    expect(ids.map((text) => /\d+$/.exec(text.trim())?.[0])).toEqual(["3", "2", "1", "3"])
  })

  it("are hidden and shown one by one", async () => {
    const { page } = await opened("hidden", [box(1, 1, 100, 100, 300), box(2, 2, 150, 150, 200)])
    const shapes = page.locator("[role=application] [data-key]")
    await page.getByRole("button", { name: "Hide object 2" }).click()
    await expect.poll(() => shapes.count()).toBe(1)
    await page.getByRole("button", { name: "Show object 2" }).click()
    await expect.poll(() => shapes.count()).toBe(2)
  })
})
