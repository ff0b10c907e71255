import { assert, describe, it } from "@effect/vitest"
import { computeOnce } from "../../src/domain/computeOnce.ts"

interface Item {
  readonly stable: boolean
}

const makeItems = (count: number, stable = true): ReadonlyArray<Item> =>
  Array.from({ length: count }, () => ({ stable }))

const makeCounter = () => {
  const counter = { computed: 0 }
  const compute = computeOnce(
    (list: ReadonlyArray<Item>) => {
      counter.computed++
      return { count: list.length }
    },
    ({ stable }) => stable,
  )
  return { counter, compute }
}

describe("a result that is computed once", () => {
  it("is the same for another list of the same objects, and another one for other objects", () => {
    const { compute, counter } = makeCounter()
    const items = makeItems(3)
    assert.strictEqual(compute(items), compute([...items]))
    assert.strictEqual(counter.computed, 1)
    assert.notStrictEqual(compute(items.slice(1)), compute(items))
    assert.strictEqual(counter.computed, 2)
  })

  it("is that of its function", () => {
    const [one, other] = [makeCounter(), makeCounter()]
    const items = makeItems(3)
    assert.notStrictEqual(one.compute(items), other.compute(items))
  })

  it("is not remembered for a list with an item that is not stable", () => {
    const { compute, counter } = makeCounter()
    const items = [...makeItems(3), ...makeItems(1, false)]
    compute(items)
    compute(items)
    assert.strictEqual(counter.computed, 2)
  })

  it("is forgotten after a few other lists, unless it was used meanwhile", () => {
    const { compute, counter } = makeCounter()
    const [used, unused] = [makeItems(1), makeItems(1)]
    compute(used)
    compute(unused)
    for (let i = 0; i < 10; i++) {
      compute(makeItems(1))
      compute(used)
    }
    assert.strictEqual(counter.computed, 12)
    compute(unused)
    assert.strictEqual(counter.computed, 13)
  })

  it("is forgotten when the lists have too many items together", () => {
    const { compute, counter } = makeCounter()
    const lists = [makeItems(1500), makeItems(1500), makeItems(1500)]
    for (const list of lists) compute(list)
    for (const list of lists.toReversed()) compute(list)
    assert.strictEqual(counter.computed, 4)
    const long = makeItems(2001)
    compute(long)
    compute(long)
    assert.strictEqual(counter.computed, 6)
  })
})
