/** The list of objects filtered, in groups and sorted; locks, eyes and the drawing order. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound, demandSoundEverywhere } from "../support/pages.ts"
import { readObjectNames, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

const attributes = [
  { name: "color", input_type: "select", values: ["red", "dark blue"] },
  { name: "occluded", input_type: "checkbox" },
]

const makeBox = (id: number, values: Readonly<Record<string, unknown>> = {}) => ({
  id,
  category_id: 1 + (id % 2),
  type: "bbox",
  points: [
    [20 + id * 40, 40],
    [40 + id * 50, 90 + id * 10],
  ],
  attributes: values,
})

/** Opens the only sample of a dataset, whose label has this content. */
const openLabeled = async (
  name: string,
  content: Readonly<Record<string, unknown>>,
  sample: { readonly settings?: Readonly<Record<string, unknown>>; readonly frames?: number } = {},
) => {
  const key = await bed.server.person(name)
  const { frames, settings = {} } = sample
  const dataset = await makeDataset(bed.server, {
    name,
    samples: frames === undefined ? 1 : 0,
    category: { attributes },
    settings,
    collaborators: { [name]: "labeler" },
  })
  if (frames !== undefined)
    await bed.server.call("POST", `/datasets/${dataset}/samples_bulk/`, [
      {
        name: "drive",
        attributes: {
          frames: Array.from({ length: frames }, (_, index) => ({
            image: { url: bed.server.image(`${name}-${index}`) },
          })),
        },
      },
    ])
  const [{ uuid }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  await bed.server.call("PUT", `/labels/${uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: { format_version: "0.1", ...content },
  })
  const visited = await signedIn(bed.browser, bed.server, key)
  await visited.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(visited.page)
  return { visited, page: visited.page }
}

const arrange = async (page: Page, choices: Readonly<Record<string, string>>): Promise<void> => {
  await page.getByRole("button", { name: "Group and sort objects" }).click()
  for (const [label, value] of Object.entries(choices))
    await page.getByRole("combobox", { name: label }).selectOption({ label: value })
  await page.keyboard.press("Escape")
  await page.getByRole("combobox", { name: "Sort by" }).waitFor({ state: "detached" })
}

/** Moves the pointer from a button, whose tooltip is not a part of the page. */
const leaveButton = async (page: Page): Promise<void> => {
  await page.mouse.move(700, 700)
  await page.getByRole("tooltip").waitFor({ state: "detached" })
}

/** The ids of the rows in view, from the top. */
const readIds = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator("section[aria-label=Objects] li[aria-posinset]")
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute("aria-posinset")) - Number(b.getAttribute("aria-posinset")))
        .map((row) => row.querySelector("button > [class*=id]")?.textContent ?? ""),
    )

/** The objects on the canvas, in the order in which they are drawn. */
const readDrawn = (page: Page): Promise<ReadonlyArray<string | null>> =>
  page.locator("[data-key]").evaluateAll((shapes) => shapes.map((shape) => shape.getAttribute("data-key")))

const colored = [
  makeBox(1, { color: "red", occluded: true }),
  makeBox(2, { color: "dark blue" }),
  makeBox(3, { color: "red", occluded: false }),
  makeBox(4, {}),
  makeBox(5, { color: "red" }),
  makeBox(6, { color: "dark blue" }),
]

describe("the list of objects", { timeout: 180_000 }, () => {
  it("shows what its filter finds, which the keys walk through and one press selects", async () => {
    const { page, visited } = await openLabeled("filtered", { annotations: colored })
    await page.getByRole("application").focus()
    await page.keyboard.press("/")
    const field = page.getByRole("searchbox", { name: "Filter objects" })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type("color:red")
    await expect.poll(() => readIds(page)).toEqual(["1", "3", "5"])
    await page.getByRole("status").filter({ hasText: "3 of 6" }).waitFor()
    await seesObjects(page, 6)
    await demandSound(visited)
    await page.getByRole("application").focus()
    for (const id of ["1", "3", "5"]) {
      await page.keyboard.press("Tab")
      await page.getByRole("heading", { name: `Object ${id}` }).waitFor()
    }
    await field.fill("person -occluded:no")
    await expect.poll(() => readIds(page)).toEqual(["1", "5"])
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "2 objects" }).waitFor()
    await field.fill("bus")
    await page.getByText("No object matches.").waitFor()
    await page.getByRole("button", { name: "Clear" }).click()
    await expect.poll(() => readIds(page)).toEqual(["1", "2", "3", "4", "5", "6"])
  })

  it("is grouped by category and sorted, also after a reload, with locks and eyes for rows and groups", async () => {
    const { page, visited } = await openLabeled("grouped", { annotations: colored })
    await arrange(page, { "Group by": "Category", "Sort by": "Size, smallest first" })
    await expect
      .poll(() => readObjectNames(page))
      .toEqual(["car", "car", "car", "person", "person", "person"])
    expect(await readIds(page)).toEqual(["2", "4", "6", "1", "3", "5"])
    const list = page.getByRole("region", { name: "Objects" })
    await list.locator("[data-group=car]").hover()
    await list.getByRole("button", { name: "Hide all of car" }).click()
    await expect.poll(() => readDrawn(page)).toEqual(["1", "3", "5"])
    await list.getByRole("button", { name: "Lock object 3" }).click()
    await list.getByText("5", { exact: true }).click()
    await page.getByRole("button", { name: "Bring to front" }).click()
    await page.getByText("Draft saved").waitFor()
    await leaveButton(page)
    if (shots !== undefined)
      await demandSoundEverywhere(visited, (name) =>
        page.screenshot({ path: `${shots}/grouped-${name}.png` }),
      )
    await page.reload()
    await shownSample(page)
    await expect.poll(() => readDrawn(page)).toEqual(["1", "3", "5"])
    await list.getByRole("button", { name: "Unlock object 3" }).waitFor()
    expect(await readIds(page)).toEqual(["2", "4", "6", "1", "3", "5"])
    await list.getByRole("button", { name: /^car/, expanded: true }).click()
    await expect.poll(() => readIds(page)).toEqual(["1", "3", "5"])
    await list.getByRole("button", { name: "Show all of car" }).click()
    await expect.poll(() => readDrawn(page)).toHaveLength(6)
    await demandSound(visited)
  })

  it("lists the tracks of all frames, and leads to a frame of each", async () => {
    const track = (id: number) => ({ ...makeBox(id), track_id: id, is_keyframe: true })
    const { page, visited } = await openLabeled(
      "everywhere",
      {
        frames: [
          { annotations: [track(1), track(2)] },
          { annotations: [track(2)] },
          { annotations: [track(3)] },
        ],
      },
      { settings: { task_type: "image-vector-sequence" }, frames: 3 },
    )
    await seesObjects(page, 2)
    await arrange(page, { "Group by": "Track, in all frames" })
    await seesObjects(page, 3)
    const list = page.getByRole("region", { name: "Objects" })
    await list.getByText("In other frames").waitFor()
    await list.getByText("1–2", { exact: true }).waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/tracks.png` })
    await list
      .locator("li")
      .filter({ has: page.getByText("3", { exact: true }).nth(1) })
      .locator("button[aria-pressed]")
      .click()
    await page.getByText("3 of 3", { exact: true }).waitFor()
    await page.getByRole("heading", { name: "Object 3" }).waitFor()
  })
})

describe("the drawing order", { timeout: 120_000 }, () => {
  it("is changed by buttons and keys, and taken back", async () => {
    const { page, visited } = await openLabeled("ordered", { annotations: colored.slice(0, 3) })
    await page.locator("section[aria-label=Objects] li button").first().click()
    const front = page.getByRole("button", { name: "Bring to front" })
    await front.click()
    await expect.poll(() => readDrawn(page)).toEqual(["2", "3", "1"])
    await leaveButton(page)
    await demandSound(visited)
    await page.getByRole("application").focus()
    await page.keyboard.press("[")
    await expect.poll(() => readDrawn(page)).toEqual(["1", "2", "3"])
    await page.keyboard.press("Control+z")
    await expect.poll(() => readDrawn(page)).toEqual(["2", "3", "1"])
  })
})
