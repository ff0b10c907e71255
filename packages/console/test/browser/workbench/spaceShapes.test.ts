import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { pcdOf, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { drag, type Place, pixelsOf, save, sceneOf, viewOf } from "../support/points.ts"
import type { TestServer } from "../support/server.ts"
import { seesObjects } from "../support/workbench.ts"

const bed = testBed()
const pictures = process.env.PICTURES
const scene = sceneOf(1)

interface Stored {
  readonly annotations: ReadonlyArray<{
    readonly id: number
    readonly type: string
    readonly points: ReadonlyArray<ReadonlyArray<number>>
  }>
}

const makeShapes = async (server: TestServer, name: string, label?: object) => {
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: "pointcloud-vector",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "stripe", color: [46, 160, 255] },
        { id: 2, name: "curb", color: [255, 160, 60] },
      ],
    },
  })
  // Cast: the record of the sample.
  const { uuid } = (await server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "scene",
    attributes: { pcd: { url: server.file(`${name}.pcd`, () => pcdOf(scene)), type: "pcd" } },
  })) as { readonly uuid: string }
  if (label !== undefined)
    await server.call("PUT", `/labels/${uuid}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: label,
    })
  const key = await server.person(`labeler-${name}`)
  await server.call("POST", `/datasets/admin/${name}/collaborators/`, {
    user: `labeler-${name}`,
    role: "labeler",
  })
  return { dataset: `admin/${name}`, uuid, key }
}

// Cast: the tests compare what they read here.
const storedShapes = async (uuid: string): Promise<Stored> =>
  ((await bed.server.call("GET", `/labels/${uuid}/ground-truth/`)) as { attributes: Stored }).attributes

const openShapes = async (page: Page, dataset: string): Promise<void> => {
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await page.getByText("9,000 points").waitFor()
}

/** Where places of the ground are in the view from above. */
const pixelsAt = async (
  page: Page,
  places: ReadonlyArray<readonly [x: number, y: number]>,
): Promise<ReadonlyArray<Place>> => {
  const added = places.flatMap(([x, y]) => [x, y, 0, 0])
  return pixelsOf(Float32Array.from([...scene, ...added]), await viewOf(page)).slice(-places.length)
}

const press = async (page: Page, places: ReadonlyArray<readonly [number, number]>): Promise<void> => {
  const { x, y } = await viewOf(page)
  for (const [across, down] of await pixelsAt(page, places)) await page.mouse.click(x + across, y + down)
}

const expectNear = (
  found: ReadonlyArray<ReadonlyArray<number>> | undefined,
  expected: ReadonlyArray<readonly [number, number]>,
) => {
  expect(found).toHaveLength(expected.length)
  // A pixel of this view is about 10 cm.
  for (const [index, [x, y]] of expected.entries()) {
    const [foundX = 0, foundY = 0, z = 9] = found?.[index] ?? []
    expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(0.15)
    expect(Math.abs(z)).toBeLessThan(0.05)
  }
}

const crash = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  // The call gets no answer.
  session.send("Page.crash").catch(() => {})
  await crashed
}

const corners = [
  [-30, 20],
  [-22, 20],
  [-22, 12],
  [-30, 12],
] as const

const shapeIn = (page: Page, key: string) => page.locator(`[data-shape="${key}"]`)

describe("shapes in a point cloud", { timeout: 180_000 }, () => {
  it("are drawn on the ground, undone, and stored where they are on the screen", async () => {
    const { dataset, key, uuid } = await makeShapes(bed.server, "draw")
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, dataset)
    await page.keyboard.press("Alt+p")
    await page.getByText("Press for each corner").waitFor()
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
    expect(await save(page)).toBe(200)
    const { annotations } = await storedShapes(uuid)
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
    const { dataset, key, uuid } = await makeShapes(bed.server, "edit", label)
    const { context, page } = await signedIn(bed.browser, bed.server, key)
    await openShapes(page, dataset)
    await seesObjects(page, 2)
    expect(await save(page)).toBe(200)
    expect(await storedShapes(uuid)).toEqual(label)
    // The inside of the polygon selects it; its vertex can be dragged then.
    await press(page, [[-26, 16]])
    await shapeIn(page, "4").locator("[data-vertex='2']").waitFor()
    const [from = [0, 0], to = [0, 0]] = await pixelsAt(page, [
      [-22, 12],
      [-18, 6],
    ])
    await drag(page, [from, [from[0] + 5, from[1] + 5], to])
    await page.getByText("Draft kept").waitFor()
    await crash(context, page)
    const again = await context.newPage()
    await openShapes(again, dataset)
    await seesObjects(again, 2)
    await again
      .getByRole("button", { name: /stripe/ })
      .first()
      .click()
    if (pictures !== undefined) await again.screenshot({ path: `${pictures}/shapes-edit.png` })
    expect(await save(again)).toBe(200)
    const { annotations } = await storedShapes(uuid)
    expectNear(annotations[0]?.points, [corners[0], corners[1], [-18, 6], corners[3]])
    expect(annotations[1]).toEqual(label.annotations[1])
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
    await openShapes(page, dataset)
    await press(page, [[-26, 16]])
    await shapeIn(page, "4").locator("[data-vertex='2']").waitFor()
    const [from = [0, 0], to = [0, 0]] = await pixelsAt(page, [
      [-22, 12],
      [-18, 6],
    ])
    await drag(page, [from, [from[0] + 5, from[1] + 5], to])
    await page.keyboard.press("j")
    await page.locator("[data-shape='4'][data-look=before]").waitFor({ state: "attached" })
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/shapes-review.png` })
    expect(withoutDriver(faults)).toEqual([])
  })
})
