/** One wheel and one drag, whatever they are over: an image, its small copy beside a cloud, the cloud, and a view without perspective. */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeSensors } from "../support/multiSensor.ts"
import { adminKey } from "../support/server.ts"
import { corners, makeShapes, openShapes, press } from "../support/spaceShapes.ts"

const bed = testBed()

interface Stage {
  /** Takes the pointer. */
  readonly target: Locator
  /** Moves and grows with the view. */
  readonly drawn: Locator
  /** The button that moves the view. */
  readonly button: "left" | "middle" | "right"
}

const label = {
  format_version: "0.1",
  annotations: [{ id: 1, category_id: 1, type: "polygon", points: corners.map(([x, y]) => [x, y, 0]) }],
}
const camera = { name: "sky", at: [-45, 16, 12], yaw: 0 } as const

const shownCloud = async (name: string): Promise<Page> => {
  const { dataset, key } = await makeShapes(bed.server, name, { camera, label })
  const { page } = await signedIn(bed.browser, bed.server, key)
  await page.setViewportSize({ width: 1440, height: 860 })
  await openShapes(page, bed.server, dataset)
  await page.locator("[data-camera][data-loaded]").waitFor()
  return page
}

const stages = {
  "a point cloud": async () => {
    const page = await shownCloud("main-view")
    const overlay = page.locator("[data-view=main] ~ svg")
    return {
      target: page.locator("[data-view=main]"),
      drawn: overlay.locator("[data-shape='1']").first(),
      button: "right",
    }
  },
  "a view without perspective": async () => {
    const page = await shownCloud("side-view")
    await press(page, [[-22, 16]])
    const view = page.locator("[data-view=top] svg")
    const drawn = view.locator("g[data-look=selected]")
    await drawn.waitFor({ state: "attached" })
    return { target: view, drawn, button: "left" }
  },
  "the image of a camera": async () => {
    const page = await shownCloud("camera")
    await page.getByRole("button", { name: "Enlarge sky" }).click()
    const image = page.locator("[data-camera] img")
    return { target: image.locator(".."), drawn: image, button: "left" }
  },
  "an image that is edited": async () => {
    await makeSensors(bed.server, "edited-image")
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.setViewportSize({ width: 1440, height: 860 })
    await page.goto(`${bed.server.origin}/console/d/admin/edited-image/label`)
    await page.locator("[data-camera=front][data-loaded]").waitFor({ timeout: 60_000 })
    await page.locator("[data-sensor=front]").click()
    const canvas = page.locator("[data-camera=front][data-edited] [role=application]")
    return { target: canvas, drawn: canvas.locator("img"), button: "middle" }
  },
} satisfies { readonly [name: string]: () => Promise<Stage> }

/** The bounds once they have been the same in two pictures of the screen. */
const bounds = (drawn: Locator) =>
  drawn.evaluate(async (element) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let last = element.getBoundingClientRect(); ; ) {
      await painted()
      await painted()
      const { height, left, top, width } = element.getBoundingClientRect()
      if (last.width === width && last.left === left && last.top === top) return { left, top, width, height }
      last = new DOMRect(left, top, width, height)
    }
  })

/** How much larger a turn of the wheel in the middle makes what is drawn. */
const growthBy = async ({ drawn, target }: Stage, wheel: object): Promise<number> => {
  const before = await bounds(drawn)
  await target.evaluate((element, options) => {
    const { height, left, top, width } = element.getBoundingClientRect()
    const [clientX, clientY] = [left + width / 2, top + height / 2]
    element.dispatchEvent(
      new WheelEvent("wheel", { clientX, clientY, bubbles: true, cancelable: true, ...options }),
    )
  }, wheel)
  return (await bounds(drawn)).width / before.width
}

describe("each view of the workbench", { timeout: 120_000 }, () => {
  it.for(Object.entries(stages))(
    "of %s zooms as far by lines of the wheel as by their pixels, and is dragged with the pointer",
    async ([, open]) => {
      const stage = await open()
      await bounds(stage.drawn)
      // A notch of a wheel: Chromium reports 100 pixels, Firefox three lines, some drivers a page.
      const lines = await growthBy(stage, { deltaY: -3, deltaMode: 1 })
      const back = await growthBy(stage, { deltaY: 3, deltaMode: 1 })
      const pixels = await growthBy(stage, { deltaY: -100, deltaMode: 0 })
      expect(lines).toBeGreaterThan(1.1)
      expect(lines).toBeLessThan(1.25)
      expect(lines * back).toBeCloseTo(1, 1)
      expect(Math.abs(lines - pixels)).toBeLessThan(0.02)

      const page = stage.target.page()
      const before = await bounds(stage.drawn)
      const area = await stage.target.boundingBox()
      if (area === null) throw new Error("The view is not shown.")
      // Beside what can be picked up.
      const [x, y] = [area.x + area.width * 0.9, area.y + area.height * 0.85]
      await page.mouse.move(x, y)
      await page.mouse.down({ button: stage.button })
      for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x - 24 * part, y - 12 * part)
      await page.mouse.up({ button: stage.button })
      await page.mouse.move(x, y)
      const after = await bounds(stage.drawn)
      expect(Math.abs(after.left - before.left + 24)).toBeLessThan(2)
      expect(Math.abs(after.top - before.top + 12)).toBeLessThan(2)
    },
  )
})
