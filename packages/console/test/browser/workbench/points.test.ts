import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import {
  distanceTo,
  drag,
  isInside,
  makePoints,
  middleOf,
  openPoints,
  type Place,
  pixelsOf,
  roundLine,
  scenePoints,
  storedPoints,
  unassigned,
  viewOf,
} from "../support/points.ts"
import { save } from "../support/save.ts"
import { adminKey } from "../support/server.ts"
import { objectCount, seesObjects } from "../support/workbench.ts"

const bed = testBed()

const pictures = process.env.PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/points-${name}.png` })
}

/** What a line around the first block selects, computed from the scene: `undefined` for a point too near to the line to decide. */
const expectedOf = (pixels: ReadonlyArray<Place>, line: ReadonlyArray<Place>) =>
  // The places of the pointer are whole pixels, those of points are not.
  pixels.map((place) => (distanceTo(line, place) < 1 ? undefined : isInside(line, place) ? 1 : 0))

const demandIds = (
  stored: ReadonlyArray<number>,
  expected: ReadonlyArray<number | undefined>,
  id = 1,
): void => {
  expect(stored).toHaveLength(expected.length)
  const differing = expected.flatMap((one, point) =>
    one === undefined || stored[point] === one * id ? [] : [point],
  )
  expect(differing).toEqual([])
  expect(expected.filter((one) => one === undefined).length).toBeLessThan(scenePoints / 40)
  expect(expected.filter((one) => one === 1).length).toBeGreaterThan(1400)
}

/** Presses the lasso's key, and draws around the first block. */
const lasso = async (page: Page, scene: Float32Array) => {
  const pixels = pixelsOf(scene, await viewOf(page))
  const line = roundLine(middleOf(pixels, 0), 70)
  await page.keyboard.press("g")
  await drag(page, [...line, line[0] ?? [0, 0]])
  return expectedOf(pixels, line)
}

const hover = async (page: Page, [across, down]: Place): Promise<void> => {
  const { x, y } = await viewOf(page)
  await page.mouse.move(x + across, y + down)
}

/** The picture of the view, without the outline of a tool: the pointer is outside. */
const seen = async (page: Page): Promise<string> => {
  const { height, width, x, y } = await viewOf(page)
  await page.mouse.move(1, 1)
  // Without the words at its edges, which say what a tool does.
  const clip = { x: x + width * 0.2, y: y + height * 0.2, width: width * 0.6, height: height * 0.6 }
  return (await page.screenshot({ clip })).toString("base64")
}

const crash = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  // The call gets no answer.
  session.send("Page.crash").catch(() => {})
  await crashed
}

describe("points of a cloud in the workbench", { timeout: 180_000 }, () => {
  it("get the object of a lasso around them, which undo takes back, and are stored in the order of the file", async () => {
    const { dataset, key, scenes, uuid } = await makePoints(bed.server, { name: "lasso" })
    const [scene = new Float32Array()] = scenes
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openPoints(page, bed.server, dataset)
    expect(await unassigned(page)).toBe(scenePoints)
    await picture(page, "opened")
    const expected = await lasso(page, scene)
    await seesObjects(page, 1)
    await picture(page, "lasso")
    expect(await violations(page)).toEqual([])
    const counted = Number(await page.locator("[data-points]").getAttribute("data-points"))
    expect(await unassigned(page)).toBe(scenePoints - counted)
    expect(await page.locator("[data-category='1']").getAttribute("data-sum")).toBe(String(counted))
    await page.keyboard.press("Control+z")
    expect(await unassigned(page)).toBe(scenePoints)
    expect(await objectCount(page)).toBe(0)
    await page.keyboard.press("Control+Shift+z")
    expect(await unassigned(page)).toBe(scenePoints - counted)
    await save(page)
    const stored = await storedPoints(bed.server, uuid)
    expect(stored.annotations).toEqual([{ id: 1, category_id: 1, attributes: {} }])
    demandIds(stored.point_annotations, expected)
    expect(withoutDriver(faults)).toEqual([])
  })

  it("are painted and erased by the brush, and the camera keeps the other buttons, Space and the wheel", async () => {
    const { dataset, key, scenes, uuid } = await makePoints(bed.server, { name: "brush" })
    const [scene = new Float32Array()] = scenes
    const { page } = await signedIn(bed.browser, bed.server, key)
    await openPoints(page, bed.server, dataset)
    const pixels = pixelsOf(scene, await viewOf(page))
    const [x, y] = middleOf(pixels, 0)
    await page.keyboard.press("b")
    await drag(page, [
      [x - 40, y],
      [x + 40, y],
    ])
    await seesObjects(page, 1)
    const painted = await unassigned(page)
    expect(painted).toBeLessThan(scenePoints - 300)
    await picture(page, "brush")
    // Another object, which paints only what is of none.
    await page.keyboard.press("a")
    await page.keyboard.press("q")
    await drag(page, [
      [x, y - 40],
      [x, y + 40],
    ])
    await seesObjects(page, 2)
    const [first, second] = await page
      .locator("[data-points]")
      .evaluateAll((marks) => marks.map((mark) => Number(mark.getAttribute("data-points"))))
    expect(first).toBe(scenePoints - painted)
    expect((first ?? 0) + (second ?? 0) + (await unassigned(page))).toBe(scenePoints)
    // The eraser takes the points of the selected object, and the object when it has none left.
    await page.keyboard.press("x")
    await drag(page, [
      [x, y - 45],
      [x, y + 45],
    ])
    await seesObjects(page, 1)
    expect(await unassigned(page)).toBe(painted)
    await page.keyboard.press("b")
    const still = await seen(page)
    expect(await seen(page)).toBe(still)
    await drag(
      page,
      [
        [x, y],
        [x + 60, y + 30],
        [x + 90, y],
      ],
      "right",
    )
    // The scene went with the pointer: what was painted is under it now, and what lay to the left is where that was.
    await page.keyboard.press("Escape")
    await hover(page, [x + 90, y])
    await page.locator("[data-hovered='1']").waitFor()
    await hover(page, [x - 10, y])
    await page.locator("[data-hovered]").waitFor({ state: "detached" })
    const moved = await seen(page)
    expect(moved).not.toBe(still)
    await page.keyboard.press("b")
    await page.keyboard.down("Space")
    await drag(page, [
      [x, y],
      [x + 50, y + 80],
    ])
    await page.keyboard.up("Space")
    const turned = await seen(page)
    expect(turned).not.toBe(moved)
    await hover(page, [x, y])
    await page.mouse.wheel(0, 300)
    await expect.poll(() => seen(page)).not.toBe(turned)
    expect(await unassigned(page)).toBe(painted)
    await picture(page, "turned")
    await page.keyboard.press("Escape")
    await save(page)
    const { annotations, point_annotations } = await storedPoints(bed.server, uuid)
    expect(annotations.map(({ id }) => id)).toEqual([1])
    expect(point_annotations.filter((id) => id !== 0)).toHaveLength(scenePoints - painted)
  })

  it("above the ground alone get the object of a box, where the filter says so", async () => {
    const { dataset, key, scenes, uuid } = await makePoints(bed.server, { name: "ground" })
    const [scene = new Float32Array()] = scenes
    const { page } = await signedIn(bed.browser, bed.server, key)
    await openPoints(page, bed.server, dataset)
    const view = await viewOf(page)
    await page.keyboard.press("r")
    await page.keyboard.press("t")
    expect(await page.getByRole("switch", { name: "Only above the ground" }).isChecked()).toBe(true)
    await drag(page, [
      [2, 2],
      [view.width - 2, view.height - 2],
    ])
    await seesObjects(page, 1)
    await save(page)
    const { point_annotations } = await storedPoints(bed.server, uuid)
    for (const [point, id] of point_annotations.entries()) {
      const height = scene[point * 4 + 2] ?? 0
      // The height of the ground is that of most points, to a tenth of a meter.
      if (Math.abs(height - 0.2) > 0.12) expect(id).toBe(height > 0.2 ? 1 : 0)
    }
  })

  it("are in the draft, and there again after the page was killed", async () => {
    const { dataset, key, scenes, uuid } = await makePoints(bed.server, { name: "killed" })
    const [scene = new Float32Array()] = scenes
    const { context, page } = await signedIn(bed.browser, bed.server, key)
    await openPoints(page, bed.server, dataset)
    const expected = await lasso(page, scene)
    await seesObjects(page, 1)
    const left = await unassigned(page)
    await page.getByText("Draft saved").waitFor()
    await crash(context, page)
    const again = await context.newPage()
    await openPoints(again, bed.server, dataset)
    expect(await unassigned(again)).toBe(left)
    expect(await objectCount(again)).toBe(1)
    await again.locator("[data-view=main]").focus()
    await save(again)
    demandIds((await storedPoints(bed.server, uuid)).point_annotations, expected)
  })

  it("of two frames are those of one track, and a frame that nobody painted keeps its list", async () => {
    const third = Array.from({ length: scenePoints }, (_, point) => (point % 5 === 0 ? 4 : 0))
    const annotation = { id: 4, track_id: 4, category_id: 2, is_keyframe: true, attributes: {} }
    const empty = { annotations: [], point_annotations: [] }
    const { dataset, key, scenes, uuid } = await makePoints(bed.server, {
      name: "frames",
      frames: 3,
      label: {
        format_version: "0.2",
        frames: [empty, empty, { annotations: [annotation], point_annotations: third }],
      },
    })
    const [scene = new Float32Array(), next = new Float32Array()] = scenes
    const { page } = await signedIn(bed.browser, bed.server, key)
    await openPoints(page, bed.server, dataset)
    const expected = await lasso(page, scene)
    await page.locator("[data-points]").waitFor()
    await page.keyboard.press("ArrowRight")
    // The object of the frame before is offered here, and still selected.
    const elsewhere = page.getByRole("list", { name: "In other frames" })
    await elsewhere.getByRole("button", { pressed: true }).waitFor()
    expect(await elsewhere.getByRole("listitem").count()).toBe(2)
    await page.waitForFunction(
      (all) => document.querySelector("[data-unassigned]")?.getAttribute("data-unassigned") === all,
      String(scenePoints),
    )
    await picture(page, "second-frame")
    const pixels = pixelsOf(scene, await viewOf(page))
    const line = roundLine(middleOf(pixels, 1), 70)
    await drag(page, [...line, line[0] ?? [0, 0]])
    await page.locator("[data-points]").waitFor()
    await save(page)
    const [first, second, last] = (await storedPoints(bed.server, uuid)).frames
    const made = { id: 5, track_id: 5, category_id: 1, is_keyframe: true, attributes: {} }
    expect(first?.annotations).toEqual([made])
    expect(second?.annotations).toEqual([made])
    demandIds(first?.point_annotations ?? [], expected, 5)
    const inSecond = new Set(second?.point_annotations)
    expect(inSecond).toEqual(new Set([0, 5]))
    expect(second?.point_annotations).toHaveLength(next.length / 4)
    expect(last).toEqual({ annotations: [annotation], point_annotations: third })
  })

  it("whose ids are too few are shown with the reason, and nothing is painted or lost", async () => {
    const label = {
      format_version: "0.2",
      annotations: [{ id: 1, category_id: 1, attributes: {} }],
      point_annotations: [0, 1, 1],
    }
    const { dataset, key, uuid } = await makePoints(bed.server, { name: "misfit", label })
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    const alert = page.getByRole("alert").filter({ hasText: "The label does not match the point cloud" })
    await alert.waitFor()
    expect(await alert.textContent()).toContain("The label has 3 IDs, but the file has 9,000 points.")
    await picture(page, "misfit")
    const { height, width, y } = await viewOf(page)
    // The cloud can be looked at: the notice leaves its middle free.
    const box = await alert.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThan(y + height / 3)
    await page.keyboard.press("g")
    await drag(page, [...roundLine([width / 4, height / 2], 60)])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Delete")
    expect(await objectCount(page)).toBe(1)
    await save(page)
    expect(await storedPoints(bed.server, uuid)).toEqual(label)
  })

  it("outside of a queue are shown and not edited", async () => {
    const ids = Array.from({ length: scenePoints }, (_, point) => (point < 6000 ? 0 : 1))
    const { dataset, scenes, uuid } = await makePoints(bed.server, {
      name: "shown",
      label: {
        format_version: "0.2",
        annotations: [{ id: 1, category_id: 2, attributes: {} }],
        point_annotations: ids,
      },
    })
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/samples/${uuid}`)
    await page.locator("[data-unassigned]").waitFor()
    expect(await unassigned(page)).toBe(6000)
    expect(await page.getByRole("button", { name: "Lasso" }).isDisabled()).toBe(true)
    const [x, y] = middleOf(pixelsOf(scenes[0] ?? new Float32Array(), await viewOf(page)), 0)
    const view = await viewOf(page)
    await page.mouse.move(view.x + x, view.y + y)
    await page.locator("[data-hovered='1']").waitFor()
    await page.mouse.click(view.x + x, view.y + y)
    await page.getByRole("button", { pressed: true, name: /tree/ }).first().waitFor()
    await picture(page, "shown")
    expect(await unassigned(page)).toBe(6000)
  })

  it.runIf(pictures !== undefined)("are seen in both schemes and sizes", async () => {
    const { dataset, key, scenes } = await makePoints(bed.server, { name: "pictures" })
    for (const scheme of ["light", "dark"] as const)
      for (const size of ["wide", "phone"] as const) {
        const { page } = await signedIn(bed.browser, bed.server, key, { scheme, size })
        await openPoints(page, bed.server, dataset)
        if (size === "wide" && scheme === "light") {
          await lasso(page, scenes[0] ?? new Float32Array())
          await seesObjects(page, 1)
          await save(page)
        }
        await picture(page, `${scheme}-${size}`)
        await page.close()
      }
  })
})
