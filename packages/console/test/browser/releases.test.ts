/** Releases in the browser: made, downloaded, checked by the command, compared and deleted. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"

const bed = testBed()
const command = join(import.meta.dirname, "../../../server/bin/annotary.js")

beforeAll(async () => {
  await makeDataset(bed.server, { name: "street", samples: 3, collaborators: {} })
}, 60_000)

describe("the releases page", () => {
  it("makes a release whose file downloads and passes its check", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await signIn(visited, bed.server, "/d/admin/street/releases")
    await page.getByText("No releases yet.").waitFor()
    await demandSound(visited)
    await page.getByLabel("Name").fill("v1")
    await page.getByLabel("Description").fill("First delivery")
    await page.getByRole("button", { name: "Create release" }).click()
    const card = page.getByRole("article", { name: "v1" })
    await card.getByText("Succeeded").waitFor()
    await card.getByText("3 samples", { exact: true }).waitFor()
    await demandSound(visited)
    const downloading = page.waitForEvent("download")
    await card.getByRole("link", { name: /Download/ }).click()
    const download = await downloading
    assert.strictEqual(download.suggestedFilename(), "street-v1.json")
    const path = await download.path()
    const digest = createHash("sha256").update(readFileSync(path)).digest("hex")
    await card.getByText(`SHA-256 ${digest}`).waitFor()
    await card.getByText("annotary verify street-v1.json").waitFor()
    const { stdout } = await promisify(execFile)(process.execPath, [command, "verify", path])
    assert.match(stdout, /3 samples|samples.*3/i)
    await card.getByRole("button", { name: "Signatures" }).click()
    const dialog = page.getByRole("dialog", { name: "Signed statements of v1" })
    await dialog.getByText("3 statements, signed by this server:").waitFor()
    await demandSound(visited)
    const save = async (name: string): Promise<string> => {
      const saving = page.waitForEvent("download")
      await dialog.getByRole("button", { name }).click()
      return await (await saving).path()
    }
    const files = {
      statements: await save("Download statements"),
      keys: await save("Download public keys"),
    }
    const verified = await promisify(execFile)(process.execPath, [
      command,
      "verify",
      path,
      "--statements",
      files.statements,
      "--keys",
      files.keys,
    ])
    assert.match(verified.stdout, /urn:annotary:release:v1/)
    await dialog.getByRole("button", { name: "Close" }).click()
    await visited.context.close()
  }, 60_000)

  it("says what the server refuses", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await signIn(visited, bed.server, "/d/admin/street/releases")
    await page.getByLabel("Name").fill("v1")
    await page.getByRole("button", { name: "Create release" }).click()
    await page.getByRole("alert").waitFor()
    assert.strictEqual(await page.getByLabel("Name").inputValue(), "v1")
    await visited.context.close()
  }, 60_000)

  it("compares two releases in both directions, and deletes one after its name was typed", async () => {
    const { server } = bed
    await server.call("POST", "/datasets/admin/street/samples/", { name: "new", attributes: {} })
    // Cast: the list of samples.
    const [first] = (await server.call("GET", "/datasets/admin/street/samples/?sort=name")) as ReadonlyArray<{
      readonly uuid: string
    }>
    await server.call("PATCH", `/samples/${first?.uuid}/`, { priority: 3 })
    const visited = await visit(bed.browser, { scheme: "dark" })
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await signIn(visited, server, "/d/admin/street/releases")
    await page.getByLabel("Name").fill("v2")
    await page.getByRole("button", { name: "Create release" }).click()
    await page.getByRole("article", { name: "v2" }).getByText("Succeeded").waitFor()
    await page.getByRole("link", { name: "Compare" }).click()
    await page.getByRole("heading", { name: "From v1 to v2" }).waitFor()
    await page.getByText("1 sample added", { exact: true }).waitFor()
    await page.getByText("1 sample changed", { exact: true }).waitFor()
    await page.getByRole("row", { name: /image-000.*Changed.*priority/ }).waitFor()
    await demandSound(visited)
    await page.getByRole("link", { name: "Swap" }).click()
    await page.getByText("1 sample removed", { exact: true }).waitFor()
    await page.getByRole("main").getByRole("link", { name: "Releases" }).click()
    await page.getByRole("article", { name: "v1" }).getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("dialog")
    assert.isTrue(await dialog.getByRole("button", { name: "Delete" }).isDisabled())
    await demandSound(visited)
    await dialog.getByLabel("Type “v1” to confirm").fill("v1")
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("article", { name: "v1" }).waitFor({ state: "detached" })
    await page.getByRole("article", { name: "v2" }).waitFor()
    await visited.context.close()
  }, 60_000)
})
