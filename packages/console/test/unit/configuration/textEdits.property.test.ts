/** The two views of a configuration: what the form changes is changed, and every other byte stays. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { arrangeJson, toReadable } from "../../../src/pages/configuration/model/arranged.ts"
import { withItem, withItemsSwapped, withValue } from "../../../src/pages/configuration/model/textEdits.ts"
import { findNode, type Path, readTree } from "../../../src/pages/configuration/model/textTree.ts"

/** JSON as people and programs write it: odd spaces, long digits, escapes. */
const scalars = fc.oneof(
  fc.constantFrom("1.0", "-0", "0.10", "1e3", "1606123456789012345", "0.1234567890123456789", "null", "true"),
  fc.constantFrom('"\\u00e9"', '"\\/"', '"a\\"b"', '""', '"__proto__"'),
)
const keys = fc.constantFrom("name", "note", "ns", "x_unknown", "a/b", "\\u0061", "__proto__")
const gaps = fc.constantFrom("", " ", "\n", "\n  ", "\t")
const { text: texts } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: "small" },
    scalars,
    fc
      .tuple(gaps, fc.array(tie("text"), { maxLength: 3 }))
      .map(([gap, items]) => `[${gap}${items.join(` ,${gap}`)}${gap}]`),
    fc
      .tuple(gaps, fc.uniqueArray(fc.tuple(keys, tie("text")), { maxLength: 4, selector: ([key]) => key }))
      .map(
        ([gap, members]) =>
          `{${gap}${members.map(([key, value]) => `"${key}"${gap}: ${value}`).join(`,${gap}`)}${gap}}`,
      ),
  ),
}))
const documents = fc
  .tuple(texts, texts, texts)
  .map(
    ([one, two, rest]) =>
      `{ "categories" :[{"id": 1, "name" : "car","x":${one}} , {"id":2,"name":"person",\n "y" : ${two}}],"rest":${rest} }`,
  )

/** The values of a text that are no objects and no lists, and all keys, as they are written. */
const tokens = (text: string): ReadonlyArray<string> => text.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g) ?? []

const sliceAt = (text: string, path: Path): string | undefined => {
  const node = findNode(readTree(text).root, path)
  return node === undefined ? undefined : text.slice(node.offset, node.offset + node.length)
}

describe("edits of a configuration's text", () => {
  it("replace one value and keep every other byte", () => {
    fc.assert(
      fc.property(documents, fc.string(), (text, name) => {
        const node = findNode(readTree(text).root, ["categories", 1, "name"])
        const edited = withValue(text, ["categories", 1, "name"], JSON.stringify(name))
        const [from, to] = [node?.offset ?? 0, (node?.offset ?? 0) + (node?.length ?? 0)]
        expect(edited).toBe(text.slice(0, from) + JSON.stringify(name) + text.slice(to))
      }),
    )
  })

  it("add a key, and removing it gives back the very text", () => {
    fc.assert(
      fc.property(documents, texts, (text, value) => {
        const path = ["categories", 0, "color"]
        const added = withValue(text, path, value)
        expect(tokens(sliceAt(added, path) ?? "")).toEqual(tokens(value))
        expect(withValue(added, path, undefined)).toBe(text)
      }),
    )
  })

  it("add an item, and removing it gives back the very text", () => {
    fc.assert(
      fc.property(documents, texts, (text, item) => {
        const added = withItem(text, ["categories"], item)
        expect(JSON.parse(added).categories).toHaveLength(3)
        expect(withValue(added, ["categories", 2], undefined)).toBe(text)
      }),
    )
  })

  it("make what is missing on the way", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const made = withValue(text, ["categories", 1, "dimensions", "x"], "4.50")
        expect(sliceAt(made, ["categories", 1, "dimensions", "x"])).toBe("4.50")
        const listed = withItem(text, ["warning_rules"], '{"name":"intersecting-cuboids"}')
        expect(JSON.parse(listed).warning_rules).toEqual([{ name: "intersecting-cuboids" }])
        expect(sliceAt(listed, ["rest"])).toBe(sliceAt(text, ["rest"]))
      }),
    )
  })

  it("exchange two items, and back", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const swapped = withItemsSwapped(text, ["categories"], 0, 1)
        expect(sliceAt(swapped, ["categories", 0])).toBe(sliceAt(text, ["categories", 1]))
        expect(withItemsSwapped(swapped, ["categories"], 1, 0)).toBe(text)
      }),
    )
  })

  it("remove any item and leave valid JSON", () => {
    fc.assert(
      fc.property(documents, fc.nat(1), (text, index) => {
        const removed = withValue(text, ["categories", index], undefined)
        expect(sliceAt(removed, ["categories", 0])).toBe(sliceAt(text, ["categories", 1 - index]))
        expect(JSON.parse(withValue(removed, ["categories", 0], undefined)).categories).toEqual([])
      }),
    )
  })

  it("do not touch a text with errors", () => {
    expect(withValue('{"a": 1,', ["a"], "2")).toBe('{"a": 1,')
  })
})

describe("a text in lines", () => {
  it("has the same keys and values, byte for byte", () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(tokens(arrangeJson(text))).toEqual(tokens(text))
        expect(toReadable(arrangeJson(text))).toBe(arrangeJson(text))
      }),
    )
  })

  it("keeps the lines that somebody chose, and ends them as editors do", () => {
    expect(toReadable('{"a":\r\n [1,\n2]}')).toBe('{"a":\n [1,\n2]}')
    expect(toReadable('{"a": 1,}')).toBe('{"a": 1,}')
  })

  it("has short lists in one line", () => {
    expect(arrangeJson('{"color":[1,2,3],"a":{},"b":[]}')).toBe(
      '{\n  "color": [1, 2, 3],\n  "a": {},\n  "b": []\n}',
    )
  })
})
