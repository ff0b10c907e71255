/** A manager's way of samples: dropped as COCO with images, found, changed, and exported as YOLO. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { makeDataset } from "./support/dataset.ts"
import { png, unzipped } from "./support/files.ts"
import { demandSound, signIn, type Visit, visit } from "./support/pages.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()

beforeAll(async () => {
  const { server } = bed
  await server.person("lena")
  await server.call("POST", "/user/datasets/", {
    name: "street",
    category: "other",
    task_type: "vector",
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car", color: [46, 160, 255] },
        { id: 2, name: "person", color: [255, 120, 80] },
      ],
    },
  })
  await server.call("POST", "/datasets/admin/street/collaborators/", { user: "lena", role: "labeler" })
}, 60_000)

/** An annotation has a key that no dataset of boxes contains. */
const cocoOf = (images: ReadonlyArray<string>): string =>
  JSON.stringify({
    images: images.map((file_name, index) => ({ id: index + 1, file_name, width: 64, height: 48 })),
    annotations: [
      { id: 1, image_id: 1, category_id: 1, bbox: [16, 12, 32, 24], area: 768, iscrowd: 0, tint: [1] },
      { id: 2, image_id: 2, category_id: 2, bbox: [0, 0, 16, 12], area: 192, iscrowd: 0 },
    ],
    categories: [
      { id: 1, name: "car" },
      { id: 2, name: "person" },
    ],
  })

interface Dropped {
  readonly name: string
  readonly base64: string
}

/** Drops files on the page, as a file manager does. */
const drop = async (page: Page, files: ReadonlyArray<Dropped>): Promise<void> => {
  const transfer = await page.evaluateHandle((dropped) => {
    const made = new DataTransfer()
    for (const { base64, name } of dropped)
      made.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name))
    return made
  }, files)
  await page.getByText("Drop images").dispatchEvent("drop", { dataTransfer: transfer })
}

const opened = async (visited: Visit, address: string): Promise<void> => {
  visited.page.setDefaultTimeout(10_000)
  await signIn(visited, bed.server, "/account")
  await visited.page.goto(`${bed.server.origin}/console${address}`)
}

const image = png(64, 48).toString("base64")

interface Sample {
  readonly name: string
  readonly assigned_labeler: string | null
  readonly label: { readonly label_status: string } | null
}

const samples = async (): Promise<ReadonlyArray<Sample>> =>
  // Cast: the list of samples.
  (await bed.server.call(
    "GET",
    "/datasets/admin/street/samples/?labelset=ground-truth&sort=name",
  )) as ReadonlyArray<Sample>

describe("imports and exports", () => {
  it("make samples of a dropped COCO file with its images, and report what is left out", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, "/d/admin/street/samples")
    await page.getByText("This dataset has no samples yet.").waitFor()
    await page.getByRole("main").getByRole("link", { name: "Import" }).click()
    await page.getByText("No imports yet.").waitFor()
    await demandSound(visited)
    const files = ["left.png", "right.png"]
    const dropped = (images: ReadonlyArray<string>) =>
      drop(page, [
        { name: "instances.json", base64: Buffer.from(cocoOf(images)).toString("base64") },
        ...files.map((name) => ({ name, base64: image })),
      ])
    await dropped([...files, "missing.png"])
    await page.getByText(/^3 files/).waitFor()
    await page.getByRole("button", { name: "Import", exact: true }).click()
    const rows = page.getByRole("row")
    await rows.nth(1).getByText("Failed").waitFor()
    await rows
      .nth(1)
      .getByText(/missing\.png/)
      .waitFor()
    assert.deepStrictEqual(await samples(), [])
    await dropped(files)
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await rows.nth(2).waitFor()
    await rows.nth(1).getByText("Succeeded").waitFor()
    await rows.nth(1).getByText(/tint/).waitFor()
    await demandSound(visited)
    const made = await samples()
    assert.include(
      made.map(({ name }) => name),
      "left",
    )
    assert.deepInclude(made.find(({ name }) => name === "right")?.label, { label_status: "PRELABELED" })
    await page.getByRole("main").getByRole("link", { name: "Samples" }).click()
    await page.getByRole("row", { name: /left/ }).waitFor()
    const picture = page.getByRole("row", { name: /left/ }).locator("img")
    await picture.evaluate((element) => (element as HTMLImageElement).decode())
    assert.strictEqual(await picture.evaluate((element) => (element as HTMLImageElement).naturalWidth), 64)
    await visited.context.close()
  }, 60_000)

  it("make samples of chosen images alone, and refuse an archive among other files", async () => {
    const visited = await visit(bed.browser, { scheme: "dark", size: "phone" })
    const { page } = visited
    await opened(visited, "/d/admin/street/import")
    await drop(page, [
      { name: "all.zip", base64: "" },
      { name: "more.png", base64: image },
    ])
    await page.getByText("An archive cannot be imported together").waitFor()
    assert.isTrue(await page.getByRole("button", { name: "Import", exact: true }).isDisabled())
    await demandSound(visited)
    await page.getByRole("button", { name: "Remove files" }).click()
    await page
      .locator("input[type=file]:not([webkitdirectory])")
      .setInputFiles([{ name: "Straße 7.png", mimeType: "image/png", buffer: png(64, 48) }])
    await page.getByText(/^1 file,/).waitFor()
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page
      .getByRole("row", { name: /images/ })
      .getByText("Succeeded")
      .waitFor()
    assert.include(
      (await samples()).map(({ name }) => name),
      "Straße 7",
    )
    await visited.context.close()
  }, 60_000)

  it("say why an import failed", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, "/d/admin/street/import")
    await drop(page, [{ name: "broken.json", base64: Buffer.from("{").toString("base64") }])
    await page.getByRole("button", { name: "Import", exact: true }).click()
    // The first row is the newest.
    await page
      .getByRole("row")
      .nth(1)
      .getByText(/broken\.json: is not a JSON list, or is broken at byte 0/)
      .waitFor()
    await visited.context.close()
  }, 60_000)

  it("export what a bulk change finished as YOLO, whose file is right", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, "/d/admin/street/samples?status=%5B%22PRELABELED%22%5D")
    await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("dialog").getByRole("combobox", { name: "Status" }).click()
    await page.getByRole("option", { name: "Reviewed" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click()
    await page.getByText("No samples match these filters.").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page.getByRole("main").getByRole("link", { name: "Export" }).click()
    await page.getByRole("combobox", { name: "Format" }).click()
    await page.getByRole("option", { name: "YOLO boxes" }).click()
    await page.getByLabel("Training, validation").fill("100")
    await page.getByText("Enter shares, such as 80/10/10.").waitFor()
    await page.getByLabel("Training, validation").fill("")
    await demandSound(visited)
    await page.getByRole("button", { name: "Export", exact: true }).click()
    const row = page.getByRole("row", { name: /yolo-detect/ })
    await row.getByText("Succeeded, 1 sample left out").waitFor()
    await row.getByText("Not exported because of their status: 1 Unlabeled.").waitFor()
    const download = page.waitForEvent("download")
    await row.getByRole("link", { name: /Download/ }).click()
    const files = unzipped(readFileSync(await (await download).path()))
    const textOf = (ending: string) =>
      [...files]
        .find(([path]) => path.endsWith(ending))?.[1]
        .toString("utf8")
        .trim()
    assert.match(textOf("left.txt") ?? "", /^0 0\.50* 0\.50* 0\.50* 0\.50*$/)
    assert.match(textOf("right.txt") ?? "", /^1 0\.1250* 0\.1250* 0\.250* 0\.250*$/)
    await demandSound(visited)
    await row.getByRole("button", { name: "Include left-out samples" }).click()
    const whole = page.getByRole("row", { name: /yolo-detect/ }).filter({ hasNotText: "1 sample left out" })
    await whole.getByRole("cell", { name: "3", exact: true }).waitFor()
    await whole.getByText("Succeeded").waitFor()
    await whole.getByRole("button", { name: "Delete" }).click()
    await whole.waitFor({ state: "detached" })
    await row.getByRole("button", { name: "Delete" }).click()
    await page.getByText("No exports yet.").waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("export the labels of one of the people who label a sample", async () => {
    const { server } = bed
    const keys = [await server.person("mia"), await server.person("noa")]
    const dataset = await makeDataset(server, {
      name: "pairs",
      samples: 0,
      settings: { overlap: 2 },
      collaborators: { mia: "labeler", noa: "labeler" },
    })
    const picture = { url: server.image("one"), width: 800, height: 500 }
    await server.call("POST", `/datasets/${dataset}/samples/`, {
      name: "one",
      attributes: { image: picture },
    })
    for (const [index, key] of keys.entries()) {
      const address = `/datasets/${dataset}/queue/labeling/claim/`
      const [claim] = (await server.call("POST", address, { count: 1 }, key)) as [{ claim_id: string }]
      const corners = [
        [8, 8],
        [40, 40],
      ]
      const box = { id: 1, category_id: index + 1, type: "bbox", points: corners }
      const body = { attributes: { format_version: "0.1", annotations: [box] } }
      await server.call("POST", `/claims/${claim.claim_id}/submit/`, body, key)
    }
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, `/d/${dataset}/exports`)
    await page.getByRole("combobox", { name: "Format" }).click()
    await page.getByRole("option", { name: "COCO" }).first().click()
    await page.getByLabel("Labels of one person").fill("mia")
    await page.getByRole("option", { name: "mia" }).click()
    for (const name of ["Release", "Labelset"])
      assert.isTrue(await page.getByRole("combobox", { name }).isDisabled(), name)
    await demandSound(visited)
    await takePictures(page, "export-of-one-person")
    await page.getByRole("button", { name: "Export", exact: true }).click()
    const row = page.getByRole("row", { name: /coco/ })
    await row.getByText("Succeeded").waitFor()
    const download = page.waitForEvent("download")
    await row.getByRole("link", { name: /Download/ }).click()
    const files = unzipped(readFileSync(await (await download).path()))
    const [, text] = [...files].find(([path]) => path.endsWith(".json")) ?? []
    const { annotations } = JSON.parse(text?.toString("utf8") ?? "null")
    assert.deepStrictEqual(
      annotations.map((one: { category_id: number }) => one.category_id),
      [1],
    )
    await visited.context.close()
  }, 60_000)
})
