/** A rule of the statements that no database complains about. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const folders = ["../src", "../../storage-sql/src"].map((folder) => join(import.meta.dirname, folder))
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name)),
)

/** Numbers of the program, which are part of the text; all else in such a place is a parameter. */
const bareLimit = /LIMIT (\?|\$\{(?!(?:maxExpired|pageSize)\}))/g

describe("a statement", () => {
  // SQLite looks at the value of such a parameter when it plans, and so plans anew whenever one is bound: ten times as long.
  it("has no bare parameter as its LIMIT", () => {
    const found = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(bareLimit)].map(([text]) => `${file}: ${text}`),
    )
    assert.isAbove(files.length, 50)
    assert.deepStrictEqual(found, [])
  })
})
