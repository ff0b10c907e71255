import { assert, describe, it } from "@effect/vitest"
import { DeliveryId } from "../../src/domain/Ids.ts"
import type { Delivery } from "../../src/domain/webhooks/Delivery.ts"
import { mergeDeliveryPages } from "../../src/webhooks/pages.ts"

const id = (n: number) => DeliveryId.make(`01900000-0000-7000-8000-${String(n).padStart(12, "0")}`)

/** Cast: a merged page reads nothing but ids. */
const list = (ids: ReadonlyArray<number>, next: number | null) => ({
  deliveries: ids.map((n) => ({ id: id(n) }) as Delivery),
  next: next === null ? null : id(next),
})

const shown = (page: ReturnType<typeof mergeDeliveryPages>) => [
  page.deliveries.map((delivery) => Number(delivery.id.slice(-12))),
  page.next === null ? null : Number(page.next.slice(-12)),
]

describe("a page of the deliveries of several endpoints", () => {
  it("is in one order, and ends with the shortest knowledge among its lists", () => {
    assert.deepStrictEqual(shown(mergeDeliveryPages([list([9, 5, 1], null), list([8, 6], 6)], 10)), [
      [9, 8, 6],
      6,
    ])
    assert.deepStrictEqual(shown(mergeDeliveryPages([list([9, 4], 4), list([], 7)], 10)), [[9], 7])
    assert.deepStrictEqual(shown(mergeDeliveryPages([list([3], null), list([4, 2], null)], 2)), [[4, 3], 3])
    assert.deepStrictEqual(shown(mergeDeliveryPages([list([3], null), list([4], null)], 2)), [[4, 3], null])
    assert.deepStrictEqual(shown(mergeDeliveryPages([], 2)), [[], null])
  })
})
