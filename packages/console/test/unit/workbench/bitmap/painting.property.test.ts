import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MaskEdit } from "../../../../src/workbench/documents/bitmap/MaskEdit.ts"
import { TileMask } from "../../../../src/workbench/documents/bitmap/TileMask.ts"
import {
  idsOf,
  isOnEdge,
  isSame,
  maskWith,
  naiveFill,
  naivePolygon,
  naiveStroke,
  type Operation,
  operations,
  perform,
} from "./naive.ts"

const numRuns = process.env.ANNOTARY_TEST_LONG === "1" ? 500 : 40
const painted = fc.array(operations, { maxLength: 4 })
const of = <Kind extends Operation["kind"]>(kind: Kind) =>
  operations.filter((one): one is Extract<Operation, { kind: Kind }> => one.kind === kind)

/** The pixels after an operation, and what the naive one makes of those before it. */
const both = (
  before: ReadonlyArray<Operation>,
  operation: Operation,
  naive: (pixels: Uint32Array) => Uint32Array,
) => {
  const mask = maskWith(before)
  const expected = naive(idsOf(mask))
  perform(new MaskEdit(mask), operation)
  return { pixels: idsOf(mask), expected }
}

const differences = (a: Uint32Array, b: Uint32Array): ReadonlyArray<number> =>
  [...a.keys()].filter((index) => a[index] !== b[index])

describe("painting", { timeout: 120_000 }, () => {
  it("covers the pixels whose middle is within the brush along its way", () => {
    fc.assert(
      fc.property(painted, of("stroke"), (before, stroke) => {
        const { from, paint, to, width } = stroke
        const { expected, pixels } = both(before, stroke, (ids) => naiveStroke(ids, from, to, width, paint))
        expect(differences(pixels, expected).filter((index) => !isOnEdge(index, from, to, width))).toEqual([])
      }),
      { numRuns },
    )
  })

  it("covers the pixels whose middle is within the polygon", () => {
    fc.assert(
      fc.property(painted, of("polygon"), (before, polygon) => {
        const { expected, pixels } = both(before, polygon, (ids) =>
          naivePolygon(ids, polygon.points, polygon.paint),
        )
        expect(differences(pixels, expected)).toEqual([])
      }),
      { numRuns },
    )
  })

  it("fills what is connected over sides, and nothing else", () => {
    fc.assert(
      fc.property(painted, of("fill"), (before, fill) => {
        const { expected, pixels } = both(before, fill, (ids) => naiveFill(ids, fill.at, fill.paint))
        expect(differences(pixels, expected)).toEqual([])
      }),
      { numRuns },
    )
  })

  it("of a copied mask changes the pixels that may be painted over, and no others", () => {
    const rules = fc.record({
      only: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
      keeps: fc.uniqueArray(fc.constantFrom(0, 2, 3)).map((list) => new Set(list)),
    })
    const renamed = new Map([
      [1, 9],
      [3, 2],
    ])
    fc.assert(
      fc.property(painted, painted, rules, (source, target, over) => {
        const [copied, mask] = [maskWith(source), maskWith(target)]
        const [from, before] = [idsOf(copied), idsOf(mask)]
        new MaskEdit(mask).pasteMask(copied, renamed, over)
        const expected = before.map((old, index) => {
          const id = renamed.get(from[index] ?? 0)
          const stays = over.keeps.has(old) || (over.only !== undefined && old !== over.only)
          return id === undefined || stays ? old : id
        })
        expect(differences(idsOf(mask), expected)).toEqual([])
      }),
      { numRuns },
    )
  })

  it("of a copied mask leaves out what lies outside of a smaller one", () => {
    const mask = new TileMask(30, 10)
    const copied = maskWith([])
    copied.getPixels(0).fill(1)
    copied.getPixels(1).fill(1)
    new MaskEdit(mask).pasteMask(copied, new Map([[1, 4]]), { keeps: new Set() })
    expect(idsOf(mask).every((id) => id === 4)).toBe(true)
  })

  it("paints one pixel with the smallest brush, wherever in it the pointer is", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (dx, dy) => {
          const mask = new TileMask(5, 5)
          new MaskEdit(mask).paintStroke([2 + dx, 3 + dy], [2 + dx, 3 + dy], 1, { id: 7, keeps: new Set() })
          expect(idsOf(mask).filter((id) => id === 7)).toHaveLength(1)
          expect(mask.get(2, 3)).toBe(7)
        },
      ),
    )
  })

  it("gives every pixel of merged objects the id of one of them", () => {
    fc.assert(
      fc.property(painted, of("relabel"), (before, relabel) => {
        const { expected, pixels } = both(before, relabel, (ids) =>
          ids.map((id) => (relabel.ids.has(id) ? relabel.to : id)),
        )
        expect(differences(pixels, expected)).toEqual([])
      }),
      { numRuns },
    )
  })

  it("is taken back whole when the gesture is cancelled", () => {
    fc.assert(
      fc.property(painted, painted, (before, cancelled) => {
        const mask = maskWith(before)
        const pixels = idsOf(mask)
        const edit = new MaskEdit(mask)
        for (const operation of cancelled) perform(edit, operation)
        edit.revert()
        expect(isSame(idsOf(mask), pixels)).toBe(true)
      }),
      { numRuns },
    )
  })
})
