/** Lists in maps grow in place: a copy for each item takes time that is the square of their number. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { addToList } from "../../src/files/listMaps.ts"

const sources = fileURLToPath(new URL("../../src", import.meta.url))

describe("a list in a map", () => {
  it("grows in place", () => {
    const lists = new Map<string, Array<number>>()
    addToList(lists, "a", 1)
    const list = lists.get("a")
    addToList(lists, "a", 2)
    addToList(lists, "b", 3)
    assert.strictEqual(lists.get("a"), list)
    assert.deepStrictEqual(
      [...lists],
      [
        ["a", [1, 2]],
        ["b", [3]],
      ],
    )
  })

  it("is copied for an item by no reader and no writer", () => {
    const copies = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) =>
        readFileSync(`${sources}/${path}`, "utf8")
          .split("\n")
          .flatMap((line, index) => (/\.set\(.*, \[\.\.\./.test(line) ? [`${path}:${index + 1}`] : [])),
      )
    assert.deepStrictEqual(copies, [])
  })
})
