import { assert, describe, it } from "vitest"
import { imageFinder } from "../../src/images/imageFinder.ts"
import { sourceOf } from "../files.ts"

describe("images among the files", () => {
  it("are found by the end of their path, the shortest first", () => {
    const find = imageFinder(sourceOf({ "a/b/c.jpg": "", "b/c.jpg": "", "xc.jpg": "", "images/d.jpg": "" }))
    assert.deepStrictEqual(["c.jpg", "b/c.jpg", "a/b/c.jpg", "d.jpg", "e.jpg"].map(find), [
      "b/c.jpg",
      "b/c.jpg",
      "a/b/c.jpg",
      "images/d.jpg",
      undefined,
    ])
  })

  it("are found among many that are missing, and in many folders", () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`folder-${i}/in/${i}.jpg`, ""]))
    const find = imageFinder(sourceOf({ ...files, "folder-1/1.txt": "" }))
    for (let i = 0; i < 60; i++) assert.isUndefined(find(`none-${i}.jpg`))
    for (let i = 0; i < 50; i++) assert.strictEqual(find(`${i}.jpg`), `folder-${i}/in/${i}.jpg`)
  })
})
