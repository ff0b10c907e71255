import { describe, expect, it } from "vitest"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { listAnnotations, withImageAttribute } from "../../../src/workbench/editor/label/frames.ts"
import { linkProblem, listLinks, removeLink, withLink } from "../../../src/workbench/editor/label/links.ts"
import { removeObjects, withAttribute, withCategory } from "../../../src/workbench/editor/label/objects.ts"
import { withPasted, withPoints, withShape } from "../../../src/workbench/editor/label/shapes.ts"

const still = { interpolates: true, extrapolates: false }
const first =
  '{ "id": 7, "category_id": 1, "type": "bbox", "points": [[1, 2.50], [3, 4]], "vendor": 1700000000123456789 }'
const second = '{"id":9007199254740993,"category_id":2,"type":"point","points":[[5,6]]}'
const text = `{"format_version": "0.1", "annotations": [${first}, ${second}], "links": [{"from_id": 7, "to_id": 9007199254740993}]}`
const read = (source: string): JsonObject => {
  const value = parse(source)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

describe("a label", () => {
  it("keeps the bytes of all other annotations and the digits of unknown keys when one is edited", () => {
    const edited = withPoints(read(text), 0, "9007199254740993", [[5, 6.004]], still)
    expect(edited).toEqual(read(text))
    const moved = print(withPoints(read(text), 0, "9007199254740993", [[5, 7]], still))
    expect(moved).toContain(first)
    expect(moved).toContain('{"id":9007199254740993,"category_id":2,"type":"point","points":[[5,7]]}')
  })

  it("gives a new object an id that no other has, beyond what a double holds too", () => {
    const shape = { type: "point", categoryId: 1, points: [[0, 0]], attributes: {} } as const
    const { key, label } = withShape(read(text), 0, shape, still)
    expect(key).toBe("9007199254740994")
    expect(print(label)).toContain('"id":9007199254740994')
  })

  it("keeps the attributes of an object whose category changes to one that is not configured", () => {
    const set = withAttribute(read(text), {
      key: "7",
      frame: 0,
      name: "color",
      value: "red",
      trackLevel: false,
    })
    const [changed] = listAnnotations(withCategory(set, new Set(["7"]), 2).label, 0)
    expect(changed).toMatchObject({ categoryId: 2, attributes: { color: "red" } })
  })

  it("edits one of two objects with the same id", () => {
    const twins = read(`{"annotations": [${first}, ${first}]}`)
    const [one, other] = listAnnotations(
      withPoints(
        twins,
        0,
        "7#2",
        [
          [0, 0],
          [9, 9],
        ],
        still,
      ),
      0,
    )
    expect(one?.points[0]).toEqual([1, 2.5])
    expect(other?.points[0]).toEqual([0, 0])
  })

  it("loses the links of a deleted object, and no other link", () => {
    const more = read(text.replace('"links": [', '"links": [{"from_id": 1, "to_id": 2}, '))
    const left = removeObjects(more, new Set(["7"]))
    expect(listAnnotations(left, 0)).toHaveLength(1)
    expect(listLinks(left).map(({ from, to }) => [from, to])).toEqual([["1", "2"]])
  })

  it("pastes a copy beside its original, with a new id and everything else", () => {
    const label = read(text)
    const { keys, label: pasted } = withPasted(label, 0, listAnnotations(label, 0).slice(0, 1), still)
    const copy = listAnnotations(pasted, 0).at(-1)
    expect(keys).toEqual(new Set([copy?.key]))
    expect(copy?.points).toEqual([
      [11, 12.5],
      [13, 14],
    ])
    expect(print(copy?.source ?? null)).toContain('"vendor":1700000000123456789')
  })

  it("links two objects once, never one with itself, and only permitted categories", () => {
    const label = read(text)
    const [one, two] = listAnnotations(label, 0)
    if (one === undefined || two === undefined) throw new Error("two annotations")
    expect(linkProblem(label, one, two, undefined)).toBe("exists")
    expect(linkProblem(label, one, one, undefined)).toBe("self")
    expect(linkProblem(label, two, one, new Set([2]))).toBe("category")
    expect(linkProblem(label, two, one, new Set([1]))).toBeUndefined()
    const linked = withLink(label, two, one)
    expect(listLinks(linked)).toHaveLength(2)
    const [added] = listLinks(linked).slice(-1)
    if (added === undefined) throw new Error("a link")
    expect(listLinks(removeLink(linked, added))).toEqual(listLinks(label))
  })

  it("sets and unsets attributes of the image", () => {
    const label = read(text)
    const set = withImageAttribute(label, 0, "weather", "rain")
    expect(print(set)).toContain('"image_attributes":{"weather":"rain"}')
    expect(print(withImageAttribute(set, 0, "weather", undefined))).toContain('"image_attributes":{}')
  })

  it("does not draw what it cannot read, and keeps it", () => {
    const odd = read(
      '{"annotations": [null, {"id": 1, "points": "x"}, {"id":2,"type":"bbox","points":[[1]]}]}',
    )
    expect(listAnnotations(odd, 0).map(({ points }) => points)).toEqual([[], []])
    expect(print(odd)).toContain('{"id": 1, "points": "x"}')
  })
})
