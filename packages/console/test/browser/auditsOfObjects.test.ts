/** Audits of objects in the browser: begun, and checked object by object, in images, in sequences and in the sensors of a sample. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { beginAudit, makeBlindRelease, release } from "./states/audit.ts"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { makeSensors } from "./support/multiSensor.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()

/** The bounds of the selected object on the screen. */
const readSelectedBox = (page: Page) => page.locator("svg [data-selected]").first().boundingBox()

const readDrawnObjects = async (dataset: string, audit: string) => {
  // Cast: the list of draws.
  const draws = (await bed.server.call(
    "GET",
    `/datasets/${dataset}/releases/v1/audits/${audit}/draws/`,
  )) as ReadonlyArray<{ readonly number: number; readonly object: { readonly [member: string]: unknown } }>
  return draws.map(({ object }) => object)
}

describe("an audit of objects", { timeout: 120_000 }, () => {
  it("is begun as one, shows each drawn object large and selected, and takes no missing ones", async () => {
    const dataset = await makeBlindRelease(bed.server, { name: "boxes", labeler: "ivo", samples: 2 })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/releases/v1/audits`)
    await page.getByRole("button", { name: "Start audit" }).click()
    const dialog = page.getByRole("dialog", { name: "Audit v1" })
    await dialog.getByLabel("Unit").selectOption("Objects")
    await dialog.getByLabel("Maximum number of objects").waitFor()
    await takePictures(page, "objects-new")
    await demandSound(visited)
    await dialog.getByRole("button", { name: "Start" }).click()
    await page.getByText("The curve begins with the first checked object.").waitFor()
    await page.getByText("Objects that were missed are not counted.").waitFor()
    await page.getByText("0 of 4 objects checked, 0 with an error.").waitFor()
    const audit = new URL(page.url()).pathname.split("/").at(-1) ?? ""
    await page.getByRole("link", { name: "Check objects" }).click()
    const objects = await readDrawnObjects(dataset, audit)
    expect(objects.length).toBe(4)
    const errors = page.getByRole("region", { name: "Errors" })
    for (const [index, { annotation, category }] of objects.entries()) {
      await page.getByText(`Draw ${index + 1}`, { exact: true }).waitFor()
      await errors.getByText(`${category} · object ${annotation}`).waitFor()
      await page.locator("svg [data-selected]").first().waitFor()
      // As much is around the object as it is large.
      const [box, stage] = [
        await readSelectedBox(page),
        await page.locator("[role=application]").boundingBox(),
      ]
      expect((box?.height ?? 0) / (stage?.height ?? 1)).toBeGreaterThan(0.25)
      if (index > 0) {
        await page.keyboard.press("Control+Enter")
        continue
      }
      expect(await errors.getByRole("button", { name: "Missing object" }).count()).toBe(0)
      await page.keyboard.press("Alt+Digit1")
      await errors.getByText("No errors named.").waitFor()
      // Nothing is selected, and the object is shown again.
      await page.keyboard.press("Escape")
      await expect.poll(() => page.locator("svg [data-selected]").count()).toBe(0)
      await page.keyboard.press("Digit0")
      await page.keyboard.press("Alt+y")
      await page.locator("svg [data-selected]").first().waitFor()
      await page.keyboard.press("Alt+Digit3")
      await page.getByRole("button", { name: "Submit 1 error" }).waitFor()
      await takePictures(page, "objects-check")
      await demandSound(visited)
      expect(await page.getByText("ivo").count()).toBe(0)
      await page.keyboard.press("Control+Enter")
    }
    await page.getByText("This audit takes no more work").waitFor()
    await page.getByRole("link", { name: "Audit" }).click()
    await page.getByText("4 of 4 objects checked, 1 with an error.").waitFor()
    const [first] = objects
    const row = new RegExp(`^1 .* ${first?.category} · object ${first?.annotation} Wrong category admin`)
    await page.getByRole("row", { name: row }).waitFor()
    await takePictures(page, "objects-audit")
    await demandSound(visited)
    await page.getByRole("link", { name: "All audits" }).click()
    await page.getByRole("row", { name: /^Audit 1 .* ground-truth Objects / }).waitFor()
  })

  it("of a sequence opens each track in its first frame", async () => {
    const key = await bed.server.person("ola")
    const dataset = await makeDataset(bed.server, {
      name: "tracks",
      samples: 0,
      settings: { task_type: "image-vector-sequence" },
      collaborators: { ola: "reviewer" },
    })
    const images = Array.from({ length: 4 }, (_, index) => ({
      image: { url: bed.server.image(`t${index}`) },
    }))
    const annotate = (track_id: number) => ({
      ...{ id: track_id, track_id, category_id: 1, type: "bbox", is_keyframe: true },
      points: [
        [50 * track_id, 90],
        [50 * track_id + 40, 130],
      ],
    })
    // A track that a frame has twice is several objects.
    const frames = [[1], [1], [1, 2], [2, 3, 3]].map((tracks) => ({ annotations: tracks.map(annotate) }))
    // Cast: the record of the sample.
    const { uuid } = (await bed.server.call("POST", `/datasets/${dataset}/samples/`, {
      name: "drive",
      attributes: { frames: images },
    })) as { readonly uuid: string }
    await bed.server.call("PUT", `/labels/${uuid}/ground-truth/`, {
      label_status: "LABELED",
      attributes: { frames },
    })
    await release(bed.server, dataset)
    const audit = await beginAudit(bed.server, dataset, { unit: "objects" })
    const { page } = await signedIn(bed.browser, bed.server, key)
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/releases/v1/audits/${audit}/check`)
    const objects = await readDrawnObjects(dataset, audit)
    expect(objects.map(({ track }) => track).toSorted()).toEqual(["1", "2", null, null])
    for (const [index, { category, frame, track }] of objects.entries()) {
      await page.getByText(`Draw ${index + 1}`, { exact: true }).waitFor()
      const shown = Number(frame) + 1
      const name = track === null ? "object 3 · number " : `track ${track} · from frame ${shown}`
      await page.getByText(`${category} · ${name}`).first().waitFor()
      await page.getByText(`${shown} of 4`, { exact: true }).waitFor()
      await expect.poll(() => page.locator("svg [data-selected]").count()).toBeGreaterThan(0)
      if (track === "2") await takePictures(page, "objects-track")
      await page.keyboard.press("Control+Enter")
    }
    await page.getByText("This audit takes no more work").waitFor()
  })

  it("of several sensors opens the sensor of the object", async () => {
    const key = await bed.server.person("una")
    await makeSensors(bed.server, "rig")
    const dataset = "admin/rig"
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, { user: "una", role: "reviewer" })
    // Cast: the list of samples.
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as readonly [
      { readonly uuid: string },
    ]
    await bed.server.call("PUT", `/labels/${sample.uuid}/ground-truth/`, { label_status: "LABELED" })
    await release(bed.server, dataset)
    const audit = await beginAudit(bed.server, dataset, { unit: "objects" })
    const { page } = await signedIn(bed.browser, bed.server, key)
    page.setDefaultTimeout(30_000)
    await page.setViewportSize({ width: 1440, height: 860 })
    await page.goto(`${bed.server.origin}/console/d/${dataset}/releases/v1/audits/${audit}/check`)
    const objects = await readDrawnObjects(dataset, audit)
    expect(objects.map(({ sensor, track }) => `${sensor} ${track}`).toSorted()).toEqual([
      "back 3",
      "front 1",
      "top 1",
      "top 2",
    ])
    for (const [index, { sensor, track }] of objects.entries()) {
      await page.getByText(`Draw ${index + 1}`, { exact: true }).waitFor()
      await page.getByText(`car · track ${track} · from frame 1 · ${sensor}`).waitFor()
      const row = page.getByRole("region", { name: "Objects", exact: true }).getByRole("listitem")
      await row.locator("[aria-pressed=true]").first().waitFor()
      // The picture of a camera is opened with the object, not as a whole.
      if (sensor === "front")
        await expect.poll(async () => (await readSelectedBox(page))?.height ?? 0).toBeGreaterThan(90)
      await takePictures(page, `objects-${sensor}-${track}`)
      await page.keyboard.press("Control+Enter")
    }
    await page.getByText("This audit takes no more work").waitFor()
  })
})
