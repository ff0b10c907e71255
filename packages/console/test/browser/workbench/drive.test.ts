/**
 * A recorded drive in the workbench. `ANNOTARY_DRIVE` names a folder with `configuration.json`, `sample.json` and
 * `label.json`, as the tests of the formats take it; its clouds are made from the cuboids.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import pixelmatch from "pixelmatch"
import type { Page } from "playwright-core"
import { PNG } from "pngjs"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { type Box, cloudOf, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { sendText, storedAttributes } from "../support/rawText.ts"
import { save } from "../support/save.ts"

const folder = process.env.ANNOTARY_DRIVE
const pictures = process.env.PICTURES
const bed = testBed()

interface Frame {
  readonly annotations: ReadonlyArray<Box & { readonly id: number }>
}

/** The text of the label: its timestamps have more digits than a double. */
const labelText = () => readFileSync(join(folder ?? "", "label.json"), "utf8").trim()

/** Makes the dataset of the drive, and returns the sample's id. */
const makeDrive = async (): Promise<string> => {
  const frames: ReadonlyArray<Frame> = JSON.parse(labelText()).frames
  const configuration = readFileSync(join(folder ?? "", "configuration.json"), "utf8")
  await sendText(
    bed.server,
    "POST",
    "/user/datasets/",
    `{"name":"av2","description":"","category":"other","task_type":"pointcloud-cuboid-sequence","enable_save_button":true,"task_attributes":${configuration}}`,
  )
  let index = 0
  const sample = readFileSync(join(folder ?? "", "sample.json"), "utf8").replace(/"url":"[^"]*"/g, () => {
    const frame = frames[index]
    const url = bed.server.file(`av2/${index}.pcd`, () => cloudOf(frame?.annotations ?? [], { seed: 7 }))
    index += 1
    return `"url":"${url}"`
  })
  const made: { readonly uuid: string } = JSON.parse(
    await sendText(bed.server, "POST", "/datasets/admin/av2/samples/", sample),
  )
  await sendText(
    bed.server,
    "PUT",
    `/labels/${made.uuid}/ground-truth/`,
    `{"label_status":"PRELABELED","attributes":${labelText()}}`,
  )
  return made.uuid
}

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

/** A picture of the main view, once it stands still. */
const viewOf = async (page: Page): Promise<PNG> => {
  const take = async () => PNG.sync.read(await page.locator("[data-view=main]").screenshot())
  let last = await take()
  for (let looks = 0; looks < 40; looks++) {
    const next = await take()
    if (next.data.equals(last.data)) return next
    last = next
  }
  throw new Error("The view does not come to rest.")
}

/** How many pixels of two pictures differ, and whether one of these is at the edge. */
const differenceOf = (one: PNG, other: PNG): { readonly pixels: number; readonly atEdge: boolean } => {
  const { height, width } = one
  const marked = new PNG({ width, height })
  const pixels = pixelmatch(one.data, other.data, marked.data, width, height, { diffMask: true })
  let atEdge = false
  for (let at = 3; at < marked.data.length; at += 4) {
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
    if (marked.data[at] !== 0 && (x === 0 || y === 0 || x === width - 1 || y === height - 1)) atEdge = true
  }
  return { pixels, atEdge }
}

describe.skipIf(folder === undefined)("a recorded drive", { timeout: 900_000 }, () => {
  it("lists its intersections and sizes, and loses a pair that the keys repair, and nothing else of the label", async () => {
    const uuid = await makeDrive()
    const key = await bed.server.person("jane")
    await bed.server.call("POST", "/datasets/admin/av2/collaborators/", { user: "jane", role: "labeler" })
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/admin/av2/label`)
    await page.getByText(/\d points$/).waitFor({ timeout: 90_000 })
    const warnings = page.getByRole("region", { name: "Warnings" })
    const count = async (rule: string) => {
      await warnings.getByLabel("Rule").selectOption(rule)
      return warnings.getByRole("listitem").count()
    }
    await warnings.getByRole("listitem").first().waitFor({ timeout: 60_000 })
    expect(await count("intersecting-cuboids")).toBe(30)
    expect(await count("cuboid-dimension-limits")).toBe(84)
    await picture(page, "drive-limits")
    await count("intersecting-cuboids")

    // Every jump has both cuboids in view: a picture without one of them differs, and nowhere at the edge.
    const rows = page.getByRole("region", { name: "Objects" }).getByRole("listitem")
    for (let jump = 0; jump < 30; jump++) {
      await warnings.getByRole("listitem").nth(jump).getByRole("button").first().click()
      await page.getByText(/\d points$/).waitFor()
      const selected = rows.filter({ has: page.getByRole("button", { pressed: true }) })
      await expect.poll(() => selected.count()).toBe(2)
      const both = await viewOf(page)
      if (jump < 3) await picture(page, `drive-jump-${jump}`)
      for (const one of [0, 1]) {
        const hide = selected.nth(one).getByRole("button").last()
        await hide.click()
        const { atEdge, pixels } = differenceOf(both, await viewOf(page))
        await hide.click()
        expect(pixels, `jump ${jump}`).toBeGreaterThan(100)
        expect(atEdge, `jump ${jump}`).toBe(false)
      }
    }

    // A save without an edit leaves every byte.
    await save(page)
    expect((await storedAttributes(bed.server, uuid)) === labelText()).toBe(true)

    await warnings.getByRole("listitem").first().getByRole("button").first().click()
    const objects = page.getByRole("region", { name: "Objects" })
    const pair = objects.getByRole("button", { pressed: true })
    expect(await pair.count()).toBe(2)
    await page.waitForTimeout(1500)
    await picture(page, "drive-pair")
    expect(await violations(page)).toEqual([])
    // Points, faces, edges, the common part in four views, and the grid: as many as for five cuboids.
    expect(await objects.getByRole("listitem").count()).toBeGreaterThan(40)
    expect(Number(await page.locator("canvas").getAttribute("data-draw-calls"))).toBeLessThanOrEqual(17)
    const moved = (await pair.first().textContent())?.match(/\d+$/)?.[0]
    await pair.first().click()
    for (let press = 0; press < 12; press++) await page.keyboard.press("Shift+r")
    await expect.poll(() => warnings.getByRole("listitem").count(), { timeout: 60_000 }).toBe(29)
    await picture(page, "drive-repaired")

    await save(page)
    const check = JSON.parse(
      await sendText(bed.server, "POST", `/samples/${uuid}/check/`, `{"labelset":"ground-truth"}`),
    )
    const rules: ReadonlyArray<{ readonly rule: string }> = check.warnings
    expect(rules.filter(({ rule }) => rule === "intersecting-cuboids")).toHaveLength(29)
    expect(rules.filter(({ rule }) => rule === "cuboid-dimension-limits")).toHaveLength(84)

    // The texts differ in one place: the height of that cuboid in that frame.
    const [before, after] = [labelText(), await storedAttributes(bed.server, uuid)]
    let start = 0
    while (before[start] === after[start]) start += 1
    const cuboid = before.slice(before.lastIndexOf('{"id":', start), before.indexOf('"yaw"', start))
    expect(cuboid).toContain(`"track_id":${moved},`)
    const edited = after.slice(after.lastIndexOf('{"id":', start), after.indexOf('"yaw"', start))
    expect(edited.replace(/"z":-?[\d.]+/, "")).toBe(cuboid.replace(/"z":-?[\d.]+/, ""))
    const rest = before.slice(before.indexOf('"yaw"', start))
    expect(after.slice(after.indexOf('"yaw"', start)) === rest).toBe(true)
    expect(withoutDriver(faults)).toEqual([])
  })
})
