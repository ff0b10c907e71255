/** Samples of several sensors: their point clouds in one view, the images of their cameras beside it, and one label. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { imageSize } from "../support/cameras.ts"
import { withoutDriver } from "../support/clouds.ts"
import { label, makeSensors, missingBox, sharedLabel } from "../support/multiSensor.ts"
import { violations } from "../support/pages.ts"
import { storedAttributes } from "../support/rawText.ts"
import { save } from "../support/save.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()
const pictures = process.env.PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

const open = async (name: string, ...label: [attributes?: object, options?: { shares: boolean }]) => {
  const uuid = await makeSensors(bed.server, name, ...label)
  const before = await storedAttributes(bed.server, uuid)
  const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
  await page.setViewportSize({ width: 1440, height: 860 })
  await page.goto(`${bed.server.origin}/console/d/admin/${name}/label`)
  await page.getByText(/\d points$/).waitFor({ timeout: 60_000 })
  for (const camera of ["front", "rear"]) await page.locator(`[data-camera=${camera}][data-loaded]`).waitFor()
  return { before, faults, page, uuid }
}

const sensors = (page: Page) => page.getByRole("region", { name: "Sensors" })
const objects = (page: Page) =>
  page.getByRole("region", { name: "Objects", exact: true }).getByRole("listitem")
const shownPoints = async (page: Page): Promise<number> =>
  Number((await page.getByText(/\d points$/).innerText()).replace(/\D/g, ""))

describe("a sample of several sensors", { timeout: 120_000 }, () => {
  it("opens with the clouds of all lidars merged, the images of its cameras, and the objects of one sensor", async () => {
    const { before, faults, page, uuid } = await open("merged")
    await picture(page, "sensors")
    // Two clouds with 3000 points of ground each, 600 points for each of three cars.
    expect(await shownPoints(page)).toBe(2 * 3000 + 3 * 600)
    expect(await sensors(page).getByRole("listitem").count()).toBe(4)
    expect(await objects(page).count()).toBe(2)
    // The cuboids of both lidars are where the cameras see them.
    expect(await page.locator("[data-camera=front] [data-look]").count()).toBe(2)
    expect(await page.locator("[data-camera=rear] [data-look]").count()).toBe(1)
    expect(await page.locator("[data-camera=front] [data-type=bbox]").count()).toBe(1)
    expect(await violations(page)).toEqual([])

    await page.getByRole("button", { name: "Hide point cloud and cuboids of back" }).click()
    await expect.poll(() => shownPoints(page)).toBe(3000 + 2 * 600)
    expect(await page.locator("[data-camera=rear] [data-look]").count()).toBe(0)
    await page.getByRole("button", { name: "Hide point cloud and cuboids of top" }).click()
    await page.getByText("The point clouds of all sensors are hidden.").waitFor()
    await picture(page, "sensors-hidden")
    for (const name of ["top", "back"])
      await page.getByRole("button", { name: `Show point cloud and cuboids of ${name}` }).click()
    await expect.poll(() => shownPoints(page)).toBe(2 * 3000 + 3 * 600)

    // What is looked at in each sensor is not edited.
    for (const name of ["back", "front", "rear", "top"]) {
      await sensors(page).locator(`[data-sensor=${name}]`).click()
      await page.keyboard.press("ArrowRight")
    }
    await save(page)
    expect(await storedAttributes(bed.server, uuid)).toBe(before)
    expect(withoutDriver(faults)).toEqual([])
  })

  it("links a box that is drawn in an image to the selected cuboid: each selects the other, and all else keeps its bytes", async () => {
    const { before, faults, page, uuid } = await open("linked")
    await objects(page).nth(1).getByRole("button").first().click()
    expect(await page.locator("[data-camera=front] [data-look=selected]").count()).toBe(1)
    await sensors(page).locator("[data-sensor=front]").click()
    const canvas = page.locator("[data-camera=front] [data-testid=canvas]")
    await canvas.locator("img[style*=transform]").waitFor()
    // A box that is edited is not covered by the cuboid of the same car.
    const covered = await canvas.evaluate((element) => {
      const [box, cuboid] = ["[data-type=bbox]", "[data-look]"].map((one) => element.querySelector(one))
      if (!box || !cuboid) throw new Error("One of both is not drawn.")
      return (box.compareDocumentPosition(cuboid) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    })
    expect(covered).toBe(false)
    await canvas.focus()
    await page.keyboard.press("b")
    const [[left, top], [right, bottom]] = missingBox(0)
    const place = async (x: number, y: number) => {
      const image = await canvas.locator("img").boundingBox()
      if (image === null) throw new Error("no image")
      await page.mouse.move(
        image.x + (x / imageSize.width) * image.width,
        image.y + (y / imageSize.height) * image.height,
        { steps: 4 },
      )
    }
    await place(left, top)
    await page.mouse.down()
    await place(right, bottom)
    await page.mouse.up()
    await expect.poll(() => objects(page).count()).toBe(2)
    await picture(page, "sensors-linked")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Show all cameras" }).click()
    const drawn = page.locator("[data-camera=front] [data-type=bbox][data-key='2']")
    await drawn.waitFor()
    // A press on the box selects the cuboid too.
    await page.keyboard.press("Escape")
    await expect.poll(() => page.locator("[data-selected]").count()).toBe(0)
    const [box] = await Promise.all([drawn.boundingBox()])
    if (box === null) throw new Error("no box")
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.locator("[data-camera=front] [data-look=selected][data-key='2']").waitFor()
    await page.locator("[data-view=top] [data-handle=turn]").waitFor()

    await save(page)
    const after = JSON.parse(await storedAttributes(bed.server, uuid))
    const [added] = after.sensors[2].attributes.frames[0].annotations.splice(1, 1)
    expect(added).toMatchObject({ id: 2, track_id: 2, category_id: 1, type: "bbox", is_keyframe: true })
    expect(JSON.stringify(after)).toBe(before)
    expect(withoutDriver(faults)).toEqual([])
  })

  it("moves the cuboid of each sensor alone, and undo goes back through all of them to the stored bytes", async () => {
    const { before, faults, page, uuid } = await open("edited")
    const choose = async (sensor: string) => {
      await sensors(page).locator(`[data-sensor=${sensor}]`).click()
      await objects(page).first().getByRole("button").first().click()
      await page.locator("[data-view=main]").focus()
    }
    const stored = async () => {
      await save(page)
      return JSON.parse(await storedAttributes(bed.server, uuid))
    }
    const original = JSON.parse(before)
    const cuboid = (label: typeof original, sensor: 0 | 1) =>
      label.sensors[sensor].attributes.frames[0].annotations[0]
    await choose("top")
    await page.keyboard.press("w")
    const first = await stored()
    expect(cuboid(first, 0).position).not.toEqual(cuboid(original, 0).position)
    expect(first.sensors.slice(1)).toEqual(original.sensors.slice(1))
    await choose("back")
    await page.keyboard.press("e")
    const second = await stored()
    expect(cuboid(second, 1).yaw).not.toBe(cuboid(original, 1).yaw)
    expect(cuboid(second, 1).position).toEqual(cuboid(original, 1).position)
    expect(second.sensors[0]).toEqual(first.sensors[0])
    expect(second.sensors.slice(2)).toEqual(original.sensors.slice(2))
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await sensors(page).locator("[data-sensor=top][aria-pressed=true]").waitFor()
    await stored()
    expect(await storedAttributes(bed.server, uuid)).toBe(before)
    expect(withoutDriver(faults)).toEqual([])
  })

  it("edits shapes of a point cloud beside its cuboids, and keeps the points that it does not edit", async () => {
    // A category that nobody knows is a warning, which leads to the sensor of the shape.
    const { before, faults, page, uuid } = await open("curbs", sharedLabel(7), { shares: true })
    // The cloud that three sensors share is there once.
    expect(await shownPoints(page)).toBe(2 * 3000 + 3 * 600)
    await page.getByText("top, curbs, and ground share the same point cloud.").waitFor()
    await page.getByText("ground: labels of type pointcloud-segmentation-sequence are kept").waitFor()
    expect(await sensors(page).locator("[data-sensor=ground]").isDisabled()).toBe(true)
    expect(await page.locator("[data-camera=front] [data-shape='4']").count()).toBe(1)
    expect(await page.getByRole("button", { name: "Polygon" }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await picture(page, "sensors-shared")

    const chosen = (name: string) => sensors(page).locator(`[data-sensor=${name}][aria-pressed=true]`)
    await page
      .getByRole("region", { name: "Warnings" })
      .getByRole("button", { name: /curbs · Frame 1/ })
      .first()
      .click()
    await chosen("curbs").waitFor()
    const shape = page.locator("[data-view=main] ~ svg [data-shape='4']")
    await shape.locator("[data-vertex='3']").waitFor()
    await picture(page, "sensors-shapes")
    // The button that hides an object is there for a pointer over its row.
    await objects(page).first().hover()
    expect(await violations(page)).toEqual([])
    const main = page.locator("[data-view=main]")
    await main.focus()
    await page.keyboard.press(".")
    await page.keyboard.press("w")
    const curbs = (text: string) => {
      const label = JSON.parse(text)
      const [{ attributes }] = label.sensors.splice(4, 1)
      return { others: JSON.stringify(label), points: attributes.frames[0].annotations[0].points, attributes }
    }
    await save(page)
    const [was, moved] = [curbs(before), curbs(await storedAttributes(bed.server, uuid))]
    expect(moved.others).toBe(was.others)
    expect(moved.points[0]).not.toEqual(was.points[0])
    expect(moved.points.slice(1)).toEqual(was.points.slice(1))
    expect(moved.attributes.frames.slice(1)).toEqual(was.attributes.frames.slice(1))

    // A press on its line chooses the sensor, as one on a cuboid does.
    await sensors(page).locator("[data-sensor=top]").click()
    await page.keyboard.press("Escape")
    expect(await shape.locator("[data-vertex]").count()).toBe(0)
    const line = (await shape.locator("polyline").first().getAttribute("points")) ?? ""
    const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = []] = line
      .split(" ")
      .map((at) => at.split(",").map(Number))
    await main.click({ position: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 } })
    await chosen("curbs").waitFor()
    await shape.locator("[data-vertex='3']").waitFor()

    // An image that was looked at leads back to the sensor of clouds that was chosen before it.
    await page.getByRole("button", { name: "Enlarge front" }).click()
    await page.locator("[data-camera=front][data-edited] [data-shape='4']").waitFor()
    await page.getByRole("button", { name: "Show all cameras" }).click()
    await sensors(page).locator("[data-sensor=front][aria-pressed=false]").waitFor()
    expect(await chosen("curbs").count()).toBe(1)

    // What is begun in one sensor is not completed in another.
    await page.keyboard.press("Escape")
    await page.keyboard.press("Alt+p")
    for (const [x, y] of [
      [120, 80],
      [220, 80],
      [220, 160],
    ] as const)
      await main.click({ position: { x, y } })
    await sensors(page).locator("[data-sensor=back]").click()
    await sensors(page).locator("[data-sensor=curbs]").click()
    await main.focus()
    await page.keyboard.press("Enter")
    expect(await objects(page).count()).toBe(1)
    await page.keyboard.press("Alt+o")
    for (const [x, y] of [
      [120, 80],
      [220, 80],
    ] as const)
      await main.click({ position: { x, y } })
    await page.keyboard.press("Enter")
    await expect.poll(() => objects(page).count()).toBe(2)
    await picture(page, "sensors-drawn")
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await save(page)
    expect(await storedAttributes(bed.server, uuid)).toBe(before)
    expect(withoutDriver(faults)).toEqual([])
  })

  it("opens from an issue at its sensor and frame, and has no way to all cameras without a cloud to edit", async () => {
    const only = { ...label, sensors: label.sensors.filter(({ name }) => name === "front" || name === "top") }
    const uuid = await makeSensors(bed.server, "pinned", only, {
      type: "pointcloud-segmentation-sequence",
    })
    await bed.server.call("POST", `/samples/${uuid}/issues/`, {
      description: "Is this a car?",
      anchor: { type: "track", trackNumber: 1, sensor: "front", frame: 2 },
    })
    const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/d/admin/pinned/issues`)
    await page.getByRole("link", { name: "Object, front, frame 3: show in drive" }).click()
    await sensors(page).locator("[data-sensor=front][aria-pressed=true]").waitFor()
    await page.getByText("3 of 3").waitFor()
    // The label has cuboids where the sample has points.
    await page
      .getByText(
        "top: the label is of type pointcloud-cuboid-sequence, but the sample expects pointcloud-segmentation-sequence.",
      )
      .waitFor()
    await page.getByText("back: labels of type pointcloud-segmentation-sequence are kept").waitFor()
    expect(await sensors(page).locator("[data-sensor=top]").isDisabled()).toBe(true)
    await page.locator("[data-camera=front] [data-type=bbox][data-selected]").waitFor()
    expect(await page.locator("[data-camera]").count()).toBe(1)
    expect(await page.getByRole("button", { name: "Show all cameras" }).count()).toBe(0)
    expect(withoutDriver(faults)).toEqual([])
  })
})
