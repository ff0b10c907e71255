/** A rule of the statements that no database complains about. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const sources = join(import.meta.dirname, "../src")
const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
)

/** Numbers of the program, which are part of the text; all else in such a place is a parameter. */
const bareLimit = /LIMIT (\?|\$\{(?!expiredAtOnce\}|window\}))/g

describe("a statement", () => {
  // SQLite looks at the value of such a parameter when it plans, and so plans anew whenever one is bound: ten times as long.
  it("gives no bare parameter as its LIMIT", () => {
    const found = files.flatMap((file) =>
      [...readFileSync(join(sources, file), "utf8").matchAll(bareLimit)].map(([text]) => `${file}: ${text}`),
    )
    assert.isAbove(files.length, 50)
    assert.deepStrictEqual(found, [])
  })
})
