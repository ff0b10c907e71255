/** The clouds of neighboring frames around that of the shown one, placed by the poses of their frames. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { pcdOf, seeded, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()
const pictures = process.env.PICTURES

const frames = 4

/** In map coordinates, which floats do not hold. The vehicle drives and turns. */
const poseOf = (frame: number) => ({ x: 690_000 + frame * 8, y: 5_335_000 + frame * 3, yaw: frame * 0.4 })

type Place = readonly [x: number, y: number]

/** A place that is given from the first pose, as the vehicle sees it in a frame. */
const seenIn = (frame: number, [x, y]: Place): Place => {
  const [first, pose] = [poseOf(0), poseOf(frame)]
  const [dx, dy] = [x + first.x - pose.x, y + first.y - pose.y]
  return [
    dx * Math.cos(pose.yaw) + dy * Math.sin(pose.yaw),
    dy * Math.cos(pose.yaw) - dx * Math.sin(pose.yaw),
  ]
}

/** How far the ground reaches from the first pose: what is seen from above at the beginning. */
const reach = 50

/** What the second frame alone has: a patch of the ground, far from everything else. */
const patch = { middle: [34, 22] as Place, half: 4 }

/** Some ground around the first pose with corners that are the same in all frames, and the patch. */
const cloudOf = (frame: number): Uint8Array => {
  const random = seeded(frame + 1)
  const values: Array<number> = []
  const add = (place: Place) => values.push(...seenIn(frame, place), 0, 20)
  for (const x of [-reach, reach]) for (const y of [-reach, reach]) add([x, y])
  for (let left = 3000; left > 0; left--) {
    const [distance, angle] = [15 * Math.sqrt(random()), random() * 2 * Math.PI]
    add([distance * Math.cos(angle), distance * Math.sin(angle)])
  }
  const spread = () => (random() * 2 - 1) * patch.half
  if (frame === 1)
    for (let left = 12_000; left > 0; left--) add([patch.middle[0] + spread(), patch.middle[1] + spread()])
  return pcdOf(Float32Array.from(values))
}

const makeDrive = async (): Promise<void> => {
  const { server } = bed
  await server.call("POST", "/user/datasets/", {
    name: "neighbors",
    description: "",
    category: "other",
    task_type: "pointcloud-cuboid-sequence",
    task_attributes: { format_version: "0.1", categories: [{ id: 1, name: "car" }] },
  })
  await server.call("POST", "/datasets/admin/neighbors/samples/", {
    name: "drive",
    attributes: {
      frames: Array.from({ length: frames }, (_, frame) => {
        const { x, y, yaw } = poseOf(frame)
        return {
          pcd: { url: server.file(`neighbors/${frame}.pcd`, () => cloudOf(frame)), type: "pcd" },
          ego_pose: {
            position: { x, y, z: 0 },
            heading: { qx: 0, qy: 0, qz: Math.sin(yaw / 2), qw: Math.cos(yaw / 2) },
          },
        }
      }),
    },
  })
}

/** The share of the pixels around a place of the ground that points have lit. */
const litAt = (page: Page, [x, y]: Place): Promise<number> =>
  page.evaluate(
    async ([right, ahead, extent]) => {
      const canvas = document.querySelector("canvas")
      const gl = canvas?.getContext("webgl2")
      const main = document.querySelector("[role=application]")
      if (canvas == null || gl == null || main === null) throw new Error("There is no WebGL.")
      // A move of nothing draws, and pixels are read in the task that has drawn.
      main.dispatchEvent(new WheelEvent("wheel", { deltaY: 0.001, bubbles: true, cancelable: true }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const { height, width } = main.getBoundingClientRect()
      // The view from above fits the ground with a margin.
      const scale = height / 1.06 / (2 * extent)
      const half = 8
      const [left, bottom] = [
        Math.round(width / 2 + right * scale - half),
        Math.round(canvas.height - height / 2 + ahead * scale - half),
      ]
      const bytes = new Uint8Array((2 * half) ** 2 * 4)
      gl.readPixels(left, bottom, 2 * half, 2 * half, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
      let lit = 0
      for (let at = 0; at < bytes.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3)
        if (red + green + blue > 125 && Math.max(red, green, blue) > 80) lit += 1
      }
      return lit / (bytes.length / 4)
    },
    [x, y, reach] as const,
  )

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

describe("the clouds of neighboring frames", { timeout: 180_000 }, () => {
  it("appear where their poses place them, as many as are chosen, and vanish again", async () => {
    await makeDrive()
    const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/d/admin/neighbors/label`)
    await page.getByText("3,004 points").waitFor({ timeout: 60_000 })
    await page.getByRole("checkbox", { name: "Grid" }).uncheck()
    const elsewhere: Place = [-patch.middle[0], patch.middle[1]]
    const lit = () => litAt(page, patch.middle)
    expect(await lit()).toBeLessThan(0.05)
    const choice = page.getByRole("radiogroup", { name: "Number of neighboring frames shown on each side" })
    const choose = (count: number) => choice.getByText(String(count), { exact: true }).click()

    await choose(1)
    await page.getByText("1 of 1 neighboring frame").waitFor()
    await expect.poll(lit).toBeGreaterThan(0.6)
    expect(await litAt(page, elsewhere)).toBeLessThan(0.05)
    await picture(page, "neighbors-light")
    expect(await violations(page)).toEqual([])
    await choose(0)
    await expect.poll(lit).toBeLessThan(0.05)
    expect(await page.getByText("neighboring frame").count()).toBe(0)

    // Two frames farther, the patch is behind: it is drawn with two neighbors, and not with one.
    await page.keyboard.press("Escape")
    await page.getByRole("application").focus()
    await page.keyboard.press("Shift+ArrowRight")
    await page.getByText("4 of 4").waitFor()
    await choose(1)
    await page.getByText("1 of 1 neighboring frame").waitFor()
    await expect.poll(lit).toBeLessThan(0.05)
    await choose(2)
    await page.getByText("2 of 2 neighboring frames").waitFor()
    await expect.poll(lit).toBeGreaterThan(0.6)
    // A draw call for each of the three clouds, and none for the cuboids that are not there.
    expect(Number(await page.locator("canvas").getAttribute("data-draw-calls"))).toBe(3)

    // The key hides and shows them.
    await page.getByRole("application").focus()
    await page.keyboard.press("o")
    await expect.poll(lit).toBeLessThan(0.05)
    await page.keyboard.press("o")
    await expect.poll(lit).toBeGreaterThan(0.6)
    // The frame of the patch itself has it without neighbors.
    await page.keyboard.press("o")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await page.getByText("2 of 4").waitFor()
    await expect.poll(lit).toBeGreaterThan(0.6)
    expect(withoutDriver(faults)).toEqual([])
  })
})
