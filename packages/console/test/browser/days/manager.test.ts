/** A day of a manager: a dataset from a COCO file, people who come by a link, their progress, and an export for training. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { png, unzipped } from "../support/files.ts"
import { violations } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const coco = JSON.stringify({
  images: ["left.png", "right.png"].map((file_name, index) => ({
    id: index + 1,
    file_name,
    width: 64,
    height: 48,
  })),
  annotations: [
    { id: 1, image_id: 1, category_id: 1, bbox: [16, 12, 32, 24], area: 768, iscrowd: 0 },
    { id: 2, image_id: 2, category_id: 2, bbox: [0, 0, 16, 12], area: 192, iscrowd: 0 },
  ],
  categories: [
    { id: 1, name: "car" },
    { id: 2, name: "person" },
  ],
})

/** Adds a category in the form of the configuration. */
const addCategory = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "Add category" }).click()
  // The new one alone is open.
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name)
}

describe("a day of a manager", { timeout: 240_000 }, () => {
  it("creates a dataset, imports COCO, invites, watches, and exports YOLO", async () => {
    const { browser, server } = bed
    const maria = await server.person("maria")
    const lee = await server.person("lee")
    await server.call("POST", "/organizations/", { username: "acme" }, maria)
    const { faults, page } = await signedIn(browser, server, maria)

    await page.goto(`${server.origin}/console/new-dataset?owner=acme`)
    await page.getByRole("radio", { name: /^Bounding boxes/ }).check()
    await page.getByRole("textbox", { name: "Name" }).fill("street")
    await page.getByText("The dataset's address will be acme/street.").waitFor()
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page.getByRole("heading", { level: 1, name: "acme/street" }).waitFor()

    await page.getByRole("link", { name: "Configure categories" }).click()
    await page.getByRole("radiogroup", { name: "View" }).waitFor()
    await addCategory(page, "car")
    await addCategory(page, "person")
    await page.getByRole("button", { name: "Review and save" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText(/acme\/street, version \d/).waitFor()

    await page.goto(`${server.origin}/console/d/acme/street/import`)
    await page.locator("input[type=file]:not([webkitdirectory])").setInputFiles([
      { name: "instances.json", mimeType: "application/json", buffer: Buffer.from(coco) },
      { name: "left.png", mimeType: "image/png", buffer: png(64, 48) },
      { name: "right.png", mimeType: "image/png", buffer: png(64, 48) },
    ])
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page.getByRole("row").nth(1).getByText("Succeeded").waitFor()
    // The file has brought its categories.
    const next = page.getByRole("region", { name: "Next steps" })
    await next.getByRole("link", { name: "Start labeling" }).waitFor()
    await next.getByRole("link", { name: "Invite people" }).waitFor()

    await page.goto(`${server.origin}/console/orgs/acme/members`)
    await page.getByRole("button", { name: "New invitation" }).click()
    await page.getByRole("dialog").getByLabel("Role").selectOption("labeler")
    await page.getByRole("button", { name: "Create invitation link" }).click()
    const link = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    await page.getByLabel("I have copied the link").check()
    await page.getByRole("button", { name: "Done" }).click()

    const labeler = await signedIn(browser, server, lee)
    await labeler.page.goto(link)
    await labeler.page.getByRole("button", { name: "Accept as lee" }).click()
    await labeler.page.getByRole("heading", { level: 1, name: "acme" }).waitFor()
    await labeler.page.goto(`${server.origin}/console/datasets`)
    await labeler.page.getByRole("link", { name: "Label in acme/street" }).click()
    const first = await shownSample(labeler.page)
    await seesObjects(labeler.page, 1)
    await labeler.page.keyboard.press("Control+Enter")
    await shownSample(labeler.page, first)

    await page.goto(`${server.origin}/console/d/acme/street`)
    await page.locator("[data-state=LABELED]", { hasText: /Labeled\s*1/ }).waitFor()
    await page.goto(`${server.origin}/console/d/acme/street/queue`)
    await page.getByRole("row", { name: /lee/ }).first().waitFor()
    await labeler.page.keyboard.press("Control+Enter")
    await labeler.page.getByText("2 samples done").waitFor()
    expect(await violations(page)).toEqual([])

    // What nobody has reviewed is not exported unless it is asked for.
    await page.goto(`${server.origin}/console/d/acme/street/review`)
    const reviewed = await shownSample(page)
    await page.keyboard.press("Control+Enter")
    await shownSample(page, reviewed)
    await page.keyboard.press("Control+Enter")
    await page.getByText("2 samples done").waitFor()

    await page.goto(`${server.origin}/console/d/acme/street/exports`)
    await page.getByRole("combobox", { name: "Format" }).click()
    await page.getByRole("option", { name: "YOLO boxes" }).click()
    await page.getByRole("button", { name: "Export", exact: true }).click()
    const row = page.getByRole("row", { name: /yolo-detect/ })
    await row.getByText("Succeeded").waitFor()
    const downloading = page.waitForEvent("download")
    await row.getByRole("link", { name: /Download/ }).click()
    const files = [...unzipped(readFileSync(await (await downloading).path()))]
    const textOf = (ending: string) =>
      files
        .find(([path]) => path.endsWith(ending))?.[1]
        .toString("utf8")
        .trim()
    // A new dataset has a category already, so the first class is not known here.
    const left = /^(\d) 0\.50* 0\.50* 0\.50* 0\.50*$/.exec(textOf("left.txt") ?? "")
    const right = /^(\d) 0\.1250* 0\.1250* 0\.250* 0\.250*$/.exec(textOf("right.txt") ?? "")
    expect(Number(right?.[1]) - Number(left?.[1])).toBe(1)
    expect(textOf(".yaml")).toMatch(/car[\s\S]*person/)
    expect([...faults, ...labeler.faults]).toEqual([])
  })
})
