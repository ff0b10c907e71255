import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MaskEdit } from "../../../../src/workbench/documents/bitmap/MaskEdit.ts"
import { MaskHistory } from "../../../../src/workbench/documents/bitmap/MaskHistory.ts"
import { decodeMaskPng, encodeMaskPng, NoBitmap } from "../../../../src/workbench/documents/bitmap/png.ts"
import { packMask, packTile, TileMask, unpack } from "../../../../src/workbench/documents/bitmap/TileMask.ts"
import { idsOf, isSame, maskWith, type Operation, operations, perform } from "./naive.ts"

const numRuns = process.env.ANNOTARY_TEST_LONG === "1" ? 300 : 25
const painted = fc.array(operations, { maxLength: 3 })
const strokes = fc.array(painted, { minLength: 1, maxLength: 6 })

const commit = (history: MaskHistory, list: ReadonlyArray<Operation>, revision: number): void => {
  const edit = new MaskEdit(history.mask)
  for (const operation of list) perform(edit, operation)
  history.commit(edit, revision)
}

/** The number of pixels by id, counted anew. */
const counted = (mask: TileMask): ReadonlyMap<number, number> => {
  const areas = new Map<number, number>()
  for (const id of idsOf(mask)) if (id !== 0) areas.set(id, (areas.get(id) ?? 0) + 1)
  return areas
}

const sorted = (areas: ReadonlyMap<number, number>) => [...areas].sort(([a], [b]) => a - b)

describe("the history of a mask", { timeout: 120_000 }, () => {
  it("gives back the pixels and the areas of each revision, in any order", () => {
    fc.assert(
      fc.property(painted, strokes, fc.array(fc.nat(), { maxLength: 10 }), (before, edits, visits) => {
        const history = new MaskHistory(maskWith(before), 10)
        const states = [idsOf(history.mask)]
        for (const [index, edit] of edits.entries()) {
          commit(history, edit, 11 + index)
          states.push(idsOf(history.mask))
        }
        for (const visit of visits) {
          const at = visit % states.length
          expect(history.go(10 + at)).not.toBe(false)
          expect(isSame(idsOf(history.mask), states[at])).toBe(true)
          expect(sorted(history.areas)).toEqual(sorted(counted(history.mask)))
        }
      }),
      { numRuns },
    )
  })

  it("forgets what was undone once something else is painted", () => {
    const history = new MaskHistory(new TileMask(40, 40))
    const dot = (x: number, id: number): ReadonlyArray<Operation> => [
      { kind: "stroke", from: [x, 5], to: [x, 5], width: 4, paint: { id, keeps: new Set() } },
    ]
    commit(history, dot(5, 1), 1)
    commit(history, dot(15, 2), 2)
    history.go(1)
    commit(history, dot(25, 3), 3)
    expect(history.go(2)).toBe(false)
    expect(history.revision).toBe(3)
    expect(history.go(0)).not.toBe(false)
    expect(history.areas.size).toBe(0)
  })

  it("keeps a thousand strokes on an image of 12 megapixels in a few megabytes", () => {
    const history = new MaskHistory(new TileMask(4000, 3000))
    for (let stroke = 1; stroke <= 1000; stroke++) {
      const [x, y] = [(stroke * 997) % 3800, (stroke * 613) % 2900]
      commit(
        history,
        [
          {
            kind: "stroke",
            from: [x, y],
            to: [x + 190, y + 90],
            width: 50,
            paint: { id: stroke, keeps: new Set() },
          },
        ],
        stroke,
      )
    }
    // The tiles themselves, before and after each stroke, would be 1 GB.
    expect(history.bytes).toBeLessThan(12_000_000)
  })

  it("is stored in a draft and restored with every pixel", () => {
    fc.assert(
      fc.property(painted, (list) => {
        const mask = maskWith(list)
        expect(isSame(idsOf(unpack(structuredClone(packMask(mask, packTile)))), idsOf(mask))).toBe(true)
      }),
      { numRuns },
    )
  })
})

describe("a bitmap file", { timeout: 120_000 }, () => {
  it("has every id after it was written and read, and opacity everywhere", () => {
    fc.assert(
      fc.property(painted, (list) => {
        const mask = maskWith(list)
        const file = encodeMaskPng(mask)
        expect(isSame(idsOf(decodeMaskPng(file)), idsOf(mask))).toBe(true)
        expect(encodeMaskPng(decodeMaskPng(file))).toEqual(file)
      }),
      { numRuns },
    )
  })

  it("is refused when it is no bitmap of ids", () => {
    expect(() => decodeMaskPng(new TextEncoder().encode("<html>"))).toThrow(NoBitmap)
  })
})
