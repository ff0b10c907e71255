/** The words of names, comments and documentation, in all packages and examples. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { check, type Text } from "./language/check.ts"
import { words } from "./language/words.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** What others write: `generated.ts` is made of the words of the OpenAPI document. */
const skipped = /\/(node_modules|dist|\.next)\/|\/generated\.ts$/

const textsIn = (folder: string, wanted: RegExp): ReadonlyArray<Text> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
        .filter((path) => wanted.test(path) && !skipped.test(path))
        .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    : []

const foldersIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const packages = foldersIn("packages")
/** Packages whose tests do not keep the word list yet. */
const unrevised = ["core", "http", "server", "webhooks"].map((name) => `packages/${name}`)
const texts: ReadonlyArray<Text> = [
  ...["README.md", "CONTRIBUTING.md"].map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  ...packages.flatMap((folder) => [
    ...textsIn(`${folder}/src`, /\.tsx?$/),
    ...textsIn(`${folder}/docs`, /\.md$/),
    ...(unrevised.includes(folder) ? [] : textsIn(`${folder}/test`, /\.tsx?$/)),
    ...(existsSync(join(root, folder, "README.md"))
      ? [{ path: `${folder}/README.md`, text: readFileSync(join(root, folder, "README.md"), "utf8") }]
      : []),
  ]),
  ...foldersIn("examples").flatMap((folder) => [
    ...textsIn(`${folder}/src`, /\.tsx?$/),
    ...textsIn(`${folder}/test`, /\.tsx?$/),
  ]),
]

describe("the word list", () => {
  it("is kept by names, comments and documentation", () => {
    const found = texts.flatMap((text) => check(text, words))
    assert.isAbove(texts.length, 200)
    assert.deepStrictEqual(found, [])
  })

  it("finds words in parts of names, in comments and in documentation, and nowhere else", () => {
    const found = (path: string, text: string) => check({ path, text }, words)
    assert.deepStrictEqual(found("a.ts", "const makeRoomKey = 1"), ['a.ts: "room", better: module'])
    assert.deepStrictEqual(found("a.ts", "/** Whom it has\n * told. */"), [
      'a.ts: "told", better: reported, notified, subscribed',
    ])
    assert.deepStrictEqual(found("a.md", "Two wait in a circle."), ['a.md: "in a circle", better: deadlock'])
    assert.deepStrictEqual(found("a.ts", 'const bedroom = "room" // `door`'), [])
    assert.deepStrictEqual(found("a.md", "`door`"), [])
    assert.deepStrictEqual(found("packages/core/src/testing/testClock.ts", "const wake = 1"), [])
  })
})
