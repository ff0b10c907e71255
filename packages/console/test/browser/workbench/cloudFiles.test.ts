/** Files of point clouds in the page as it is served: with its policy, and from origins that may not be read. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { cloudOf, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()
const pictures = process.env.PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

interface Source {
  readonly url: string
  readonly type: string
}

/** Opens a sequence with a file in each frame. */
const opened = async (name: string, sources: ReadonlyArray<Source>) => {
  await bed.server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: "pointcloud-cuboid-sequence",
    task_attributes: { format_version: "0.1", categories: [{ id: 1, name: "car" }] },
  })
  await bed.server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "street",
    attributes: { frames: sources.map((pcd) => ({ pcd })) },
  })
  const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
  await page.goto(`${bed.server.origin}/console/d/admin/${name}/label`)
  await page.getByRole("application").waitFor()
  return { faults, page }
}

const lazFolder = join(import.meta.dirname, "../../unit/workbench/cloud/laz")

describe("the files of point clouds", { timeout: 180_000 }, () => {
  it("of LAZ are read under the policy of the page, and one that is cut off says so", async () => {
    const whole = readFileSync(join(lazFolder, "format7.laz"))
    const cut = whole.subarray(0, 2000)
    const { faults, page } = await opened("laz", [
      { url: bed.server.file("laz/0.laz", () => whole), type: "las" },
      { url: bed.server.file("laz/1.laz", () => cut), type: "las" },
      { url: bed.server.file("laz/2.pcd", () => cloudOf([], { seed: 1, ground: 100 })), type: "pcd" },
    ])
    await page.getByText("250 points").waitFor()
    await picture(page, "laz")
    await page.keyboard.press("ArrowRight")
    const alert = page.getByRole("alert").filter({ hasText: "The point cloud could not be shown" })
    await alert.getByText(/^The file is truncated: \d+ bytes expected, 2000 found\.$/).waitFor()
    await page.keyboard.press("ArrowRight")
    await page.getByText("100 points").waitFor()
    // The page itself may compile no WebAssembly: its policy is as strict as before.
    const refused = await page.evaluate(() =>
      WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).then(
        () => "compiled",
        (error: unknown) => (error instanceof Error ? error.name : "refused"),
      ),
    )
    expect(refused).toBe("CompileError")
    expect(withoutDriver(faults).filter((fault) => !fault.includes("WebAssembly"))).toEqual([])
  })

  it("from a storage without rules for other origins name CORS as what to check, and load when there are rules", async () => {
    const bytes = cloudOf([], { seed: 2, ground: 100 })
    const { page } = await opened("closed", [
      { url: bed.server.file("closed/0.pcd", () => bytes), type: "pcd" },
      { url: bed.server.file("open/1.pcd", () => bytes), type: "pcd" },
      { url: "https://elsewhere.invalid/2.pcd", type: "pcd" },
    ])
    const alert = page.getByRole("alert").filter({ hasText: "The point cloud could not be shown" })
    await alert.getByText(/closed\/0\.pcd could not be loaded\..*\(CORS\)/).waitFor()
    await picture(page, "cors")
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("ArrowRight")
    await page.getByText("100 points").waitFor()
    await alert.waitFor({ state: "detached" })
    // An origin that the console may not load either.
    await page.keyboard.press("ArrowRight")
    await alert.getByText(/elsewhere\.invalid.*this server allows files from that host/).waitFor()
  })
})
