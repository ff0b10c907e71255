/** A day of a team whose quality is measured: gold samples, blind labels of three people, a decision, a release, an audit, and its proof elsewhere. */

import { execFile } from "node:child_process"
import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { isLong } from "../support/isLong.ts"
import { demandSound, type Visit } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"
import { takePictures } from "../support/takePictures.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()
const command = join(import.meta.dirname, "../../../../server/bin/annotary.js")

/** Audited ones, 60 in long runs, and those whose label is known. */
const samples = isLong ? 60 : 20
const goldSamples = 2
const disputed = "image-007"
/** The boxes of each labeler on the disputed sample. Everywhere else each draws the same one. */
const boxes = { ada: 1, ben: 2, cem: 3 } as const
type Labeler = keyof typeof boxes

/** Labels every sample of the dataset by keys alone. */
const labelAll = async ({ page }: Visit, labeler: Labeler, dataset: string): Promise<void> => {
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  let name: string | undefined
  for (let done = 0; done < samples + goldSamples; done++) {
    name = await shownSample(page, name)
    await seesObjects(page, 0)
    const count = name === disputed ? boxes[labeler] : 1
    for (let box = 1; box <= count; box++) {
      await drawBox(page)
      await seesObjects(page, box)
    }
    await page.keyboard.press("Control+Enter")
  }
  await page
    .getByRole("status")
    .getByText(`${samples + goldSamples} samples done`)
    .waitFor()
}

const save = async (page: Page, act: () => Promise<void>): Promise<string> => {
  const saving = page.waitForEvent("download")
  await act()
  return (await saving).path()
}

/** Runs `annotary verify` in a folder that has the files alone, without any setting of the server. */
const verifyElsewhere = async (files: Readonly<Record<"release" | "statements" | "keys", string>>) => {
  const folder = await mkdtemp(join(tmpdir(), "annotary-elsewhere-"))
  try {
    for (const [name, path] of Object.entries(files)) await copyFile(path, join(folder, name))
    const args = [command, "verify", "release", "--statements", "statements", "--keys", "keys"]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe("a day of a team whose quality is measured", { timeout: 600_000 }, () => {
  it("labels blindly, decides by keys, audits every sample, and proves the result on another machine", async () => {
    const { browser, server } = bed
    const keys = new Map<string, string>()
    for (const person of [...Object.keys(boxes), "rita", "olaf"])
      keys.set(person, await server.person(person))
    const dataset = await makeDataset(server, {
      name: "measured",
      samples: samples + goldSamples,
      settings: { overlap: 3, overlap_decision: "merge", gold_rate: 0.5 },
      collaborators: { ada: "labeler", ben: "labeler", cem: "labeler", rita: "reviewer", olaf: "reviewer" },
    })
    const manager = await signedIn(browser, server, adminKey)
    const office = manager.page
    office.setDefaultTimeout(20_000)

    // The manager draws the known labels of two samples, which the labelers get among the others.
    for (const name of ["image-010", "image-015"]) {
      await office.goto(`${server.origin}/console/d/${dataset}/samples?name=${name}`)
      await office.getByRole("link", { name }).click()
      await office.getByRole("link", { name: "Known label" }).click()
      await shownSample(office)
      await office.getByText("Saving makes this a gold sample, if nobody has begun to label it.").waitFor()
      await drawBox(office)
      await seesObjects(office, 1)
      await office.keyboard.press("Control+Enter")
      await office.getByRole("heading", { name: "Gold samples" }).waitFor()
    }
    await takePictures(office, "day-gold-empty")

    const visitAs = (person: string) => signedIn(browser, server, keys.get(person) ?? "")
    const visits = { ada: await visitAs("ada"), ben: await visitAs("ben"), cem: await visitAs("cem") }
    await Promise.all(
      (["ada", "ben", "cem"] as const).map((labeler) => labelAll(visits[labeler], labeler, dataset)),
    )

    // The one sample on which they disagree waits for a reviewer, who sees letters and no names.
    const reviewer = await visitAs("rita")
    const { page } = reviewer
    await page.goto(`${server.origin}/console/d/${dataset}/review`)
    expect(await shownSample(page)).toBe(disputed)
    await page.keyboard.press("Alt+n")
    await page.getByText(/^Difference 1 of \d$/).waitFor()
    expect(await page.getByText(/ada|ben|cem/).count()).toBe(0)
    await takePictures(page, "day-decision")
    await page.keyboard.press("Alt+Digit2")
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    await demandSound(reviewer)

    // The manager reads how well people agree, freezes a release, and begins its audit.
    await office.goto(`${server.origin}/console/d/${dataset}/gold`)
    for (const person of Object.keys(boxes))
      await office.getByRole("row", { name: new RegExp(`^${person} 2 2 100%`) }).waitFor()
    await takePictures(office, "day-gold")
    await demandSound(manager)
    await office.goto(`${server.origin}/console/d/${dataset}/agreement`)
    await office.getByRole("link", { name: disputed }).waitFor()
    await takePictures(office, "day-agreement")
    await demandSound(manager)
    await office.goto(`${server.origin}/console/d/${dataset}/releases`)
    await office.getByRole("textbox", { name: "Name" }).fill("v1")
    await office.getByRole("button", { name: "Create release" }).click()
    await office.getByRole("article", { name: "v1" }).getByText("Succeeded").waitFor()
    await office.getByRole("link", { name: "Audits" }).click()
    await office.getByRole("button", { name: "Start audit" }).click()
    await office.getByRole("dialog").getByRole("button", { name: "Start" }).click()
    await office.getByText("The curve begins with the first checked sample.").waitFor()
    const audit = office.url()

    // Olaf, who labeled and decided nothing, checks all of them by keys. One has an error.
    const auditor = await visitAs("olaf")
    await auditor.page.goto(`${audit}/check`)
    for (let draw = 1; draw <= samples; draw++) {
      await auditor.page.getByText(`Draw ${draw}`, { exact: true }).waitFor()
      await auditor.page.locator("[role=application] img[style*=transform]").waitFor()
      if (draw === 3) {
        await auditor.page.keyboard.press("Alt+Digit1")
        await auditor.page.getByRole("button", { name: "Submit 1 error" }).waitFor()
        await takePictures(auditor.page, "day-check")
      }
      await auditor.page.keyboard.press("Control+Enter")
    }
    await auditor.page.getByText("This audit takes no more work").waitFor()
    await demandSound(auditor)

    await office.reload()
    await office.getByText(`${samples} of ${samples} samples checked, 1 with an error.`).waitFor()
    await office
      .getByText(
        `At most ${Number((100 / samples).toFixed(2))}% of the samples have an error, at 95% confidence.`,
      )
      .waitFor()
    await office.getByRole("button", { name: "Finish" }).click()
    await office.getByRole("dialog").getByRole("button", { name: "Finish and sign" }).click()
    await office.getByText("The result is signed. Nothing changes any more.").waitFor()
    await takePictures(office, "day-audit")
    await office.getByRole("button", { name: "Signatures" }).click()
    const dialog = office.getByRole("dialog")
    const statements = await save(office, () =>
      dialog.getByRole("button", { name: "Download statements" }).click(),
    )
    const publicKeys = await save(office, () =>
      dialog.getByRole("button", { name: "Download public keys" }).click(),
    )
    await dialog.getByRole("button", { name: "Close" }).click()
    await office.goto(`${server.origin}/console/d/${dataset}/releases`)
    const release = await save(office, () => office.getByRole("link", { name: /Download/ }).click())
    await demandSound(manager)

    const verified = await verifyElsewhere({ release, statements, keys: publicKeys })
    expect(verified).toMatch(/urn:annotary:audit:v1/)
    expect([...visits.ada.faults, ...visits.ben.faults, ...visits.cem.faults]).toEqual([])
  })
})
