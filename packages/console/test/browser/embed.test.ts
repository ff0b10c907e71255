/** The workbench and the webhook pages in an application of another origin. */
import { join } from "node:path"
import { build } from "esbuild"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startBrowser } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { type Host, hostPage, startHost } from "./support/host.ts"
import { demandSound, visit } from "./support/pages.ts"
import { type Receiver, startReceiver } from "./support/receiver.ts"
import { startServer, type TestServer } from "./support/server.ts"

let host: Host
let server: TestServer
let browser: Browser
let labeler: string
let receiver: Receiver

beforeAll(async () => {
  // No inline styles, no inline scripts, no nonce: the strictest policy that lets the page load its own files.
  host = await startHost(
    () =>
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${new URL(server.image("a")).origin}; connect-src ${server.origin}`,
  )
  receiver = await startReceiver()
  ;[server, browser] = await Promise.all([
    startServer({ ANNOTARY_CORS_ORIGINS: host.origin, ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8" }),
    startBrowser(),
  ])
  labeler = await server.person("jane")
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await receiver?.close()
  host?.stop()
})

/** A page whose script keeps what the component reports in `window.reported`. */
const elementPage = (path: string, markup: string, token: string): string => {
  host.pages.set(
    `${path}.js`,
    `import "/element/element.js"
    window.reported = []
    window.tokens = 0
    const element = document.querySelector("annotary-workbench, annotary-webhooks")
    element.token = async () => { window.tokens += 1; return window.tokens < (window.bad ?? 0) ? "ann_none" : ${JSON.stringify(token)} }
    for (const name of ["submitted", "saved", "skipped", "undone", "queue-empty", "error"])
      element.addEventListener("annotary-" + name, ({ detail }) => window.reported.push([name, detail]))`,
  )
  host.pages.set(path, hostPage(markup, `${path}.js`))
  return `${host.origin}${path}`
}

const reported = (page: Page): Promise<ReadonlyArray<readonly [string, Record<string, unknown>]>> =>
  // Cast: the script of the page makes it.
  page.evaluate(() => (window as unknown as { reported: Array<[string, Record<string, unknown>]> }).reported)

const drawBox = async (page: Page): Promise<void> => {
  for (const key of [
    "b",
    "Shift+ArrowLeft",
    "Enter",
    "Shift+ArrowRight",
    "Shift+ArrowDown",
    "Enter",
    "Escape",
  ])
    await page.keyboard.press(key)
}

/** Waits until a sample is shown with its image. Playwright looks into shadow trees. */
const seesSample = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("heading", { name }).waitFor()
  await page.locator("[role=application] img").waitFor()
  await page.waitForFunction(() => {
    const inside = document.querySelector("annotary-workbench, [data-annotary]")?.shadowRoot
    const image = inside?.querySelector<HTMLImageElement>("[role=application] img")
    return image?.complete === true && image.style.transform !== ""
  })
}

describe("the workbench as an element", { timeout: 120_000 }, () => {
  it("labels images in a page of another origin, and reports to the page what was done", async () => {
    const dataset = await makeDataset(server, {
      name: "element",
      samples: 2,
      settings: { enable_skip_labeling: true },
      collaborators: { jane: "labeler" },
    })
    const url = elementPage(
      "/label",
      `<annotary-workbench dataset="${dataset}" base-url="${server.origin}"></annotary-workbench>`,
      labeler,
    )
    const visited = await visit(browser)
    const { page } = visited
    await page.goto(url)
    await seesSample(page, "image-000")
    assert.strictEqual(await page.title(), "Host")
    await drawBox(page)
    await page.getByRole("region", { name: "Objects" }).getByRole("listitem").waitFor()
    await demandSound(visited)
    await page.keyboard.press("Control+Enter")
    await seesSample(page, "image-001")
    const undo = page.getByRole("status").filter({ hasText: "image-000 submitted." })
    await undo.getByRole("button", { name: "Undo" }).click()
    await seesSample(page, "image-000")
    await page.getByRole("region", { name: "Objects" }).getByRole("listitem").waitFor()
    await page.getByRole("button", { name: "Submit", exact: true }).click()
    await seesSample(page, "image-001")
    await page.keyboard.press("Control+.")
    await page.getByText("1 sample done").or(page.getByText("2 samples done")).waitFor()
    const events = await reported(page)
    assert.deepStrictEqual(
      events.map(([name, { action, sample }]) => [
        name,
        action,
        (sample as { name?: string } | undefined)?.name,
      ]),
      [
        ["submitted", "submit", "image-000"],
        ["undone", "submit", "image-000"],
        ["submitted", "submit", "image-000"],
        ["skipped", "skip", "image-001"],
        ["queue-empty", undefined, undefined],
      ],
    )
    assert.deepStrictEqual(visited.faults, [])
  })

  it("leaves the page its keys, and takes its colours and its language", async () => {
    const dataset = await makeDataset(server, {
      name: "guest",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const url = elementPage(
      "/guest",
      `<annotary-workbench dataset="${dataset}" base-url="${server.origin}" language="de" color-scheme="dark"></annotary-workbench>`,
      labeler,
    )
    const visited = await visit(browser)
    const { page } = visited
    await page.goto(url)
    await seesSample(page, "image-000")
    const box = page.getByRole("button", { name: "Box", exact: true })
    await page.getByRole("button", { name: "Own button" }).focus()
    await page.keyboard.press("b")
    assert.strictEqual(await box.getAttribute("aria-pressed"), "false")
    await page.getByRole("application").focus()
    await page.keyboard.press("b")
    assert.strictEqual(await box.getAttribute("aria-pressed"), "true")
    const submit = page.getByRole("button", { name: "Abgeben" })
    const look = () =>
      submit.evaluate((button) => {
        const { backgroundColor, borderStyle, display, fontSize, textTransform } = getComputedStyle(button)
        return { backgroundColor, borderStyle, display, fontSize, textTransform }
      })
    const before = await look()
    assert.include(before, { borderStyle: "solid", textTransform: "none", fontSize: "12px" })
    assert.notStrictEqual(before.display, "none")
    await page.evaluate(() => {
      const element = document.querySelector<HTMLElement>("annotary-workbench")
      element?.style.setProperty("--annotary-accent", "rgb(0, 90, 60)")
      element?.setAttribute("language", "en")
    })
    await page.getByRole("button", { name: "Submit" }).waitFor()
    const accent = page.getByRole("button", { name: "Submit" })
    assert.strictEqual(
      await accent.evaluate((one) => getComputedStyle(one).backgroundColor),
      "rgb(0, 90, 60)",
    )
    // The application looks as it did: nothing of the component has reached it.
    const own = page.getByRole("button", { name: "Own button" })
    assert.strictEqual(await own.evaluate((one) => getComputedStyle(one).borderStyle), "dotted")
    assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).textTransform), "uppercase")
    assert.strictEqual(await page.evaluate(() => document.head.querySelectorAll("style").length), 0)
    await demandSound(visited)
  })

  it("fetches a new token when the server accepts the old one no more, and reports one that never counts", async () => {
    const dataset = await makeDataset(server, {
      name: "tokens",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const url = elementPage(
      "/tokens",
      `<annotary-workbench dataset="${dataset}" base-url="${server.origin}"></annotary-workbench>`,
      labeler,
    )
    const { page } = await visit(browser)
    await page.addInitScript("window.bad = 2")
    await page.goto(url)
    await seesSample(page, "image-000")
    assert.deepStrictEqual(await reported(page), [])
    // Cast: the script of the page counts them.
    assert.strictEqual(await page.evaluate(() => (window as unknown as { tokens: number }).tokens), 2)

    const other = await visit(browser)
    await other.page.addInitScript("window.bad = 1000")
    await other.page.goto(url)
    await other.page.getByRole("alert").first().waitFor()
    const [[name, detail] = []] = await reported(other.page)
    assert.strictEqual(name, "error")
    assert.deepInclude(detail, { status: 401 })
  })

  it("keeps the work when the page moves the element, and when it takes it away", async () => {
    const dataset = await makeDataset(server, {
      name: "moved",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const url = elementPage(
      "/moved",
      `<annotary-workbench dataset="${dataset}" base-url="${server.origin}"></annotary-workbench><div id="there"></div>`,
      labeler,
    )
    const { faults, page } = await visit(browser)
    await page.goto(url)
    await seesSample(page, "image-000")
    await drawBox(page)
    const objects = page.getByRole("region", { name: "Objects" }).getByRole("listitem")
    await objects.waitFor()
    await page.evaluate(() =>
      document.querySelector("#there")?.append(document.querySelector("annotary-workbench") ?? ""),
    )
    assert.strictEqual(await objects.count(), 1)
    await page.evaluate(async () => {
      const element = document.querySelector("annotary-workbench")
      element?.remove()
      await new Promise((resolve) => setTimeout(resolve, 200))
      document.querySelector("#there")?.append(element ?? "")
    })
    await seesSample(page, "image-000")
    await objects.waitFor()
    assert.strictEqual(await objects.count(), 1)
    assert.deepStrictEqual(faults, [])
  })
})

describe("the webhook pages as an element", { timeout: 120_000 }, () => {
  it("do all that they do in the console, without changing the address", async () => {
    const key = await server.person("wendy")
    const url = elementPage(
      "/hooks",
      `<annotary-webhooks base-url="${server.origin}"></annotary-webhooks>`,
      key,
    )
    const visited = await visit(browser)
    const { page } = visited
    await page.goto(url)
    await page.getByRole("button", { name: "Enable webhooks" }).click()
    await page.getByRole("link", { name: "Add endpoint" }).click()
    await page.getByRole("textbox", { name: "URL" }).fill(receiver.url)
    await page.getByRole("textbox", { name: "Description" }).fill("Training set")
    await demandSound(visited)
    await page.getByRole("button", { name: "Create endpoint" }).click()
    await page.getByRole("heading", { name: "Training set" }).waitFor()
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText("The endpoint accepted the event.").waitFor()
    await page.getByRole("button", { name: "Reveal" }).click()
    await page.getByRole("button", { name: "Hide" }).click()
    await page.getByRole("link", { name: "All endpoints" }).click()
    await page.getByRole("tab", { name: "Deliveries" }).click()
    await page.getByRole("row").nth(-1).getByRole("button").first().click()
    const drawer = page.getByRole("dialog")
    await drawer.getByText("HTTP 200").waitFor()
    assert.isTrue(await drawer.evaluate((one) => one.getRootNode() instanceof ShadowRoot))
    await demandSound(visited)
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "hidden" })
    assert.strictEqual(page.url(), url)
    assert.strictEqual(await page.title(), "Host")
  })
})

describe("the components for React", { timeout: 120_000 }, () => {
  it("live in an application's own tree, in its strict mode, and follow its properties", async () => {
    const dataset = await makeDataset(server, {
      name: "react",
      samples: 2,
      collaborators: { jane: "labeler" },
    })
    const application = `
      import { StrictMode, useState, createElement as h } from "react"
      import { createRoot } from "react-dom/client"
      import { AnnotaryWebhooks, AnnotaryWorkbench } from "./react.js"
      window.reported = []
      const App = () => {
        const [count, setCount] = useState(0)
        const [shows, setShows] = useState(true)
        return h("main", null,
          h("p", null, "Submitted: " + count),
          h("button", { onClick: () => setShows(!shows) }, "Toggle"),
          shows ? h(AnnotaryWorkbench, {
            dataset: ${JSON.stringify(dataset)}, baseUrl: ${JSON.stringify(server.origin)}, token: ${JSON.stringify(labeler)},
            className: "bench", onSubmitted: ({ sample }) => { window.reported.push(["submitted", sample]); setCount(count + 1) },
          }) : h(AnnotaryWebhooks, { baseUrl: ${JSON.stringify(server.origin)}, token: ${JSON.stringify(labeler)} }))
      }
      createRoot(document.querySelector("#app")).render(h(StrictMode, null, h(App)))`
    const { outputFiles } = await build({
      stdin: { contents: application, resolveDir: join(import.meta.dirname, "../../dist/react") },
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
      define: { "process.env.NODE_ENV": '"development"' },
    })
    host.pages.set("/react-app.js", outputFiles[0]?.text ?? "")
    host.pages.set("/react", hostPage(`<div id="app"></div>`, "/react-app.js"))
    const { faults, page } = await visit(browser)
    await page.goto(`${host.origin}/react`)
    await seesSample(page, "image-000")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Submitted: 1").waitFor()
    await seesSample(page, "image-001")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Submitted: 2").waitFor()
    await page.getByRole("button", { name: "Toggle" }).click()
    await page.getByRole("heading", { name: "Webhooks" }).waitFor()
    // React's hint at its tools, of its development build, is no fault.
    assert.deepStrictEqual(
      faults.filter((text) => !text.includes("React DevTools")),
      [],
    )
  })
})
