/** The points that an object has in another label become its own. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { apply, countIds } from "../../../../src/workbench/documents/points/patch.ts"
import { makeTakePatch } from "../../../../src/workbench/documents/points/takePoints.ts"

const id = fc.integer({ min: 0, max: 4 })

describe("the points of another label", () => {
  it("are those of the object, but for those of locked objects, and nothing else changes; back, all is as it was", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(id, id), { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        fc.uniqueArray(fc.integer({ min: 5, max: 6 })),
        (points, to, from, locked) => {
          const before = Uint32Array.from(points, ([own], index) =>
            index % 7 === 0 ? (locked[0] ?? own) : own,
          )
          const others = Uint32Array.from(points, ([, other]) => other)
          const ids = before.slice()
          const counts = countIds(ids)
          const patch = makeTakePatch(ids, { others, from, to, keeps: new Set(locked) })
          apply(patch, ids, counts, "forth")
          for (const [point, own] of before.entries()) {
            const isTaken = others[point] === from
            if (locked.includes(own)) expect(ids[point]).toBe(own)
            else if (isTaken) expect(ids[point]).toBe(to)
            else expect(ids[point]).toBe(own === to ? 0 : own)
          }
          expect(counts).toEqual(countIds(ids))
          apply(patch, ids, counts, "back")
          expect(ids).toEqual(before)
        },
      ),
    )
  })
})
