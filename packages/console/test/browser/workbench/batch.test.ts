/** One track over several frames: the views, edits that make keyframes, and fits of the whole track. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { type Box, cloudOf, withoutDriver } from "../support/clouds.ts"
import { dragHandle } from "../support/drag.ts"
import { violations } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()
const pictures = process.env.PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

const frames = 12
const numbers = Array.from({ length: frames }, (_, frame) => frame)

const car = (frame: number): Box => ({
  position: { x: 8 + frame * 0.5, y: 4, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw: 0.2,
})

/** The car as somebody has labeled it: too short, in all frames but the last two, with keyframes at both ends. */
const labeled = (frame: number) => ({
  id: 1,
  track_id: 1,
  is_keyframe: frame === 0 || frame === frames - 3,
  category_id: 1,
  type: "cuboid",
  attributes: {},
  ...car(frame),
  dimensions: { x: 4.1, y: 1.9, z: 1.6 },
})

const opened = async (name: string, settings: { readonly scheme?: "dark" | "light" } = {}) => {
  await bed.server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: "pointcloud-cuboid-sequence",
    enable_save_button: true,
    task_attributes: { format_version: "0.1", categories: [{ id: 1, name: "car", color: [46, 160, 255] }] },
  })
  const made = (await bed.server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "street",
    attributes: {
      frames: numbers.map((frame) => ({
        pcd: {
          url: bed.server.file(`${name}/${frame}.pcd`, () =>
            cloudOf([car(frame)], { seed: frame + 1, ground: 6000, each: 900, reach: 40 }),
          ),
          type: "pcd",
        },
      })),
    },
  })) as { readonly uuid: string }
  await bed.server.call("PUT", `/labels/${made.uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: {
      format_version: "0.2",
      frames: numbers.map((frame) => ({ annotations: frame < frames - 2 ? [labeled(frame)] : [] })),
    },
  })
  const { faults, page } = await signedIn(bed.browser, bed.server, adminKey, settings)
  await page.goto(`${bed.server.origin}/console/d/admin/${name}/label`)
  await page.getByText(/\d points$/).waitFor({ timeout: 60_000 })
  return { faults, page }
}

const column = (page: Page, frame: number) => page.locator(`[data-frame="${frame}"]`)

/** The number of points in a view of a frame. */
const points = async (page: Page, frame: number, view: string): Promise<number> =>
  Number(await column(page, frame).locator(`[data-batch=${view}] canvas`).getAttribute("data-points"))

describe("a track in several frames", { timeout: 180_000 }, () => {
  it("is seen from three sides in each, and what is dragged there makes a keyframe", async () => {
    const { faults, page } = await opened("batch")
    await page.keyboard.press("Tab")
    await page.keyboard.press("m")
    const batch = page.getByRole("region", { name: "Track in several frames" })
    await batch.getByText("Track 1 · car").waitFor()
    const shown = await page.locator("[data-frame]").count()
    expect(shown).toBeGreaterThanOrEqual(5)
    for (let frame = 0; frame < shown; frame++)
      for (const view of ["top", "side", "front"])
        await expect.poll(() => points(page, frame, view), { timeout: 60_000 }).toBeGreaterThan(100)
    // Its points are those of the frame: the middle of the car is where the label says, in each.
    await picture(page, "batch-light")
    expect(await violations(page)).toEqual([])
    expect(await column(page, 0).getByText("Keyframe").count()).toBe(1)
    expect(await column(page, 3).getByText("Interpolated").count()).toBe(1)
    await dragHandle(page, column(page, 3).locator("[data-batch=top]"), "1 0", [10, 0])
    await column(page, 3).getByText("Keyframe").waitFor()
    await page.getByText("4 of 12").waitFor()
    const length = async () =>
      Number(await page.getByRole("textbox", { name: "Length", exact: true }).inputValue())
    await expect.poll(length).toBeGreaterThan(4.2)
    expect(await column(page, 3).locator("button[aria-current=true]").count()).toBe(1)
    await page.keyboard.press("Control+z")
    await expect.poll(length).toBeCloseTo(4.1, 3)
    await column(page, 3).getByText("Interpolated").waitFor()
    // The keys act on the frame that was pressed last.
    await column(page, 2).getByRole("button").first().click()
    await page.keyboard.press("Shift+d")
    await column(page, 2).getByText("Keyframe").waitFor()
    await page.keyboard.press("Control+z")
    // The next page, and the frames without the object.
    await batch.getByRole("button", { name: "Next frames" }).click()
    const last = column(page, frames - 1)
    await last.getByText("Not in this frame").waitFor()
    await last.getByRole("button", { name: "Add here" }).click()
    await last.getByText("Keyframe").waitFor()
    await expect.poll(() => points(page, frames - 1, "top"), { timeout: 60_000 }).toBeGreaterThan(50)
    await picture(page, "batch-added")
    await page.keyboard.press("Escape")
    await batch.waitFor({ state: "detached" })
    await page.getByRole("application").waitFor()
    expect(withoutDriver(faults)).toEqual([])
  })

  it("is fitted in all of its keyframes with one key, and undone with another", async () => {
    const { faults, page } = await opened("fits", { scheme: "dark" })
    await page.keyboard.press("Tab")
    await page.keyboard.press("m")
    await page.keyboard.press("Shift+Z")
    await page.getByText("2 of 2 keyframes fitted.").waitFor({ timeout: 60_000 })
    const length = async () =>
      Number(await page.getByRole("textbox", { name: "Length", exact: true }).inputValue())
    await expect.poll(async () => Math.abs((await length()) - 4.4)).toBeLessThan(0.1)
    await expect.poll(() => points(page, 1, "top"), { timeout: 60_000 }).toBeGreaterThan(100)
    await picture(page, "batch-dark")
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("Control+z")
    await expect.poll(length).toBeCloseTo(4.1, 3)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.waitForTimeout(300)
    await picture(page, "batch-phone")
    expect(withoutDriver(faults)).toEqual([])
  })
})
