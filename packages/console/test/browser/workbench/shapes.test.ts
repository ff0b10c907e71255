/** Shapes drawn and edited with the pointer, and the attributes of objects, of images and of frames. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { onScreen, strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

interface Shape {
  readonly type: string
  readonly points: ReadonlyArray<readonly [number, number]>
  readonly attributes: unknown
}
interface Label {
  readonly annotations: ReadonlyArray<Shape>
  readonly image_attributes?: unknown
  readonly frames: ReadonlyArray<Label>
}

/** Opens the labeling session of one sample. */
const opened = async (name: string, settings: Readonly<Record<string, unknown>>, frames = 0) => {
  const key = await bed.server.person(`drawer-${name}`)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 0,
    settings,
    collaborators: { [`drawer-${name}`]: "labeler" },
  })
  const image = { image: { url: bed.server.image("0") } }
  const attributes = frames === 0 ? image : { frames: Array.from({ length: frames }, () => image) }
  await bed.server.call("POST", `/datasets/${dataset}/samples_bulk/`, [{ name: "street", attributes }])
  const visit = await signedIn(bed.browser, bed.server, key)
  await visit.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(visit.page)
  return { ...visit, visit, dataset }
}

const press = async (page: Page, ...points: ReadonlyArray<readonly [number, number]>): Promise<void> => {
  for (const [x, y] of points) {
    const at = await onScreen(page, x, y)
    await page.mouse.click(at.x, at.y)
  }
}

const submitted = async (page: Page, dataset: string): Promise<Label> => {
  await page.keyboard.press("Control+Enter")
  await page.getByText("1 sample done").waitFor()
  const [{ uuid }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  const label = await bed.server.call("GET", `/labels/${uuid}/ground-truth/`)
  return (label as { readonly attributes: Label }).attributes
}

/** The points, to the nearest pixel: the pointer is at whole pixels of the screen. */
const near = (points: ReadonlyArray<readonly [number, number]>) =>
  points.map(([x, y]) => [expect.closeTo(x, -0.4), expect.closeTo(y, -0.4)])

describe("shapes", { timeout: 120_000 }, () => {
  it("are drawn and edited with the pointer: a polygon, a polyline and a point", async () => {
    const { dataset, page, visit } = await opened("drawn", { task_type: "vector" })
    await page.keyboard.press("p")
    await press(page, [100, 100], [200, 100], [200, 200], [100, 200], [100, 100])
    await seesObjects(page, 1)
    await page.keyboard.press("o")
    await press(page, [300, 100], [400, 100], [400, 200], [400, 200])
    await seesObjects(page, 2)
    await page.keyboard.press("t")
    await press(page, [500, 300])
    await seesObjects(page, 3)
    await page.keyboard.press("Escape")

    // The polygon: a vertex is dragged, one is inserted in the middle of a side, one is deleted.
    await press(page, [150, 150])
    await strokeOver(page, [200, 200], [230, 230])
    await strokeOver(page, [150, 100], [150, 60])
    await page.keyboard.down("Alt")
    await press(page, [100, 200])
    await page.keyboard.up("Alt")
    // The point is moved by keys, and one step of it is taken back.
    await press(page, [500, 300])
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Control+z")
    await demandSound(visit)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/shapes.png` })

    const { annotations } = await submitted(page, dataset)
    expect(annotations.map(({ type }) => type)).toEqual(["polygon", "polyline", "point"])
    expect(annotations[0]?.points).toEqual(
      near([
        [100, 100],
        [150, 60],
        [200, 100],
        [230, 230],
      ]),
    )
    expect(annotations[1]?.points).toEqual(
      near([
        [300, 100],
        [400, 100],
        [400, 200],
      ]),
    )
  })

  it("have the attributes that their form sets, of each input type, and so has the image", async () => {
    const { dataset, page, visit } = await opened("attributes", {
      task_attributes: {
        format_version: "0.1",
        categories: [
          {
            id: 1,
            name: "car",
            attributes: [
              { name: "plate", input_type: "text" },
              { name: "seats", input_type: "number", min: 2, max: 5 },
              { name: "parked", input_type: "checkbox" },
              { name: "make", input_type: "select", values: ["Audi", "Fiat"] },
              { name: "damage", input_type: "multiselect", values: ["front", "rear", "side"] },
            ],
          },
        ],
        image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
      },
    })
    const form = page.locator("section[aria-label=Attributes]")
    await form.getByLabel("weather").click()
    await page.getByRole("option", { name: "rain" }).click()
    await page.locator("[role=application]").focus()
    await page.keyboard.press("b")
    await strokeOver(page, [300, 200], [400, 300])
    await seesObjects(page, 1)
    await page.keyboard.press("Escape")
    await form.getByLabel("plate").fill("B-XY 1")
    await form.getByLabel("seats").fill("9")
    await form.getByText("Must be at most 5.").waitFor()
    await form.getByLabel("seats").fill("4")
    await form.getByRole("group", { name: "parked" }).getByLabel("No", { exact: true }).check()
    await form.getByLabel("make").click()
    await page.getByRole("option", { name: "Fiat" }).click()
    await form.getByLabel("damage").click()
    for (const name of ["front", "side"]) await page.getByRole("option", { name }).click()
    await page.keyboard.press("Escape")
    await demandSound(visit)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/attributes.png` })
    const label = await submitted(page, dataset)
    expect(label.image_attributes).toEqual({ weather: "rain" })
    expect(label.annotations.map(({ attributes }) => attributes)).toEqual([
      { plate: "B-XY 1", seats: 4, parked: false, make: "Fiat", damage: ["front", "side"] },
    ])
  })

  it("have attributes of a whole track and of one frame, beside those of the frame itself", async () => {
    const { dataset, page } = await opened(
      "frames",
      {
        task_type: "image-vector-sequence",
        task_attributes: {
          format_version: "0.1",
          categories: [
            {
              id: 1,
              name: "car",
              attributes: [
                { name: "plate", input_type: "text", is_track_level: true },
                { name: "lights", input_type: "text" },
              ],
            },
          ],
          image_attributes: [{ name: "weather", input_type: "text" }],
        },
      },
      2,
    )
    const form = page.locator("section[aria-label=Attributes]")
    await form.getByRole("heading", { name: "Frame" }).waitFor()
    await form.getByLabel("weather").fill("rain")
    await page.locator("[role=application]").focus()
    await page.keyboard.press("b")
    await strokeOver(page, [300, 200], [400, 300])
    await seesObjects(page, 1)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Shift+C")
    await page.getByText("2 of 2", { exact: true }).waitFor()
    await form.getByLabel("plate").fill("B-XY 1")
    await form.getByLabel("lights").fill("on")
    const { frames } = await submitted(page, dataset)
    expect(frames.map((frame) => [frame.image_attributes, frame.annotations[0]?.attributes])).toEqual([
      [{ weather: "rain" }, { plate: "B-XY 1" }],
      [undefined, { plate: "B-XY 1", lights: "on" }],
    ])
  })
})
