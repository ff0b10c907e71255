import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import {
  block,
  drag,
  makePoints,
  openPoints,
  plain,
  scenePoints,
  unassigned,
  viewOf,
} from "../support/points.ts"

const bed = testBed()

const pictures = process.env.PICTURES

describe("points that were labeled again after a rejection", { timeout: 120_000 }, () => {
  it("are compared with the reviewed version, and counted by what has changed", async () => {
    const { dataset, key } = await makePoints(bed.server, { name: "again" })
    const reviewer = await bed.server.person("reviewer")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, {
      user: "reviewer",
      role: "reviewer",
    })
    const work = async (queue: string, action: string, body: object, by: string) => {
      const path = `/datasets/${dataset}/queue/${queue}/claim/`
      // Cast: the list of claims.
      const [claim] = (await bed.server.call("POST", path, { count: 1 }, by)) as [{ claim_id: string }]
      await bed.server.call("POST", `/claims/${claim.claim_id}/${action}/`, body, by)
    }
    const attributes = {
      format_version: "0.2",
      annotations: [
        { id: 1, category_id: 1, attributes: {} },
        { id: 2, category_id: 2, attributes: {} },
      ],
      point_annotations: Array.from({ length: scenePoints }, (_, point) =>
        point < plain ? 0 : point < plain + block ? 1 : 2,
      ),
    }
    await work("labeling", "submit", { attributes }, key)
    await work("reviewing", "reject", { comment: "The left one is a part of the right one." }, reviewer)
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await openPoints(page, bed.server, dataset)
    expect(await unassigned(page)).toBe(plain)
    await page.getByRole("blockquote").getByText("The left one is a part of the right one.").waitFor()
    await page.locator("[data-view=main]").focus()
    await page.keyboard.press("j")
    const changes = page.getByRole("list", { name: "Changed points" })
    await changes.getByText("0 points added", { exact: true }).waitFor()
    // Both objects become the second one, and everything else gets an object of the ground.
    const rows = page.getByRole("region", { name: "Objects" }).getByRole("listitem")
    await rows.filter({ hasText: "tree" }).getByRole("button").first().click()
    await rows
      .filter({ hasText: "car" })
      .getByRole("button")
      .first()
      .click({ modifiers: ["Shift"] })
    await page.locator("[data-view=main]").focus()
    await page.keyboard.press("m")
    await changes.getByText("1,500 points assigned to another object", { exact: true }).waitFor()
    // Without a selection the key chooses the category of the next object; with one it would change that of the selected.
    await page.keyboard.press("a")
    await page.keyboard.press("3")
    await page.keyboard.press("q")
    await page.keyboard.press("r")
    const { height, width } = await viewOf(page)
    await drag(page, [
      [1, 1],
      [width - 1, height - 1],
    ])
    await changes.getByText("6,000 points added", { exact: true }).waitFor()
    expect(await unassigned(page)).toBe(0)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/points-review.png` })
    expect(await violations(page)).toEqual([])
    expect(withoutDriver(faults)).toEqual([])
  })
})
