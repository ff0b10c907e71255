/** Two browsers label the same dataset at once, from its first sample to its last. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"

const bed = testBed()
const samples = 24

/** The name of the next sample on the screen, or undefined when the queue is empty. */
const nextSample = async (page: Page, after: string | undefined): Promise<string | undefined> => {
  const found = await page.waitForFunction((before) => {
    const name = document.querySelector("header h2")?.textContent
    const image = document.querySelector<HTMLImageElement>("[role=application] img")
    // A press is nothing before the image is shown.
    const isShown = document.querySelector("[role=application]")?.getAttribute("data-picture") === "ready"
    if (name != null && name !== before && image?.style.transform && isShown) return name
    return document.querySelector("[role=status] h2")?.textContent === "Nothing is waiting for you"
      ? "-"
      : false
  }, after)
  const name = await found.jsonValue()
  return name === "-" || name === false ? undefined : name
}

/** Submits one sample after the other until nothing is left. */
const labelAll = async (page: Page): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (;;) {
    const name = await nextSample(page, names.at(-1))
    if (name === undefined) return names
    names.push(name)
    await page.keyboard.press("Control+Enter")
  }
}

describe("two labelers at once", { timeout: 240_000 }, () => {
  it("never get the same sample, and together get all", async () => {
    const people = ["max", "mia"]
    const keys = [await bed.server.person("max"), await bed.server.person("mia")]
    const dataset = await makeDataset(bed.server, {
      name: "race",
      samples,
      collaborators: { max: "labeler", mia: "labeler" },
    })
    const visits = await Promise.all(keys.map((key) => signedIn(bed.browser, bed.server, key)))
    await Promise.all(visits.map(({ page }) => page.goto(`${bed.server.origin}/console/d/${dataset}/label`)))
    const done = await Promise.all(visits.map(({ page }) => labelAll(page)))
    expect(done.flat()).toHaveLength(samples)
    expect(new Set(done.flat()).size).toBe(samples)
    for (const [index, names] of done.entries()) {
      expect(names.length).toBeGreaterThan(0)
      const work = await bed.server.call("GET", `/datasets/${dataset}/workunits/?user=${people[index]}`)
      expect(work).toHaveLength(names.length)
    }
    expect(visits.flatMap(({ faults }) => faults)).toEqual([])
  })
})
