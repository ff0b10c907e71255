/** The label of a sequence of clouds through the workbench and back: what nobody edits keeps every byte. */
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { type Box, cloudOf, withoutDriver } from "../support/clouds.ts"
import { sendText, storedAttributes } from "../support/rawText.ts"
import { save } from "../support/save.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()

/** As another program may have written it: numbers in odd forms, more digits than a double has, and unknown members. The server keeps no spaces. */
const annotation = (id: number, x: string, keyframe = true) =>
  `{"id":${id},"track_id":${id},"is_keyframe":${keyframe},"category_id":1,"type":"cuboid","attributes":{"note":"\\u00e9"},"position":{"x":${x},"y":4.0,"z":8E-1},"dimensions":{"x":4.40,"y":1.9,"z":1.6},"yaw":0.30000000000000004,"vendor":{"t":1700000000123456789}}`
const frames = [
  `{"timestamp":1700000000123456789,"annotations":[${annotation(1, "8.0")},${annotation(2, "-12.123456789012345678")}]}`,
  `{"annotations":[${annotation(1, "8.5", false)}]}`,
  `{"annotations":[${annotation(1, "9.00")}],"image_attributes":{}}`,
]
const label = `{"format_version":"0.2","frames":[${frames.join(",")}],"vendor":[1e2,-0.0,12345678901234567890]}`

const car = (x: number): Box => ({
  position: { x, y: 4, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw: 0.3,
})

const makeSequence = async (): Promise<string> => {
  const { server } = bed
  await server.call("POST", "/user/datasets/", {
    name: "bytes",
    description: "",
    category: "other",
    task_type: "pointcloud-cuboid-sequence",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [{ id: 1, name: "car", attributes: [{ name: "note", input_type: "text" }] }],
    },
  })
  // Cast: the record of the sample.
  const { uuid } = (await server.call("POST", "/datasets/admin/bytes/samples/", {
    name: "drive",
    attributes: {
      frames: [8, 8.5, 9].map((x, frame) => ({
        pcd: {
          url: server.file(`bytes/${frame}.pcd`, () =>
            cloudOf([car(x)], { seed: frame, ground: 2000, each: 300, reach: 40 }),
          ),
          type: "pcd",
        },
      })),
    },
  })) as { readonly uuid: string }
  await sendText(
    server,
    "PUT",
    `/labels/${uuid}/ground-truth/`,
    `{"label_status": "PRELABELED", "attributes": ${label}}`,
  )
  return uuid
}

describe("a label of point clouds that is opened and saved", { timeout: 120_000 }, () => {
  it("has the same bytes when nothing was edited, or all was undone, and differs in one cuboid after its edit", async () => {
    const uuid = await makeSequence()
    expect(await storedAttributes(bed.server, uuid)).toBe(label)
    const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/d/admin/bytes/label`)
    await page.getByText(/\d points$/).waitFor({ timeout: 60_000 })
    // What is looked at and selected is not edited.
    for (const key of ["Tab", "y", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key)
    await page.getByText("3 of 3").waitFor()
    await page.keyboard.press("m")
    const batch = page.getByRole("region", { name: "Track in several frames" })
    await batch.waitFor()
    await page.keyboard.press("Escape")
    await batch.waitFor({ state: "detached" })
    await page.keyboard.press("ArrowLeft")
    await page.getByText("2 of 3").waitFor()
    await save(page)
    expect(await storedAttributes(bed.server, uuid)).toBe(label)

    await page.keyboard.press("ArrowLeft")
    await page.getByText("1 of 3").waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Tab")
    for (const key of ["Shift+d", "q", "r", "Delete"]) await page.keyboard.press(key)
    for (let step = 0; step < 4; step++) await page.keyboard.press("Control+z")
    await save(page)
    expect(await storedAttributes(bed.server, uuid)).toBe(label)

    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Escape")
    await page
      .getByRole("region", { name: "Objects" })
      .getByRole("listitem")
      .nth(1)
      .getByRole("button")
      .first()
      .click()
    await page.keyboard.press("Shift+d")
    expect(await save(page)).toContain('"t":1700000000123456789')
    const after = await storedAttributes(bed.server, uuid)
    const [start, end] = [
      label.indexOf("-12.123"),
      label.indexOf("-12.123") + "-12.123456789012345678".length,
    ]
    expect(after.slice(0, start)).toBe(label.slice(0, start))
    expect(Number.parseFloat(after.slice(start))).toBeCloseTo(-11.6235, 4)
    // The edited position keeps its members and their values; all that follows keeps its bytes.
    const rest = label.slice(label.indexOf('"dimensions"', end))
    expect(after.endsWith(rest)).toBe(true)
    expect(after.length).toBeLessThan(label.length)
    expect(withoutDriver(faults)).toEqual([])
  })
})
