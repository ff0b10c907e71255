/**
 * One page of each kind looks as it did, in both schemes: a picture of each is compared with the one beside this file, and a picture that is
 * missing fails. Machines smooth edges differently, so pixels of edges do not count, and 0.02 % of the others may differ: less than a word.
 * Another version of Chromium than that of the pictures may draw 0.2 % otherwise. `pnpm --filter @annotary/console run pictures` writes the
 * pictures anew, to be looked at and committed with the change.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pixelmatch from "pixelmatch"
import type { Browser } from "playwright-core"
import { PNG } from "pngjs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { State, Who } from "../states/State.ts"
import { show, visitOf } from "../states/show.ts"
import { type RouteId, states } from "../states/table.ts"
import { makeWorld, type World } from "../states/world.ts"
import { startBrowser } from "../support/browser.ts"
import { wholeChromium } from "../support/chromium.ts"
import type { Visit } from "../support/pages.ts"
import { coarse, encoded } from "./indexed.ts"
import { normalize } from "./normalize.ts"

const folder = join(import.meta.dirname, "reference")
const versionFile = join(folder, "chromium.txt")
/** Where pictures that differ are kept, with what differs in red. */
const differing = join(tmpdir(), "annotary-pictures")
const updates = process.env.UPDATE_PICTURES === "1"
const schemes = ["light", "dark"] as const

const stateOf = (route: RouteId, name: string): State => {
  const found = states[route].find((state) => state.name === name)
  if (found === undefined) throw new Error(`${route} has no state ${name}.`)
  return found
}

/** In this order: the workbench claims samples, which other pages show. */
const pictured = [
  { name: "sign-in", state: stateOf("/sign-in", "full") },
  { name: "new-key", state: stateOf("/signed-in/account", "new-key") },
  { name: "datasets", state: stateOf("/signed-in/datasets", "full") },
  { name: "error", state: stateOf("/signed-in/datasets", "error") },
  { name: "deliveries-drawer", state: stateOf("/signed-in/webhooks/deliveries", "drawer") },
  { name: "overview", state: stateOf("/signed-in/d/$owner/$dataset/", "full") },
  { name: "audit", state: stateOf("/signed-in/d/$owner/$dataset/releases/$release/audits/$audit", "full") },
  { name: "configuration", state: stateOf("/signed-in/d/$owner/$dataset/configuration", "full") },
  { name: "samples", state: stateOf("/signed-in/d/$owner/$dataset/samples", "full") },
  { name: "labeling", state: stateOf("/whole-window/d/$owner/$dataset/label", "full") },
  { name: "reject", state: stateOf("/whole-window/d/$owner/$dataset/review", "reject") },
  { name: "cloud", state: stateOf("/whole-window/d/$owner/$dataset/label", "cloud-warning") },
]

/** The files of the pictures. */
const listed = pictured.flatMap(({ name }) => schemes.map((scheme) => `${name}-${scheme}.png`))
const listFiles = (): ReadonlyArray<string> =>
  existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".png")) : []

let world: World
let browser: Browser
const visits = new Map<Who, Visit>()
const notices: Array<string> = []

beforeAll(async () => {
  if (updates) {
    mkdirSync(folder, { recursive: true })
    // Those of the list stay until they are taken anew: a run may take a part of them alone.
    for (const file of listFiles()) if (!listed.includes(file)) rmSync(join(folder, file))
  }
  const flags = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"]
  ;[world, browser] = await Promise.all([makeWorld(), startBrowser(flags, wholeChromium())])
  if (updates) writeFileSync(versionFile, `${browser.version()}\n`)
}, 120_000)

afterAll(async () => {
  if (notices.length > 0)
    process.stdout.write(
      `Chromium ${browser.version()} draws these otherwise than ${recorded()}, within 0.2 %: ${notices.join(", ")}\n`,
    )
  await browser?.close()
  await world?.stop()
})

/** The version of Chromium that drew the pictures. */
const recorded = (): string => (existsSync(versionFile) ? readFileSync(versionFile, "utf8").trim() : "")

/** A picture of the window as it is now. */
const taken = async ({ page }: Visit): Promise<PNG> => {
  await normalize(page)
  return coarse(PNG.sync.read(await page.screenshot({ animations: "disabled", caret: "hide" })))
}

const compare = (name: string, picture: PNG): void => {
  const file = join(folder, `${name}.png`)
  if (updates) {
    writeFileSync(file, encoded(picture))
    return
  }
  expect(existsSync(file), `There is no picture ${name}: run the script "pictures" of the console.`).toBe(
    true,
  )
  const reference = PNG.sync.read(readFileSync(file))
  const { height, width } = picture
  expect({ height: reference.height, width: reference.width }).toEqual({ height, width })
  const same = recorded() === browser.version()
  const difference = new PNG({ width, height })
  const pixels = pixelmatch(reference.data, picture.data, difference.data, width, height, { threshold: 0.1 })
  if (pixels === 0) return
  mkdirSync(differing, { recursive: true })
  writeFileSync(join(differing, `${name}.png`), encoded(picture))
  writeFileSync(join(differing, `${name}-difference.png`), encoded(difference))
  const limit = width * height * (same ? 0.0002 : 0.002)
  expect(pixels, `${name} differs: see ${differing}`).toBeLessThanOrEqual(limit)
  if (!same) notices.push(name)
}

describe("the pictures", () => {
  it.each(pictured)(
    "$name looks as it did in both schemes",
    async ({ name, state }) => {
      const who = state.who ?? "manager"
      const visited = visits.get(who) ?? (await visitOf(browser, world, who))
      visits.set(who, visited)
      visited.page.setDefaultTimeout(20_000)
      await visited.page.emulateMedia({ colorScheme: "light" })
      await show(visited.page, world, state)
      for (const scheme of schemes) {
        await visited.page.emulateMedia({ colorScheme: scheme })
        await visited.page.waitForSelector(`html[data-mantine-color-scheme=${scheme}]`)
        compare(`${name}-${scheme}`, await taken(visited))
      }
    },
    90_000,
  )

  it("are those of the list, and small", () => {
    const files = listFiles()
    expect(files.toSorted()).toEqual(listed.toSorted())
    const bytes = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0)
    expect(bytes).toBeLessThanOrEqual(1_000_000)
  })
})
