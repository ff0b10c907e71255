import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const page = readFileSync(new URL("../../../docs/workbench.md", import.meta.url), "utf8")
const files = [...page.matchAll(/`([\w/]+\.tsx?)`/g)].map(([, path = ""]) => path)

describe("the page about the workbench", () => {
  it("names files that exist", () => {
    expect(files.length).toBeGreaterThan(30)
    const missing = files.filter(
      (path) => !existsSync(new URL(`../../../src/workbench/${path}`, import.meta.url)),
    )
    expect(missing).toEqual([])
  })

  it("begins each gesture at the one pointer", () => {
    const gestures = page.split("\n").filter((line) => /^\| an? (?!.*files)/.test(line))
    expect(gestures).toHaveLength(5)
    for (const line of gestures) expect(line).toContain("| `input/Pointer.ts` → `stages/")
  })
})

describe("the table of folders in the README", () => {
  it("names each folder of the workbench", () => {
    const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")
    const named = [...readme.matchAll(/^\| `src\/workbench\/(\w+)`/gm)].map(([, folder]) => folder)
    const folders = readdirSync(new URL("../../../src/workbench", import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(named.toSorted()).toEqual(folders.toSorted())
  })
})
