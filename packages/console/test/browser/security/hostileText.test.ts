/** Texts of others that try to become more than text: in every place where the console shows one, they stay text, and all of it is seen. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { settled } from "../states/show.ts"
import { signedIn, startBrowser } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import type { Visit } from "../support/pages.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { adminKey, startServer, type TestServer } from "../support/server.ts"

/** Markup, a turned direction, an invisible character, and the marks of the library of words and of templates. */
const hostile =
  '<img src=x onerror="hacked=1">\u202egnp.exe\u202c\u200b$t(shell:signOut) {{user}} [a](javascript:hacked=1)'

let receiver: Receiver
let server: TestServer
let browser: Browser
let visited: Visit
let sample: string
let endpoint: string
/** Addresses that a page asked for, and that are neither the server's nor its images'. */
const strangers: Array<string> = []
let dialogs = 0

interface Named {
  readonly uuid: string
}

const makeHostileData = async (): Promise<void> => {
  const dataset = await makeDataset(server, {
    name: "hostile",
    samples: 0,
    settings: {
      description: hostile,
      readme: `${hostile}\n\n<script>hacked=1</script>\n\n![a](http://evil.invalid/a.png)\n\n[b](javascript:hacked=1)`,
      task_attributes: {
        format_version: "0.1",
        categories: [{ id: 1, name: hostile, attributes: [{ name: hostile, input_type: "text" }] }],
        image_attributes: [
          { name: `${hostile}1`, input_type: "checkbox" },
          { name: `${hostile}2`, input_type: "select", values: [hostile, "other"] },
          { name: `${hostile}3`, input_type: "multiselect", values: [hostile, "other"] },
        ],
      },
    },
    collaborators: {},
  })
  for (const name of [hostile, "second"])
    await server.call("POST", `/datasets/${dataset}/samples/`, {
      name,
      attributes: { image: { url: server.image("0") } },
      metadata: { [hostile]: hostile },
    })
  // Cast: the list of samples.
  const samples = (await server.call(
    "GET",
    `/datasets/${dataset}/samples/?sort=created_at`,
  )) as ReadonlyArray<Named>
  sample = samples[0]?.uuid ?? ""
  const annotations = [
    {
      id: 1,
      category_id: 1,
      type: "bbox",
      points: [
        [10, 10],
        [90, 90],
      ],
      attributes: { [hostile]: hostile },
    },
  ]
  await server.call("PUT", `/labels/${sample}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: {
      format_version: "0.1",
      annotations,
      image_attributes: { [`${hostile}2`]: hostile, [`${hostile}3`]: [hostile] },
    },
  })
  // Cast: the record of the issue.
  const issue = (await server.call("POST", `/samples/${sample}/issues/`, {
    description: hostile,
    anchor: null,
  })) as Named
  await server.call("POST", `/issues/${issue.uuid}/comments/`, { text: hostile })
  await server.call("POST", `/datasets/${dataset}/releases/`, { name: "v1", description: hostile })
  await server.call("PATCH", `/samples/${sample}/`, { priority: 1 })
  await server.call("POST", `/datasets/${dataset}/releases/`, { name: "v2", description: hostile })
  await server.call("POST", "/user/api_keys/", { description: hostile })
  await server.call("PUT", "/user/webhooks/")
  // Cast: the record of the endpoint.
  const made = (await server.call("POST", "/user/webhooks/endpoints/", {
    url: receiver.url,
    description: hostile,
  })) as Named
  endpoint = made.uuid
  receiver.answer(500, hostile)
  await server.call("POST", `/user/webhooks/endpoints/${endpoint}/test/`, {})
}

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startServer({ ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8" })
  browser = await startBrowser()
  await makeHostileData()
  visited = await signedIn(browser, server, adminKey)
  const own = new Set([server.origin, new URL(server.image("0")).origin])
  visited.page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith("http") && !own.has(origin)) strangers.push(request.url())
  })
  visited.page.on("dialog", (dialog) => {
    dialogs += 1
    return dialog.dismiss()
  })
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await receiver?.close()
})

/** What on the page is more than text, or cannot be seen. */
const found = (page: Page) =>
  page.evaluate(() => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    const invisible = /[\u0000-\u0008\u000b-\u001f\u200b-\u200f\u2028-\u202e\u2060-\u2069]/
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const hidden: Array<string> = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (invisible.test(node.nodeValue ?? "")) hidden.push(node.parentElement?.outerHTML.slice(0, 200) ?? "")
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map(({ href }) => href)
    return {
      ran: Reflect.get(globalThis, "hacked") ?? null,
      images: document.querySelectorAll('img[src="x"], img[src*="evil"]').length,
      scripts: document.querySelectorAll("body script:not([src])").length,
      links: links.filter((href) => !/^(https?|blob):/.test(href)),
      hidden,
    }
  })

const nothing = { ran: null, images: 0, scripts: 0, links: [], hidden: [] }

const dataset = "/d/admin/hostile"

describe("hostile text", { timeout: 60_000 }, () => {
  it.each([
    { place: "the list of datasets", path: () => "/datasets", text: false },
    { place: "the overview", path: () => dataset, text: false },
    { place: "the samples", path: () => `${dataset}/samples`, text: true },
    { place: "a sample", path: () => `${dataset}/samples/${sample}`, text: true },
    { place: "the workbench", path: () => `${dataset}/label`, text: true },
    { place: "the queue", path: () => `${dataset}/queue`, text: true },
    { place: "the issues", path: () => `${dataset}/issues`, text: true },
    { place: "the releases", path: () => `${dataset}/releases`, text: true },
    { place: "two releases", path: () => `${dataset}/releases/v1/diff/v2`, text: true },
    { place: "the form of the configuration", path: () => `${dataset}/configuration?view=form`, text: false },
    { place: "the JSON of the configuration", path: () => `${dataset}/configuration?view=json`, text: false },
    { place: "the account", path: () => "/account", text: true },
    { place: "the endpoints", path: () => "/webhooks", text: true },
    { place: "an endpoint", path: () => `/webhooks/${endpoint}`, text: true },
  ])("is text in $place", async ({ path, text }) => {
    const { page } = visited
    await page.goto(`${server.origin}/console${path()}`)
    await page.getByRole("heading").first().waitFor()
    await settled(page)
    if (text) {
      await page.getByText('<img src=x onerror="hacked=1">').first().waitFor()
      await page.getByText("$t(shell:signOut) {{user}} [a](javascript:hacked=1)").first().waitFor()
      await page.getByText("U+202E", { exact: true }).first().waitFor()
    }
    expect(await found(page)).toEqual(nothing)
  })

  it("is text in the answer of an endpoint", async () => {
    const { page } = visited
    await page.goto(`${server.origin}/console/webhooks/deliveries`)
    await page.getByRole("row").nth(1).getByRole("button").click()
    await page.getByRole("dialog").getByText("U+202E", { exact: true }).first().waitFor()
    expect(await found(page)).toEqual(nothing)
  })

  it.each([
    `${dataset}/samples?name=${encodeURIComponent(hostile)}`,
    `/sign-in?error=${encodeURIComponent(hostile)}`,
    `/d/${encodeURIComponent(hostile)}/${encodeURIComponent(hostile)}`,
    `/webhooks?owner=${encodeURIComponent(hostile)}`,
  ])("is text in the address %s", async (path) => {
    const { page } = visited
    await page.goto(`${server.origin}/console${path}`)
    await settled(page)
    expect(await found(page)).toMatchObject({ ran: null, images: 0, scripts: 0, links: [] })
  })

  it.each(["javascript:hacked=1", "//evil.invalid/", "https://evil.invalid/", "/\\evil.invalid"])(
    "never leads somebody who signs in to %s",
    async (address) => {
      const { page } = await signedIn(browser, server, adminKey)
      await page.context().clearCookies()
      await page.goto(`${server.origin}/console/sign-in?return=${encodeURIComponent(address)}`)
      await page.getByLabel("API key", { exact: true }).fill(adminKey)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Datasets" }).waitFor()
      expect(new URL(page.url()).origin).toBe(server.origin)
      expect((await found(page)).ran).toBe(null)
      await page.context().close()
    },
  )

  it("has asked no other server for anything, opened no dialog, and broken no rule of the policy", () => {
    expect(strangers).toEqual([])
    expect(dialogs).toBe(0)
    expect(visited.faults).toEqual([])
  })
})
