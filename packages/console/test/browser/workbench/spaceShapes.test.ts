import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { pixelOf, type TestCamera } from "../support/cameras.ts"
import { withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { drag } from "../support/points.ts"
import { storedAttributes } from "../support/rawText.ts"
import { save } from "../support/save.ts"
import {
  corners,
  expectNear,
  makeShapes,
  openShapes,
  pixelsAt,
  press,
  storedShapes,
} from "../support/spaceShapes.ts"
import { seesObjects } from "../support/workbench.ts"

const bed = testBed()
const pictures = process.env.PICTURES

const crash = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  // The call gets no answer.
  session.send("Page.crash").catch(() => {})
  await crashed
}

interface Tracks {
  readonly frames: ReadonlyArray<{
    readonly annotations: ReadonlyArray<{ readonly points: ReadonlyArray<ReadonlyArray<number>> }>
  }>
}

/** What the timeline says about the selected track in each frame. */
const timeline = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator("section[aria-label=Frames] button[aria-label^='Frame ']")
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute("data-track") ?? "none"))

const shapeIn = (page: Page, key: string) => page.locator(`[data-view=main] ~ svg [data-shape="${key}"]`)

/** Looks along y from above the middle of the scene: it sees what is to the left of the vehicle. */
const camera: TestCamera = { name: "left", at: [-26, -20, 8], yaw: Math.PI / 2 }

/** The numbers of a path in the image of the camera. */
const pathInImage = async (page: Page, key: string): Promise<ReadonlyArray<number>> => {
  const path = page.locator(`[data-camera=left] [data-shape="${key}"] path`).first()
  return [...((await path.getAttribute("d")) ?? "").matchAll(/-?[\d.]+/g)].map(Number)
}

/** Drags a vertex of the polygon 4. A press inside of it selects it first. */
const dragVertex = async (page: Page) => {
  await press(page, [[-26, 16]])
  await shapeIn(page, "4").locator("[data-vertex='2']").waitFor()
  const [from = [0, 0], to = [0, 0]] = await pixelsAt(page, [
    [-22, 12],
    [-18, 6],
  ])
  await drag(page, [from, [from[0] + 5, from[1] + 5], to])
}

describe("shapes in a point cloud", { timeout: 180_000 }, () => {
  it("are drawn on the ground, undone, and stored where they are on the screen", async () => {
    const { dataset, key, uuid } = await makeShapes(bed.server, "draw")
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, bed.server, dataset)
    await page.keyboard.press("Alt+p")
    await page.getByText("Click to add corners").waitFor()
    await press(page, [...corners, corners[0]])
    await seesObjects(page, 1)
    await page
      .locator("[data-measures=polygon]")
      .getByText(/^4 vertices · 3[12]\.\d\d m · 6[345]\.\d\d m²$/)
      .waitFor()
    await page.keyboard.press("Alt+o")
    await press(page, [
      [0, 20],
      [10, 20],
      [10, 10],
    ])
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    await seesObjects(page, 2)
    await page.keyboard.press("Alt+t")
    await press(page, [[20, 15]])
    await seesObjects(page, 3)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/shapes-drawn.png` })
    expect(await violations(page)).toEqual([])
    for (const left of [2, 1, 0]) {
      await page.keyboard.press("Control+z")
      await seesObjects(page, left)
    }
    for (const there of [1, 2, 3]) {
      await page.keyboard.press("Control+Shift+z")
      await seesObjects(page, there)
    }
    await save(page)
    const { annotations } = await storedShapes(bed.server, uuid)
    expect(annotations.map(({ type }) => type)).toEqual(["polygon", "polyline", "point"])
    expectNear(annotations[0]?.points, corners)
    expectNear(annotations[1]?.points, [
      [0, 20],
      [10, 20],
    ])
    expectNear(annotations[2]?.points, [[20, 15]])
    expect(withoutDriver(faults)).toEqual([])
  })

  it("keep what nobody edits, and the moved vertex is there again after the page was killed", async () => {
    const label = {
      format_version: "0.2",
      annotations: [
        {
          id: 4,
          category_id: 1,
          type: "polygon",
          points: corners.map(([x, y]) => [x, y, 0]),
          attributes: {},
        },
        // Places without a height lie on the ground.
        {
          id: 5,
          category_id: 2,
          type: "polyline",
          points: [
            [0, 20],
            [10, 20.123456],
          ],
          attributes: {},
        },
      ],
      links: [],
    }
    const { dataset, key, uuid } = await makeShapes(bed.server, "edit", { label })
    const { context, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, bed.server, dataset)
    await seesObjects(page, 2)
    await save(page)
    expect(await storedShapes(bed.server, uuid)).toEqual(label)
    // The inside of the polygon selects it; its vertex can be dragged then.
    await dragVertex(page)
    await page.getByText("Draft saved").waitFor()
    await crash(context, page)
    const again = await context.newPage()
    await openShapes(again, bed.server, dataset)
    await seesObjects(again, 2)
    await again
      .getByRole("button", { name: /stripe/ })
      .first()
      .click()
    if (pictures !== undefined) await again.screenshot({ path: `${pictures}/shapes-edit.png` })
    await save(again)
    const { annotations } = await storedShapes(bed.server, uuid)
    expectNear(annotations[0]?.points, [corners[0], corners[1], [-18, 6], corners[3]])
    expect(annotations[1]).toEqual(label.annotations[1])
    // Without the cloud nobody knows how high the ground is. A zero that is typed is a height, the empty field is none.
    await again.route("**/edit/0.pcd", (route) => route.abort())
    await again.reload()
    await again.getByRole("listitem").filter({ hasText: "curb" }).getByRole("button").first().click()
    await again.getByRole("button", { name: "Next vertex" }).click()
    const height = again.getByRole("textbox", { name: "z", exact: true })
    expect([await height.inputValue(), await height.getAttribute("placeholder")]).toEqual(["", "unknown"])
    await again.getByRole("textbox", { name: "x", exact: true }).fill("1")
    await again.getByRole("button", { name: "Next vertex" }).click()
    await again.getByText("Vertex 2 of 2").waitFor()
    await height.fill("0")
    await save(again)
    expect((await storedShapes(bed.server, uuid)).annotations[1]?.points).toEqual([
      [1, 20],
      [10, 20.123, 0],
    ])
  })

  it("are compared with the reviewed version", async () => {
    const label = {
      format_version: "0.2",
      annotations: [
        {
          id: 4,
          category_id: 1,
          type: "polygon",
          points: corners.map(([x, y]) => [x, y, 0]),
          attributes: {},
        },
      ],
    }
    const { dataset, key } = await makeShapes(bed.server, "again")
    const reviewer = await bed.server.person("shape-reviewer")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, {
      user: "shape-reviewer",
      role: "reviewer",
    })
    const work = async (queue: string, action: string, body: object, by: string) => {
      // Cast: the list of claims.
      const [claim] = (await bed.server.call(
        "POST",
        `/datasets/${dataset}/queue/${queue}/claim/`,
        { count: 1 },
        by,
      )) as [{ claim_id: string }]
      await bed.server.call("POST", `/claims/${claim.claim_id}/${action}/`, body, by)
    }
    await work("labeling", "submit", { attributes: label }, key)
    await work("reviewing", "reject", { comment: "It is too short." }, reviewer)
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, bed.server, dataset)
    await dragVertex(page)
    await page.keyboard.press("j")
    await shapeIn(page, "4").and(page.locator("[data-look=before]")).waitFor({ state: "attached" })
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/shapes-review.png` })
    expect(withoutDriver(faults)).toEqual([])
  })

  it("of sequences have tracks with keyframes, and the text of the label stays where nobody edits it", async () => {
    const shape = (keyframe: boolean) =>
      `{"id":4,"track_id":4,"is_keyframe":${keyframe},"category_id":1,"type":"polygon","points":[[-30,20.0,0],[-22,20,0],[-22,12,0],[-30,12]],"attributes":{}}`
    const label = `{"format_version":"0.2","frames":[${[true, false, false, true]
      .map(
        (keyframe, frame) => `{"timestamp":"170000000012345678${frame}","annotations":[${shape(keyframe)}]}`,
      )
      .join()}],"links":[]}`
    const { dataset, key, uuid } = await makeShapes(bed.server, "tracks", { frames: 4, label, camera })
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, bed.server, dataset)
    await seesObjects(page, 1)
    const before = await storedAttributes(bed.server, uuid)
    await save(page)
    expect(await storedAttributes(bed.server, uuid)).toBe(before)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.getByText("3 of 4", { exact: true }).waitFor()
    await dragVertex(page)
    await page.locator("[data-track=key]").nth(2).waitFor()
    expect(await timeline(page)).toEqual(["key", "computed", "key", "key"])
    // The image of the camera shows the moved vertex where a pinhole camera sees it.
    const [across = 0, down = 0] = pixelOf(camera, [-18, 6, 0]) ?? []
    const numbers = await pathInImage(page, "4")
    const offs = numbers.map((value, at) => Math.hypot(value - across, (numbers[at + 1] ?? 0) - down))
    expect(Math.min(...offs)).toBeLessThan(2)
    // Beside the cloud, the views without perspective show the four vertices of the selected shape, and the chosen one over them.
    // None stays behind when the view or the vertex moves.
    const circles = async () => {
      for (const name of ["top", "side", "front"])
        expect(await page.locator(`[data-view=${name}] [data-shape="4"] circle`).count()).toBe(5)
    }
    await circles()
    for (const name of ["top", "side", "front"]) {
      const box = await page.locator(`[data-view=${name}]`).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 12, (box?.y ?? 0) + (box?.height ?? 0) - 12]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + 4, y - 3)
      await page.mouse.move(x + 9, y - 7)
      await page.mouse.up()
    }
    await circles()
    // In the view from the side, the vertex is dragged to another height: one step, which Escape takes back while it goes on.
    const height = page.getByRole("textbox", { name: "z", exact: true })
    const place = page.locator("[data-view=side] [data-shape='4'] [data-chosen]")
    const [low, level] = [await height.inputValue(), await place.getAttribute("cy")]
    const raise = async () => {
      const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 }
      await page.mouse.move(x + 5, y + 5)
      await page.mouse.down()
      await page.mouse.move(x + 5, y - 5)
      await page.mouse.move(x + 5, y - 15)
      expect(Number(await place.getAttribute("cy"))).toBeCloseTo(Number(level) - 20, 1)
    }
    await raise()
    await page.keyboard.press("Escape")
    await page.mouse.up()
    expect([await height.inputValue(), await place.getAttribute("cy")]).toEqual([low, level])
    await raise()
    await page.mouse.up()
    expect(Number(await height.inputValue())).toBeGreaterThan(Number(low) + 0.2)
    await page.keyboard.press("Control+z")
    expect([await height.inputValue(), await place.getAttribute("cy")]).toEqual([low, level])
    // A curb without its material is warned about, in the list and in the timeline. Escape leaves the vertex, then the shape.
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.keyboard.press("2")
    await page.keyboard.press("Alt+t")
    await press(page, [[20, 15]])
    await seesObjects(page, 2)
    await page.locator("[aria-current=true][data-warned]").waitFor()
    expect(await page.locator("[data-warned]").count()).toBe(1)
    await shapeIn(page, "5").waitFor({ state: "attached" })
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/shapes-sequence.png` })
    await save(page)
    const { frames }: Tracks = JSON.parse(await storedAttributes(bed.server, uuid))
    expect(frames.map(({ annotations }) => annotations.length)).toEqual([1, 1, 2, 1])
    expectNear(frames[1]?.annotations[0]?.points.slice(2, 3), [[-20, 9]])
    expectNear(frames[2]?.annotations[0]?.points.slice(2, 3), [[-18, 6]])
    expect(frames[2]?.annotations[1]).toMatchObject({ id: 5, track_id: 5, is_keyframe: true })
    expect(withoutDriver(faults)).toEqual([])
  })

  it("are drawn and edited by keys and numbers alone", async () => {
    const { dataset, key, uuid } = await makeShapes(bed.server, "keys")
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, bed.server, dataset)
    const { keyboard } = page
    await page.getByRole("application").focus()
    await keyboard.press("Alt+p")
    await page.getByText("W A S D move the cursor, Enter places a vertex.").waitFor()
    for (const name of ["Enter", "Shift+d", "Enter", "Shift+w", "Enter", "Shift+a", "Enter"])
      await keyboard.press(name)
    await page.locator("[data-cursor]").waitFor()
    // Each step is read without the hint, which stays.
    expect(await page.locator("[data-cursor-place]").textContent()).toMatch(
      /^x -?\d+\.\d\d, y -?\d+\.\d\d, z -?\d+\.\d\d$/,
    )
    await page.getByText("W A S D move the cursor, Enter places a vertex.").waitFor()
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/shapes-cursor.png` })
    await keyboard.press("Enter")
    await seesObjects(page, 1)
    await keyboard.press("Escape")
    await keyboard.press(",")
    await page.getByText("Vertex 4 of 4").waitFor()
    await keyboard.press("Enter")
    await page.getByText("Vertex 5 of 5").waitFor()
    for (const [name, value] of [
      ["x", "-9.25"],
      ["y", "2.5"],
      ["z", "0.125"],
    ] as const)
      await page.getByRole("textbox", { name, exact: true }).fill(value)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/shapes-vertex.png` })
    expect(await violations(page)).toEqual([])
    await save(page)
    const [polygon] = (await storedShapes(bed.server, uuid)).annotations
    expect(polygon?.points).toHaveLength(5)
    expect(polygon?.points[4]).toEqual([-9.25, 2.5, 0.125])
    await page.getByRole("application").focus()
    await keyboard.press("Backspace")
    await page.getByText("Vertex 4 of 4").waitFor()
    await keyboard.press("Escape")
    await keyboard.press("Backspace")
    await seesObjects(page, 0)
    expect(withoutDriver(faults)).toEqual([])
  })
})
