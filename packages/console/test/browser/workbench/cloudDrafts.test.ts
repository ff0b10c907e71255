/** Unsent work on a point cloud, after its page was killed. */

import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { calibrationOf, type TestCamera } from "../support/cameras.ts"
import { type Box, cloudOf } from "../support/clouds.ts"
import { isLong } from "../support/isLong.ts"
import { loseAtMostASecond } from "../support/kills.ts"
import { makeSensors, sharedLabel } from "../support/multiSensor.ts"
import { makeRandom, type Random } from "../support/random.ts"
import { selectNext, shownWork } from "../support/randomEdits.ts"
import { objectCount } from "../support/workbench.ts"

/** A hundred in the long runs. Of several sensors there are fewer in the short ones: a sample of them takes longer to open. */
const [kills, sensorKills] = isLong ? [100, 100] : [2, 3]

const bed = testBed()

const cars: ReadonlyArray<Box> = [-6, 0, 6].map((y, index) => ({
  position: { x: 6 * index, y, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw: 0.3 * index,
}))

/** It stands behind all cars: what is drawn in its image says where each of them is. */
const camera: TestCamera = { name: "behind", at: [-40, 0, 10], yaw: 0 }

const makeStreet = async (): Promise<string> => {
  const { server } = bed
  await server.call("POST", "/user/datasets/", {
    name: "kills",
    description: "",
    category: "other",
    task_type: "pointcloud-cuboid",
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car", color: [46, 160, 255] },
        { id: 2, name: "truck", color: [255, 160, 60] },
      ],
    },
  })
  await server.call("POST", "/datasets/admin/kills/collaborators/", { user: "jane", role: "labeler" })
  const cloud = () => cloudOf(cars, { seed: 1, ground: 3000, each: 200, reach: 40 })
  // Cast: the record of the sample.
  const { uuid } = (await server.call("POST", "/datasets/admin/kills/samples/", {
    name: "street",
    attributes: {
      pcd: { url: server.file("kills/0.pcd", cloud), type: "pcd" },
      images: [{ url: server.image("640x360"), row: 0, col: 0, ...calibrationOf(camera) }],
    },
  })) as { readonly uuid: string }
  await server.call("PUT", `/labels/${uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: {
      format_version: "0.2",
      annotations: cars.map((car, index) => ({
        id: index + 1,
        category_id: 1,
        type: "cuboid",
        attributes: {},
        ...car,
      })),
    },
  })
  return "admin/kills"
}

/** Each object with its category, and where the camera sees its edges. */
const shown = (page: Page): Promise<string> =>
  shownWork(page, "[data-camera] g[data-key] > path[class*=edges]")

const moves = ["a", "d", "w", "s", "r", "f", "q", "e", "Shift+a", "Shift+d", "Shift+w", "Shift+s"] as const

/** Moves, turns, copies, deletes or recolors a cuboid, or takes an edit back: one change of the label each. */
const edit = async (page: Page, random: Random, onUndo: () => void): Promise<void> => {
  const { keyboard } = page
  const kind = random.below(10)
  if (kind > 7) onUndo()
  await page.locator("[data-view=main]").focus()
  if (kind === 8) return keyboard.press("Control+z")
  if (kind === 9) return keyboard.press("Control+Shift+z")
  const count = await objectCount(page)
  if (!(await selectNext(page, page.locator("[data-view=main]")))) return
  if (kind === 0 && count > 2) return keyboard.press("Delete")
  if (kind === 1) return keyboard.press(random.oneOf(["1", "2"]))
  if (kind === 2) return keyboard.press("g")
  if (kind === 3 && count < 8) {
    await keyboard.press("c")
    return keyboard.press("v")
  }
  await keyboard.press(random.oneOf(moves))
}

/** The cuboids of both lidars and the shapes where the cameras see them, the boxes in the images, and the objects of the first lidar. */
const shownOfAll = (page: Page): Promise<string> =>
  shownWork(
    page,
    "[data-camera] g:is([data-key], [data-shape]) > path[class*=edges], [data-camera] [data-type=bbox] > path:last-child",
  )

/** One change in the label of some sensor, after which the first one is chosen again. */
const editOfSensor = async (page: Page, random: Random, onUndo: () => void): Promise<void> => {
  const { keyboard } = page
  const choose = (name: string) => page.locator(`[data-sensor=${name}]`).click()
  const name = random.oneOf(["top", "back", "front", "curbs"])
  await choose(name)
  const kind = random.below(6)
  const canvas = page.locator(name === "front" ? "[data-testid=canvas]" : "[data-view=main]")
  await canvas.focus()
  if (kind < 2) onUndo()
  if (kind === 0) await keyboard.press("Control+z")
  else if (kind === 1) await keyboard.press("Control+Shift+z")
  else if (await selectNext(page, canvas)) {
    if (kind === 2 && (await objectCount(page)) > 1) await keyboard.press("Delete")
    else
      await keyboard.press(
        name === "front" ? random.oneOf(["Shift+ArrowUp", "Shift+ArrowDown"]) : random.oneOf(moves),
      )
  }
  await choose("top")
  await page.locator("[data-view=main]").focus()
  await page.locator("[data-camera=front] [data-look]").first().waitFor()
}

describe("unsent work on a point cloud", { timeout: kills * 40_000 + 120_000 }, () => {
  it(`is there again after the page was killed ${kills} times at any moment, but for the last second`, async () => {
    const random = makeRandom()
    process.stdout.write(`Killed pages with clouds: ANNOTARY_TEST_SEED=${random.seed}\n`)
    const key = await bed.server.person("jane")
    const dataset = await makeStreet()
    const { context } = await signedIn(bed.browser, bed.server, key)
    const open = async (page: Page) => {
      await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
      await page.getByText(/\d points$/).waitFor({ timeout: 60_000 })
      await page.locator("[data-camera][data-loaded]").waitFor()
      // Outlines are drawn once the size of the image is known.
      await page.locator("[data-camera] g[data-key]").first().waitFor()
    }
    expect(await loseAtMostASecond({ context, open, edit, shown }, kills, random)).toBeGreaterThanOrEqual(
      kills,
    )
  })

  it(`of several sensors is there again after the page was killed ${sensorKills} times, but for the last second`, async () => {
    const random = makeRandom()
    process.stdout.write(`Killed pages with sensors: ANNOTARY_TEST_SEED=${random.seed}\n`)
    const key = await bed.server.person("joan")
    await makeSensors(bed.server, "several", sharedLabel(), { shares: true })
    await bed.server.call("POST", "/datasets/admin/several/collaborators/", { user: "joan", role: "labeler" })
    const { context } = await signedIn(bed.browser, bed.server, key)
    const edited = new Set<string>()
    const open = async (page: Page) => {
      await page.goto(`${bed.server.origin}/console/d/admin/several/label`)
      await page.getByText(/\d points$/).waitFor({ timeout: 60_000 })
      for (const camera of ["front", "rear"]) {
        await page.locator(`[data-camera=${camera}][data-loaded]`).waitFor()
        await page.locator(`[data-camera=${camera}] [data-look]`).first().waitFor()
      }
      edited.add(await shownOfAll(page))
    }
    const work = { context, open, edit: editOfSensor, shown: shownOfAll }
    expect(await loseAtMostASecond(work, sensorKills, random)).toBeGreaterThanOrEqual(sensorKills)
    // What was there again differed from page to page: it was no label of the server.
    expect(edited.size).toBeGreaterThan(1)
  })
})
