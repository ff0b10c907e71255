/** The quality of a dataset: its warnings by rule, and the way from each to its place. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES
const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/quality-${name}.png` })
}

const box = (id: number, attributes: object = {}) => ({
  id,
  category_id: 1,
  type: "bbox",
  points: [
    [10 * id, 10],
    [10 * id + 50, 50],
  ],
  attributes,
})

const color = { name: "color", input_type: "select", values: ["red"], is_mandatory: true }

/** Three samples: two labels without mandatory values, and one with them. */
const labeled = async (name: string): Promise<string> => {
  const { server } = bed
  const dataset = await makeDataset(server, {
    name,
    samples: 3,
    category: { attributes: [color] },
    collaborators: {},
  })
  const samples = await server.call("GET", `/datasets/${dataset}/samples/?sort=name`)
  const labels = [[box(1), box(2)], [box(7)], [box(1, { color: "red" })]]
  for (const [index, { uuid }] of (samples as ReadonlyArray<{ uuid: string }>).entries())
    await server.call("PUT", `/labels/${uuid}/ground-truth/`, {
      attributes: { format_version: "0.1", annotations: labels[index] },
    })
  return dataset
}

describe("the quality page", { timeout: 120_000 }, () => {
  it("checks all labels, lists their warnings by rule, and leads to the place of each", async () => {
    const dataset = await labeled("rules")
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}`)
    await page.getByRole("link", { name: "Quality" }).click()
    await page.getByRole("button", { name: "Check all labels" }).click()
    await page.getByText("3 labels were checked; 2 of them have warnings.").waitFor()
    await page.getByRole("row", { name: /mandatory-attribute 3 0 2/ }).waitFor()
    const found = page.getByRole("table", { name: "Open warnings" })
    await expect.poll(() => found.getByRole("link").count()).toBe(3)
    await demandSound(visited)
    await picture(page, "full")
    await page.getByLabel("Rule", { exact: true }).selectOption("mandatory-attribute")
    await expect.poll(() => page.url()).toContain("rule=mandatory-attribute")
    await found.getByRole("link", { name: /image-001/ }).click()
    // The object of the warning is selected.
    const selected = page.locator("section[aria-label=Objects] [aria-pressed=true]")
    await expect.poll(() => selected.textContent()).toContain("7")
  })

  it("says that a check was cut off, keeps what it found, and checks again", async () => {
    const dataset = await labeled("cut")
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/quality`)
    const warning = {
      type: "warning",
      id: "1",
      rule: "minimum-points",
      message: "Too few points.",
      frame: 1,
      dismissed: null,
      sample_uuid: "00000000-0000-7000-8000-000000000000",
      sample_name: "image-000",
    }
    await page.route("**/check/", (route) =>
      route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify(warning)}\n` }),
    )
    await page.getByRole("button", { name: "Check all labels" }).click()
    await page.getByRole("main").getByRole("alert").waitFor()
    await page.getByRole("link", { name: /Too few points/ }).waitFor()
    await picture(page, "cut")
    await page.unroute("**/check/")
    await page.getByRole("button", { name: "Check again" }).click()
    await page.getByText("3 labels were checked").waitFor()
    expect(await page.getByRole("link", { name: /Too few points/ }).count()).toBe(0)
  })

  it("draws no more often than people can see, however many pieces an answer has", async () => {
    const dataset = await labeled("pieces")
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.addInitScript(() => {
      const send = globalThis.fetch
      const line = (value: object) => new TextEncoder().encode(`${JSON.stringify(value)}\n`)
      const answer = () =>
        new ReadableStream<Uint8Array>({
          async start(controller) {
            for (let samples = 1; samples <= 300; samples++) {
              controller.enqueue(line({ type: "progress", samples, total: 300 }))
              await new Promise((resolve) => setTimeout(resolve, 4))
            }
            controller.enqueue(line({ type: "summary", samples: 300, labels: 300, labels_with_warnings: 0 }))
            controller.close()
          },
        })
      globalThis.fetch = async (input, init) =>
        (input instanceof Request ? input.url : String(input)).endsWith("/check/")
          ? new Response(answer(), { headers: { "content-type": "application/x-ndjson" } })
          : send(input, init)
    })
    await page.goto(`${bed.server.origin}/console/d/${dataset}/quality`)
    const button = page.getByRole("button", { name: "Check all labels" })
    await button.waitFor()
    const drawn = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const texts = new Set<string>()
          new MutationObserver(() => {
            const text = document.querySelector("[role=status]")?.textContent ?? ""
            texts.add(text)
            if (text.includes("were checked")) resolve(texts.size)
          }).observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
    )
    await button.click()
    const times = await drawn
    expect(times).toBeGreaterThan(2)
    expect(times).toBeLessThan(100)
  })
})
