/**
 * The pages look as they did: each picture is compared with the one beside this file. The same version of Chromium must draw every pixel as it
 * was; another version may draw 0.2 % of them otherwise. `pnpm --filter @annotary/console run pictures` writes the pictures anew, to be looked
 * at and committed with the change.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pixelmatch from "pixelmatch"
import type { Browser } from "playwright-core"
import { PNG } from "pngjs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Who } from "../states/State.ts"
import { show, visitOf } from "../states/show.ts"
import { states } from "../states/table.ts"
import { makeWorld, type World } from "../states/world.ts"
import { startBrowser } from "../support/browser.ts"
import type { Visit } from "../support/pages.ts"
import { coarse, encoded } from "./indexed.ts"
import { normalize } from "./normalize.ts"

const folder = join(import.meta.dirname, "reference")
const versionFile = join(folder, "chromium.txt")
/** Where pictures that differ are kept, with what differs in red. */
const differing = join(tmpdir(), "annotary-pictures")
const updates = process.env.UPDATE_PICTURES === "1"
const schemes = ["light", "dark"] as const

/** Pages whose calls fail look alike, so one of them is enough. */
const pictured = Object.entries(states).flatMap(([id, ofRoute]) =>
  ofRoute
    .filter(({ name }) => name !== "error" || id === "/signed-in/datasets" || id === "/sign-in")
    .map((state) => ({ name: `${slug(id)}-${state.name}`, state })),
)

function slug(id: string): string {
  return id
    .replace(/^\/(signed-in|whole-window)\//, "")
    .replace(/\$|^\/|\/$/g, "")
    .replaceAll("/", "-")
}

let world: World
let browser: Browser
const visits = new Map<Who, Visit>()
const notices: Array<string> = []

beforeAll(async () => {
  if (!updates && !existsSync(versionFile)) return
  if (updates) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  const flags = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"]
  ;[world, browser] = await Promise.all([makeWorld(), startBrowser(flags)])
  if (updates) writeFileSync(versionFile, `${browser.version()}\n`)
}, 120_000)

afterAll(async () => {
  if (notices.length > 0)
    process.stdout.write(
      `Chromium ${browser.version()} draws these otherwise than ${readFileSync(versionFile, "utf8").trim()}, within 0.2 %: ${notices.join(", ")}\n`,
    )
  await browser?.close()
  await world?.stop()
})

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
  const same = readFileSync(versionFile, "utf8").trim() === browser.version()
  const difference = new PNG({ width, height })
  const options = { threshold: same ? 0 : 0.1 }
  const pixels = pixelmatch(reference.data, picture.data, difference.data, width, height, options)
  if (pixels === 0) return
  mkdirSync(differing, { recursive: true })
  writeFileSync(join(differing, `${name}.png`), encoded(picture))
  writeFileSync(join(differing, `${name}-difference.png`), encoded(difference))
  expect(pixels, `${name} differs: see ${differing}`).toBeLessThanOrEqual(same ? 0 : width * height * 0.002)
  notices.push(name)
}

if (!updates && !existsSync(versionFile))
  process.stdout.write(
    'NO PICTURES ARE RECORDED: run "pnpm --filter @annotary/console run pictures", look at them, and commit them.\n',
  )

describe.runIf(updates || existsSync(versionFile))("the pictures", () => {
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

  it("are those of the states, and small", () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".png"))
    const expected = pictured.flatMap(({ name }) => schemes.map((scheme) => `${name}-${scheme}.png`))
    expect(files.toSorted()).toEqual(expected.toSorted())
    const bytes = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0)
    expect(bytes).toBeLessThanOrEqual(3_000_000)
  })
})
