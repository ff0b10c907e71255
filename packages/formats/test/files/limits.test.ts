/** Files that state or contain more than a limit. The limits are lowered here, so that the files stay small and valid. */
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { readJsonFile } from "../../src/files/json.ts"
import { splitJson } from "../../src/files/jsonArrays.ts"
import { jsonList } from "../../src/files/jsonList.ts"
import { defaultLimits, type Limits } from "../../src/files/limits.ts"
import { readLines } from "../../src/files/lines.ts"
import { memorySource, readTextFile, type Source } from "../../src/files/Source.ts"
import { xmlChildren } from "../../src/files/xml.ts"
import { forEachRow } from "../../src/nuscenes/rows.ts"
import { bytes } from "../reading.ts"
import { collected } from "../roundTrip.ts"

const read = async (
  text: string,
  limits: Partial<Limits>,
  reading: (source: Source, path: string) => Promise<unknown>,
): Promise<string> => {
  const source = memorySource(new Map([["a.txt", bytes(text)]]), { ...defaultLimits, ...limits })
  try {
    await reading(source, "a.txt")
    return "read"
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause
    return cause.message
  }
}

const split = (source: Source, path: string) => splitJson(source, path, { lists: ["a"] }, () => {})
const list = (source: Source, path: string) => collected(jsonList(source, path))
const rows = (source: Source, path: string) => forEachRow(source, path, () => {})
const xml = (source: Source, path: string) => collected(xmlChildren(source, path, "r"))
const lines = (source: Source, path: string) => collected(readLines(source, path))

describe("a file within a limit is read, and one above it is refused with the number", () => {
  it.each([
    [
      "a whole document",
      readJsonFile,
      "[[1,2],[3]]",
      { values: 6 },
      { values: 5 },
      /values is 6, above the limit of 5/,
    ],
    [
      "a whole document",
      readJsonFile,
      '[[["[[[["]]]',
      { depth: 3 },
      { depth: 2 },
      /is 3, above the limit of 2 levels/,
    ],
    [
      "an element of a split list",
      split,
      '{"a":[[1],[[2,3]]]}',
      { values: 3 },
      { values: 2 },
      /\/a\/1 is 3, above/,
    ],
    [
      "an element of a split list",
      split,
      '{"a":[[1],[[2]]]}',
      { depth: 2 },
      { depth: 1 },
      /\/a\/1 is 2, above/,
    ],
    ["a skipped member", split, '{"b":[[[2]]]}', { depth: 3 }, { depth: 2 }, /\/b is 3, above/],
    [
      "an element of a list",
      list,
      "[[1],[[2,3]]]",
      { values: 3 },
      { values: 2 },
      /the number of JSON values in \/1 is 3/,
    ],
    ["an element of a list", list, "[[1],[[2]]]", { depth: 2 }, { depth: 1 }, /the nesting of \/1 is 2/],
    ["a row of a table", rows, '[{"a":[1,2,[3]]}]', { depth: 3 }, { depth: 2 }, /is 3, above the limit of 2/],
    [
      "an element of XML",
      xml,
      "<r><a><b/><b/></a></r>",
      { values: 2 },
      { values: 1 },
      /line 1: the number of elements in <a> is 2/,
    ],
    [
      "an element in others",
      xml,
      "<r><a>\n<b/></a></r>",
      { depth: 3 },
      { depth: 2 },
      /line 2: the nesting of its elements is 3, above the limit of 2 levels/,
    ],
    [
      "a line",
      lines,
      "a\nabcd",
      { line: 4 },
      { line: 3 },
      /length of line 2 is 4, above the limit of 3 characters/,
    ],
    [
      "the lines of a text",
      readTextFile,
      "a\nb\nc",
      { values: 3 },
      { values: 2 },
      /number of its lines is 3/,
    ],
    [
      "a text",
      readTextFile,
      "abcd",
      { bytes: 4 },
      { bytes: 3 },
      /size of the file is 4, above the limit of 3 bytes/,
    ],
  ] as const)("%s (%#)", async (_, reading, text, enough, tooLow, reason) => {
    assert.strictEqual(await read(text, enough, reading), "read")
    assert.match(await read(text, tooLow, reading), reason)
  })

  it("of XML whose elements are nested deeper than any format nests them", async () => {
    assert.match(
      await read(`<r>${"<e>".repeat(100)}`, {}, xml),
      /nesting of its elements is 101, above the limit of 100 levels/,
    )
  })

  it("of XML with entities of its own, which are not replaced", async () => {
    const text = `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r><e>&b;</e></r>`
    assert.match(await read(text, {}, xml), /is not XML/)
  })
})
