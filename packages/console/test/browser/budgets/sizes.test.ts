/** What the console may weigh: each file of the build, compressed by gzip, and what a browser transfers for the first pages. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { type Visit, visit } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()
const site = join(import.meta.dirname, "../../../dist/site")

/** Limits in kB by the beginning of a chunk's name. The first that fits counts. */
const limits: ReadonlyArray<readonly [name: RegExp, most: number]> = [
  [/^react$/, 70],
  // What nearly every page shares: router, cache, words, and the components of forms and lists.
  [/^common$/, 95],
  // The frame around the pages behind the sign-in, with its menus and tables; and inputs with dialogs.
  [/^frame$/, 58],
  [/^forms$/, 35],
  [/^JsonEditor/, 130],
  // The point clouds with three.js.
  [/^(cloud|Cloud|Space|three|Point)/, 220],
  // Canvas, panels, attributes, warnings, issues and review.
  [/^Workbench/, 32],
  // The reader of Markdown, loaded with the first readme.
  [/^MarkdownText/, 55],
  // What the pages with a workbench share: labels, sensors, their editor, bitmaps, points, issues, reviews, the questions before
  // a submit and its undo, the loading and display of images, the guide, the filter, groups and order of objects, and the choice between
  // the labels of several people. The bundler names it after one of its modules.
  [/^(bitmaps|work|SamplePlaceholder)$/, 61],
  [/./, 30],
]

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly css?: ReadonlyArray<string>
}

const chunks = (): ReadonlyArray<Chunk> =>
  Object.values(JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8")))

const zipped = (file: string): number => gzipSync(readFileSync(join(site, file)), { level: 9 }).length / 1000

describe("the files of the build", () => {
  it("stay within their sizes", () => {
    const scripts = chunks().filter(({ file }) => file.endsWith(".js"))
    expect(scripts.length).toBeGreaterThan(30)
    const tooLarge = scripts.flatMap(({ file, name = "" }) => {
      const most = limits.find(([pattern]) => pattern.test(name))?.[1] ?? 0
      const size = zipped(file)
      return size > most ? [`${name}: ${size.toFixed(1)} kB of ${most}`] : []
    })
    expect(tooLarge).toEqual([])
  })

  it("have a worker of checks with the rules alone, in at most 20 kB", () => {
    const [file = "", ...others] = readdirSync(join(site, "assets")).filter((name) =>
      /^check\.worker-.*\.js$/.test(name),
    )
    expect(others).toEqual([])
    expect(zipped(`assets/${file}`)).toBeGreaterThan(5)
    expect(zipped(`assets/${file}`)).toBeLessThanOrEqual(20)
    const text = readFileSync(join(site, "assets", file), "utf8")
    expect(text).toContain("cuboid-dimension-limits")
    expect(text).not.toMatch(/effect\/(Schema|Effect|Fiber)/)
  })

  it("have styles of at most 15 kB in one file", () => {
    const styles = [...new Set(chunks().flatMap(({ css = [] }) => css))]
    expect(styles.filter((file) => zipped(file) > 15)).toEqual([])
  })
})

/** Kilobytes that the browser transfers until a page is there, with nothing in its cache. */
const transferred = async ({ context, page }: Visit, address: string, heading: string): Promise<number> => {
  const session = await context.newCDPSession(page)
  let bytes = 0
  await session.send("Network.enable")
  await session.send("Network.clearBrowserCache")
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto("about:blank")
  await page.goto(`${bed.server.origin}/console${address}`)
  await page.getByRole("heading", { name: heading }).waitFor()
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await context.close()
  process.stdout.write(`${address} transfers ${Math.round(bytes / 1000)} kB.\n`)
  return bytes / 1000
}

describe("a browser that was never here", { timeout: 60_000 }, () => {
  it("transfers at most 200 kB for the sign-in page", async () => {
    const size = await transferred(await visit(bed.browser), "/sign-in", "Sign in")
    expect(size).toBeGreaterThan(50)
    expect(size).toBeLessThanOrEqual(200)
  })

  it("transfers at most 300 kB for the list of datasets, with the frame around it", async () => {
    const size = await transferred(await signedIn(bed.browser, bed.server, adminKey), "/datasets", "Datasets")
    expect(size).toBeGreaterThan(50)
    expect(size).toBeLessThanOrEqual(300)
  })
})
