/** Releases that are being written, and such that failed: the file of one was lost on its way to the storage. */
import type { Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

type Fields = Readonly<Record<string, unknown>>

beforeAll(async () => {
  await makeDataset(bed.server, { name: "street", samples: 4, collaborators: {} })
  await bed.server.call("POST", "/datasets/admin/street/releases/", { name: "v1", description: "" })
}, 60_000)

/** Lets the list say something else about the release than the server does. Returns a function that ends it. */
const saying = async (page: Page, fields: () => Fields): Promise<() => Promise<void>> => {
  const list = /\/datasets\/admin\/street\/releases\/(\?|$)/
  await page.route(list, async (route) => {
    if (route.request().method() !== "GET") return route.fallback()
    // A list of records. The test reads it: a separate request would have no rights by the cookie.
    const releases = (await bed.server.call(
      "GET",
      "/datasets/admin/street/releases/",
    )) as ReadonlyArray<Fields>
    await route.fulfill({ json: releases.map((one) => ({ ...one, ...fields() })) })
  })
  return () => page.unroute(list)
}

describe("a release", () => {
  it("that is written shows how far it is, and then its file, without a reload", async () => {
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    let done = 1
    const end = await saying(page, () => ({
      status: "PENDING",
      samples_done: done,
      attributes: {},
      sha256: null,
      size_bytes: null,
    }))
    await page.goto(`${bed.server.origin}/console/d/admin/street/releases`)
    const card = page.getByRole("article", { name: "v1" })
    const bar = card.getByRole("progressbar")
    await bar.waitFor()
    assert.strictEqual(await bar.getAttribute("aria-valuenow"), "25")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/release-pending.png` })
    done = 3
    await page.waitForSelector("[role=progressbar][aria-valuenow='75']")
    await end()
    await card.getByText("Succeeded").waitFor()
    await card.getByRole("link", { name: /Download/ }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("that failed says why, and is written again with its name and description", async () => {
    const visited = await signedIn(bed.browser, bed.server, adminKey, { scheme: "dark" })
    const { page } = visited
    const before = await bed.server.call("GET", "/datasets/admin/street/releases/v1/")
    const end = await saying(page, () => ({
      status: "FAILED",
      status_info: "The storage of files refused the file: no space left.",
      attributes: {},
      sha256: null,
    }))
    await page.goto(`${bed.server.origin}/console/d/admin/street/releases`)
    const card = page.getByRole("article", { name: "v1" })
    await card.getByText("The storage of files refused the file: no space left.").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/release-failed-dark.png` })
    await end()
    await card.getByRole("button", { name: "Delete and recreate" }).click()
    await card.getByText("Succeeded").waitFor()
    const after = await bed.server.call("GET", "/datasets/admin/street/releases/v1/")
    const uuids = [before, after].map((release) => (release as { readonly uuid: string }).uuid)
    assert.notStrictEqual(uuids[0], uuids[1])
    await visited.context.close()
  }, 60_000)
})
