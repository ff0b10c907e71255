import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FrameIds } from "../../../../src/workbench/documents/points/FrameIds.ts"
import {
  apply,
  type Counts,
  countIds,
  joinPatches,
  makePatch,
  measurePatch,
} from "../../../../src/workbench/documents/points/patch.ts"

const size = 40

const stroke = fc.record({
  points: fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 20 }),
  id: fc.nat(3),
})

/** Counts that are computed from the ids alone. */
const counted = (ids: Iterable<number>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

const sorted = (counts: Counts | ReadonlyMap<number, number>) => [...counts].toSorted((a, b) => a[0] - b[0])

describe("the history of the ids of points", () => {
  it("gives at each revision what a plain copy of that time has", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: stroke.map((one) => ({ kind: "paint" as const, ...one })) },
      { weight: 2, arbitrary: fc.nat(20).map((to) => ({ kind: "go" as const, to })) },
    )
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: size, maxLength: size }),
        fc.array(step),
        (start, steps) => {
          const frame = new FrameIds(Uint32Array.from(start), 0)
          const copies = new Map([[0, [...start]]])
          let last = 0
          for (const one of steps) {
            if (one.kind === "go") {
              const known = [...copies.keys()].filter((revision) => frame.hasRevision(revision))
              const revision = known[one.to % known.length] ?? 0
              expect(frame.go(revision)).toBe(true)
              expect([...frame.ids]).toEqual(copies.get(revision))
            } else {
              const patch = makePatch(frame.ids, Uint32Array.from(one.points), one.id)
              apply(patch, frame.ids, frame.counts, "forth")
              last += 1
              frame.commit(last, patch)
              copies.set(last, [...frame.ids])
              frame.dropUndone()
            }
            expect(sorted(frame.counts)).toEqual(sorted(counted(frame.ids)))
          }
        },
      ),
    )
  })

  it("forgets the oldest change, and still leads to all that are newer", () => {
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 2, maxLength: 8 }), fc.nat(6), (strokes, drops) => {
        const frame = new FrameIds(new Uint32Array(size), 0)
        const copies = [[...frame.ids]]
        for (const [index, { id, points }] of strokes.entries()) {
          const patch = makePatch(frame.ids, Uint32Array.from(points), id)
          apply(patch, frame.ids, frame.counts, "forth")
          frame.commit(index + 1, patch)
          copies.push([...frame.ids])
        }
        const dropped = Math.min(drops, strokes.length - 1)
        for (let left = dropped; left > 0; left -= 1) frame.dropOldest()
        for (let revision = strokes.length; revision >= 0; revision -= 1) {
          expect(frame.go(revision)).toBe(revision >= dropped)
          expect([...frame.ids]).toEqual(copies[Math.max(revision, dropped)])
        }
      }),
    )
  })

  it("does not go to a revision that it does not know", () => {
    const frame = new FrameIds(Uint32Array.from([1, 2]), 7)
    expect(frame.go(3)).toBe(false)
    expect([...frame.ids]).toEqual([1, 2])
    expect(frame.go(7)).toBe(true)
  })
})

describe("the parts of a stroke", () => {
  it("are one change that leads forth and back as all of them do", () => {
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 6 }), (strokes) => {
        const ids = new Uint32Array(size)
        const counts = countIds(ids)
        const patches = strokes.map(({ id, points }) => {
          const patch = makePatch(ids, Uint32Array.from(points), id)
          apply(patch, ids, counts, "forth")
          return patch
        })
        const whole = joinPatches(patches)
        const again = new Uint32Array(size)
        const otherCounts = countIds(again)
        apply(whole, again, otherCounts, "forth")
        expect(again).toEqual(ids)
        expect(sorted(otherCounts)).toEqual(sorted(counts))
        apply(whole, again, otherCounts, "back")
        expect([...new Set(again)]).toEqual([0])
        expect(new Set(whole.points).size).toBe(whole.points.length)
      }),
    )
  })

  it("take four bytes for a point where all had one id before", () => {
    const ids = new Uint32Array(1000)
    const points = Uint32Array.from({ length: 500 }, (_, point) => point)
    expect(measurePatch(makePatch(ids, points, 3))).toBe(2000)
  })
})
