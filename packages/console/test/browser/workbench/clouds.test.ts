import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { type Box, cloudOf, withoutDriver } from "../support/clouds.ts"
import { dragHandle } from "../support/drag.ts"
import { violations } from "../support/pages.ts"
import { save } from "../support/save.ts"
import type { TestServer } from "../support/server.ts"
import { objectCount } from "../support/workbench.ts"

const bed = testBed()

const pictures = process.env.PICTURES

const box = (x: number, y: number, yaw: number): Box => ({
  position: { x, y, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw,
})

/** Cars on a street; the last two stand in one another. */
const cars = [box(8, 4, 0), box(-12, -4, Math.PI), box(20, 10, 1.2), box(-20, 12, 0.3), box(-17.2, 12.6, 0.5)]

interface Cloud {
  readonly name: string
  readonly frames: number
}

/** A dataset with one sample of point clouds, which somebody has labeled but for the first car. */
const makeClouds = async (server: TestServer, { frames, name }: Cloud): Promise<string> => {
  const sequence = frames > 1
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: sequence ? "pointcloud-cuboid-sequence" : "pointcloud-cuboid",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car", color: [46, 160, 255], dimensions: { x: 4.2, y: 1.8, z: 1.5 } },
        { id: 2, name: "truck", color: [255, 160, 60] },
      ],
      warning_rules: [{ name: "intersecting-cuboids", excluded_categories: [] }],
    },
  })
  const moved = (frame: number) =>
    cars.map((car) => ({ ...car, position: { ...car.position, x: car.position.x + frame * 0.5 } }))
  const attributes = (frame: number) => ({
    pcd: {
      url: server.file(`${name}/${frame}.pcd`, () =>
        cloudOf(moved(frame), { seed: frame + 1, ground: 8000, each: 900 }),
      ),
      type: "pcd",
    },
  })
  const annotations = (frame: number) =>
    moved(frame)
      .slice(1)
      .map((car, index) => ({
        id: index + 1,
        ...(sequence ? { track_id: index + 1, is_keyframe: true } : {}),
        category_id: 1,
        type: "cuboid",
        attributes: {},
        ...car,
      }))
  const numbers = Array.from({ length: frames }, (_, frame) => frame)
  const made = await server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "street",
    attributes: sequence ? { frames: numbers.map(attributes) } : attributes(0),
  })
  if (typeof made !== "object" || made === null || !("uuid" in made)) throw new Error("There is no sample.")
  await server.call("PUT", `/labels/${made.uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: sequence
      ? { format_version: "0.2", frames: numbers.map((frame) => ({ annotations: annotations(frame) })) }
      : { format_version: "0.2", annotations: annotations(0) },
  })
  return `admin/${name}`
}

const opened = async (page: Page, origin: string, dataset: string): Promise<void> => {
  await page.goto(`${origin}/console/d/${dataset}/label`)
  await page.getByRole("application").waitFor()
  await page.getByText(/\d (points|Punkte)$/).waitFor()
}

/** Reads pixels of the canvas in the task that has drawn them; the share that is lit, and the number of colors. */
const pixels = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector("canvas")
    const gl = canvas?.getContext("webgl2")
    if (canvas == null || gl == null) throw new Error("There is no WebGL.")
    const main = document.querySelector("[role=application]")
    main?.dispatchEvent(new WheelEvent("wheel", { deltaY: 0.001, bubbles: true, cancelable: true }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const bytes = new Uint8Array(canvas.width * canvas.height * 4)
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
    const colors = new Set<number>()
    const ground = (bytes[0] ?? 0) + (bytes[1] ?? 0) + (bytes[2] ?? 0)
    let lit = 0
    for (let at = 0; at < bytes.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3)
      colors.add((red << 16) | (green << 8) | blue)
      if (red + green + blue > ground + 60) lit += 1
    }
    return { lit: lit / (bytes.length / 4), colors: colors.size, isLost: gl.isContextLost() }
  })

const objectCountOf = (page: Page): Promise<number> => page.locator("section[aria-label=Objekte] li").count()

const field = async (page: Page, name: string): Promise<number> =>
  Number((await page.getByRole("textbox", { name, exact: true }).inputValue()).replace(",", "."))

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

describe("a point cloud in the workbench", { timeout: 180_000 }, () => {
  it("is drawn from above, and its warnings lead to both cuboids, which the keys repair", async () => {
    const dataset = await makeClouds(bed.server, { name: "street", frames: 1 })
    const key = await bed.server.person("jane")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, { user: "jane", role: "labeler" })
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await opened(page, bed.server.origin, dataset)
    expect(await objectCount(page)).toBe(4)
    const drawn = await pixels(page)
    expect(drawn.isLost).toBe(false)
    expect(drawn.lit).toBeGreaterThan(0.05)
    expect(drawn.colors).toBeGreaterThan(50)
    await picture(page, "birdsEye")
    const warnings = page.getByRole("region", { name: "Warnings" })
    await warnings.getByRole("listitem").first().waitFor()
    expect(await warnings.getByRole("listitem").count()).toBe(1)
    await page.keyboard.press("n")
    await page.waitForTimeout(400)
    await picture(page, "jump")
    expect(await violations(page)).toEqual([])
    const objects = page.getByRole("region", { name: "Objects" })
    expect(await objects.getByRole("button", { pressed: true }).count()).toBe(2)
    await page.keyboard.press("Escape")
    await objects.getByRole("listitem").last().getByRole("button").first().click()
    await picture(page, "selected")
    const x = await field(page, "x")
    for (let press = 0; press < 7; press++) await page.keyboard.press("Shift+d")
    await expect.poll(() => field(page, "x")).toBeCloseTo(x + 3.5, 3)
    await warnings.getByText("No warnings.").waitFor()
    await page.keyboard.press("Control+z")
    await expect.poll(() => field(page, "x")).toBeCloseTo(x, 3)
    await page.keyboard.press("Control+Shift+z")
    await page.keyboard.press("z")
    await page.keyboard.press("g")
    await save(page)
    expect(withoutDriver(faults)).toEqual([])
  })
})

describe("warnings without the network", { timeout: 180_000 }, () => {
  it("follow edits, and one that may stay does not come back", async () => {
    const dataset = await makeClouds(bed.server, { name: "offline", frames: 1 })
    const key = await bed.server.person("ida")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, { user: "ida", role: "labeler" })
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await opened(page, bed.server.origin, dataset)
    const warnings = page.getByRole("region", { name: "Warnings" })
    await warnings.getByRole("button", { name: "Dismiss" }).click()
    await warnings.getByLabel("Reason for dismissing it").fill("A trailer.")
    await page.keyboard.press("Enter")
    await warnings.getByText("Dismissed: A trailer.").waitFor()

    const blocked: Array<string> = []
    await page.route(/\/(check|warnings)\/(\?|$)/, (route) => {
      blocked.push(route.request().url())
      return route.abort()
    })
    const rows = warnings.getByRole("listitem")
    const objects = page.getByRole("region", { name: "Objects" })
    await objects.getByRole("listitem").first().getByRole("button").first().click()
    const x = page.getByRole("textbox", { name: "x", exact: true })
    const y = page.getByRole("textbox", { name: "y", exact: true })
    const [startX, startY] = [await x.inputValue(), await y.inputValue()]
    const moveTo = async (toX: string, toY: string) => {
      await x.fill(toX)
      await y.fill(toY)
      await y.press("Enter")
    }
    await moveTo("20.5", "10.25")
    await rows.getByText("Cuboids 1 and 2 intersect.").waitFor()
    expect(await rows.count()).toBe(2)
    expect(await rows.last().textContent()).toContain("Dismissed: A trailer.")
    await picture(page, "offline")
    await page.mouse.move(300, 300)
    expect(await violations(page)).toEqual([])
    await moveTo(startX, startY)
    await expect.poll(() => rows.count()).toBe(1)
    await warnings.getByText("No warnings.").waitFor()
    expect(await rows.textContent()).toContain("Dismissed: A trailer.")
    expect(blocked).toEqual([])

    // Another check is the server's, and says when there is none.
    await warnings.getByRole("button", { name: "Check again" }).click()
    await warnings.getByText("The label could not be checked.").waitFor()
    expect(blocked).toHaveLength(1)
    await page.unrouteAll()
    await warnings.getByRole("button", { name: "Check again" }).click()
    await warnings.getByText("The label could not be checked.").waitFor({ state: "detached" })
    expect(await rows.textContent()).toContain("Dismissed: A trailer.")
    expect(withoutDriver(faults).filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([])
  })
})

describe("a sequence of point clouds", { timeout: 180_000 }, () => {
  it("is labeled with a cuboid of three presses, copied to the next frame, and read by others as it was saved", async () => {
    const dataset = await makeClouds(bed.server, { name: "drive", frames: 3 })
    const key = await bed.server.person("max")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, { user: "max", role: "labeler" })
    const { faults, page } = await signedIn(bed.browser, bed.server, key, { scheme: "dark", locale: "de-DE" })
    await opened(page, bed.server.origin, dataset)
    await page.keyboard.press("b")
    const canvas = page.getByRole("application")
    const area = await canvas.boundingBox()
    if (area === null) throw new Error("There is no canvas.")
    // The view from above fits the ground, which reaches 93 m to each side: the car at (8, 4) is found by that scale.
    const { meters, middle } = await page.evaluate(() => {
      const { height, width } =
        document.querySelector("[role=application]")?.getBoundingClientRect() ?? new DOMRect()
      return { middle: [width / 2, height / 2], meters: height / 1.06 / 186 }
    })
    for (const [x, y] of [
      [5.8, 3],
      [10.2, 3],
      [10.2, 5],
    ] as const)
      await page.mouse.click(area.x + (middle[0] ?? 0) + x * meters, area.y + (middle[1] ?? 0) - y * meters)
    await expect.poll(() => objectCountOf(page)).toBe(5)
    await picture(page, "made")
    await expect.poll(() => field(page, "Länge")).toBeCloseTo(4.4, 1)
    expect(await field(page, "Breite")).toBeCloseTo(1.9, 1)
    expect(await field(page, "Höhe")).toBeCloseTo(1.6, 1)
    expect(Math.abs((await field(page, "x")) - 8)).toBeLessThan(0.05)
    await page.keyboard.press("Shift+C")
    await page.getByText("2 von 3").waitFor()
    await page.keyboard.press("z")
    await expect.poll(async () => Math.abs((await field(page, "x")) - 8.5)).toBeLessThan(0.05)
    await picture(page, "copied")
    // Lifted from the ground, and put back.
    const z = await field(page, "z")
    await page.keyboard.press("Shift+r")
    await expect.poll(() => field(page, "z")).toBeCloseTo(z + 0.5, 3)
    await page.keyboard.press("x")
    await expect.poll(async () => Math.abs((await field(page, "z")) - z)).toBeLessThan(0.06)
    // The track of two frames becomes two tracks, and one again.
    await page.getByText("Track in den Frames 1 bis 2, 2 Keyframes").waitFor()
    await page.keyboard.press("Shift+K")
    await page.getByText("Track in den Frames 2 bis 2, 1 Keyframe").waitFor()
    await picture(page, "split")
    expect(await violations(page)).toEqual([])
    await page.getByRole("combobox", { name: "Mit Track zusammenführen" }).click()
    await page.getByRole("option", { name: "5 · car" }).click()
    await page.getByText("Track in den Frames 1 bis 2, 2 Keyframes").waitFor()
    expect(await objectCountOf(page)).toBe(5)
    // A point separates thousands in German.
    await page.getByRole("textbox", { name: "z", exact: true }).fill("1,25")
    expect(await save(page)).toMatch(/"z":1\.25\b/)
    expect(withoutDriver(faults)).toEqual([])
  })

  it("survives the loss of the graphics, says what is wrong with a file, and draws as much for many cuboids as for few", async () => {
    const dataset = await makeClouds(bed.server, { name: "faults", frames: 2 })
    const key = await bed.server.person("eve")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, { user: "eve", role: "labeler" })
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.route("**/faults/1.pcd", (route) =>
      route.fulfill({
        body: "VERSION 0.7\nFIELDS x y z\nSIZE 4 4\nTYPE F F F\nDATA ascii\n",
        headers: { "access-control-allow-origin": "*" },
      }),
    )
    await opened(page, bed.server.origin, dataset)
    await page.getByRole("region", { name: "Warnings" }).getByRole("listitem").first().waitFor()
    const before = await pixels(page)
    await picture(page, "before")
    await page.evaluate(async () => {
      const gl = document.querySelector("canvas")?.getContext("webgl2")
      const loss = gl?.getExtension("WEBGL_lose_context")
      loss?.loseContext()
      await new Promise((resolve) => setTimeout(resolve, 200))
      loss?.restoreContext()
      await new Promise((resolve) => setTimeout(resolve, 500))
    })
    await picture(page, "restored")
    const after = await pixels(page)
    expect(after.isLost).toBe(false)
    expect(Math.abs(after.lit - before.lit)).toBeLessThan(0.01)
    expect(Number(await page.locator("canvas").getAttribute("data-draw-calls"))).toBeLessThanOrEqual(5)
    await page.keyboard.press("ArrowRight")
    const alert = page.getByRole("alert").filter({ hasText: "The point cloud could not be shown" })
    await alert.getByText("Line 3: SIZE has 2 values; 3 are required.").waitFor()
    await picture(page, "failed")
    await page.unroute("**/faults/1.pcd")
    await alert.getByRole("button", { name: "Try again" }).click()
    await alert.waitFor({ state: "detached" })
    await page.getByText(/\d points/).waitFor()
  })
})

describe("the views beside a cloud", { timeout: 180_000 }, () => {
  it("resize, turn and move the cuboid by drags, each undone as one step, and follow it", async () => {
    const dataset = await makeClouds(bed.server, { name: "views", frames: 1 })
    const key = await bed.server.person("kim")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, { user: "kim", role: "labeler" })
    const { faults, page } = await signedIn(bed.browser, bed.server, key, { scheme: "dark" })
    await opened(page, bed.server.origin, dataset)
    await page.keyboard.press("Tab")
    await page.keyboard.press("y")
    const top = page.locator("[data-view=top]")
    const geometry = async () => {
      const values: Array<number> = []
      for (const name of ["x", "y", "z", "Length", "Width", "Height", "Yaw °"])
        values.push(await field(page, name))
      return values
    }
    const before = await geometry()
    // The car is headed to the west: its front, at the right of the view, has the smaller x.
    await dragHandle(page, top, "1 0", [30, 0])
    const longer = await geometry()
    const grown = (longer[3] ?? 0) - (before[3] ?? 0)
    expect(grown).toBeGreaterThan(0.3)
    expect((before[0] ?? 0) - (longer[0] ?? 0)).toBeCloseTo(grown / 2, 2)
    await dragHandle(page, top, "turn", [0, -30])
    const turned = await geometry()
    expect(turned[6]).not.toBeCloseTo(before[6] ?? 0, 0)
    expect(turned.slice(0, 6)).toEqual(longer.slice(0, 6))
    await picture(page, "views-dark")
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("Control+z")
    await expect.poll(geometry).toEqual(longer)
    await page.keyboard.press("Control+z")
    await expect.poll(geometry).toEqual(before)
    // Four views draw the same things: their number does not depend on the number of cuboids.
    expect(Number(await page.locator("canvas").getAttribute("data-draw-calls"))).toBeLessThanOrEqual(20)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.waitForTimeout(500)
    await picture(page, "views-phone")
    expect(withoutDriver(faults)).toEqual([])
  })
})
