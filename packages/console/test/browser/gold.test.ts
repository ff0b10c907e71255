/** Gold samples in the browser: a manager sets their share, and a labeler reads the result of one. */
import { describe, expect, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"
import { drawBox, seesObjects, shownSample } from "./support/workbench.ts"

const bed = testBed()

/** So many that half of them being gold goes unseen once in a million runs. */
const samples = 22

const known = {
  format_version: "0.1",
  annotations: [
    {
      id: 1,
      category_id: 2,
      type: "bbox",
      points: [
        [10, 10],
        [60, 60],
      ],
    },
  ],
}

describe("gold samples", { timeout: 120_000 }, () => {
  it("are given out at the share that a manager sets, and people read how they did", async () => {
    const { browser, server } = bed
    const key = await server.person("gita")
    const dataset = await makeDataset(server, { name: "golden", samples, collaborators: { gita: "labeler" } })
    // Cast: the list of samples.
    const [first] = (await server.call("GET", `/datasets/${dataset}/samples/?sort=name`)) as ReadonlyArray<{
      readonly uuid: string
    }>
    await server.call("PUT", `/samples/${first?.uuid}/gold/`, { attributes: known })

    const manager = await signedIn(browser, server, adminKey)
    const { page: office } = manager
    office.setDefaultTimeout(10_000)
    await office.goto(`${server.origin}/console/d/${dataset}/gold`)
    await office.getByText("Nobody gets any now: their share is 0%.").waitFor()
    await office.getByRole("link", { name: "Change the share and what follows" }).click()
    await office.getByLabel("Share of gold samples").fill("50")
    await office.getByLabel("Show people the result").check()
    await office.getByLabel("Pause people who pass too few").check()
    await office.getByLabel("Answers before somebody is paused").fill("1")
    await takePictures(office, "gold-settings")
    await demandSound(manager)
    await office.getByRole("button", { name: "Save", exact: true }).click()
    await office.getByText("Settings saved.").waitFor()

    const labeler = await signedIn(browser, server, key)
    const { page } = labeler
    page.setDefaultTimeout(10_000)
    await page.goto(`${server.origin}/console/d/${dataset}/label`)
    const result = page.getByText("was a gold sample. Your label did not pass: 0% agreement")
    let name: string | undefined
    for (let labeled = 0; labeled < samples && (await result.count()) === 0; labeled++) {
      name = await shownSample(page, name)
      await drawBox(page)
      await seesObjects(page, 1)
      await page.keyboard.press("Control+Enter")
      if (name === "image-000") await result.waitFor()
    }
    await result.waitFor()
    await page.getByText("0 of 1").waitFor()
    await takePictures(page, "gold-result")
    await demandSound(labeler)
    await office.goto(`${server.origin}/console/d/${dataset}/gold`)
    await office.getByRole("row", { name: /^gita 1 0 0% 0% to 79\.3% 0\.00 0/ }).waitFor()
    expect(labeler.faults).toEqual([])

    const opener = office.getByRole("button", { name: "Answers to image-000" })
    await opener.click()
    const answers = office.getByRole("dialog", { name: "Answers to image-000" })
    await answers.getByRole("row", { name: /^gita 0\.00 Failed –/ }).waitFor()
    await takePictures(office, "gold-answers")
    await demandSound(manager)
    await office.keyboard.press("Escape")
    await answers.waitFor({ state: "detached" })
    await server.call("PUT", `/samples/${first?.uuid}/gold/`, { attributes: { ...known, scene: "night" } })
    await office.reload()
    await office.getByRole("row", { name: /^image-000 0 0 – 1 admin/ }).waitFor()
    await opener.click()
    await answers.getByRole("row", { name: /^gita 0\.00 Outdated: the known label was replaced –/ }).waitFor()
    await takePictures(office, "gold-outdated")
    await demandSound(manager)
    await office.keyboard.press("Escape")
    await office.getByRole("button", { name: "Answers of gita" }).click()
    const ofPerson = office.getByRole("dialog", { name: "Answers of gita" })
    await ofPerson.getByRole("row", { name: /^image-000 0\.00 Outdated/ }).waitFor()
    await takePictures(office, "gold-person")
    await demandSound(manager)
    await office.route("**/gold/people/gita/answers/*", (route) => route.fulfill({ json: [] }))
    await office.reload()
    await office.getByRole("button", { name: "Answers of gita" }).click()
    await ofPerson.getByText("gita has no answers to gold samples.").waitFor()
    await takePictures(office, "gold-person-empty")
    await demandSound(manager)
  })

  it("keep what a manager draws until it is saved, whatever changes meanwhile", async () => {
    const { browser, server } = bed
    const dataset = await makeDataset(server, { name: "drawn", samples: 2, collaborators: {} })
    // Cast: the list of samples.
    const [first, second] = (await server.call(
      "GET",
      `/datasets/${dataset}/samples/?sort=name`,
    )) as ReadonlyArray<{ readonly uuid: string }>
    const manager = await signedIn(browser, server, adminKey)
    const { page } = manager
    page.setDefaultTimeout(10_000)
    await page.goto(`${server.origin}/console/d/${dataset}/samples/${first?.uuid}/gold`)
    await shownSample(page)
    await drawBox(page)
    await seesObjects(page, 1)
    // The dataset's record is another one now, and the page gets the focus.
    await server.call("PUT", `/labels/${second?.uuid}/ground-truth/`, { attributes: known })
    await page.clock.install()
    await page.clock.fastForward(60_000)
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await page.clock.runFor(2000)
    await seesObjects(page, 1)
    await page.getByRole("link", { name: "Gold samples" }).click()
    await page.getByRole("dialog").getByText("Stay", { exact: true }).click()
    await seesObjects(page, 1)
    await page.getByRole("button", { name: "Save known label" }).click()
    await page.getByRole("row", { name: /^image-000 0 0/ }).waitFor()
    await demandSound(manager)
  })

  it("are saved over nothing that somebody else has saved meanwhile", async () => {
    const { browser, server } = bed
    const dataset = await makeDataset(server, { name: "contested", samples: 1, collaborators: {} })
    // Cast: the list of samples.
    const [first] = (await server.call("GET", `/datasets/${dataset}/samples/`)) as ReadonlyArray<{
      readonly uuid: string
    }>
    const path = `/samples/${first?.uuid}/gold/`
    const manager = await signedIn(browser, server, adminKey)
    const { page } = manager
    page.setDefaultTimeout(10_000)
    for (const scene of ["night", "day"]) {
      await page.goto(`${server.origin}/console/d/${dataset}/samples/${first?.uuid}/gold`)
      await shownSample(page)
      await drawBox(page)
      await server.call("PUT", path, { attributes: { ...known, scene } })
      await page.getByRole("button", { name: "Save known label" }).click()
      await page.getByText("Somebody else has changed the known label of this sample.").waitFor()
      const stored = await server.call("GET", path)
      expect(stored).toMatchObject({ attributes: { ...known, scene } })
    }
    await takePictures(page, "gold-contested")
    await demandSound(manager)
  })
})
