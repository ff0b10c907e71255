/** The indexes of overlaps in memory: they hold what a look at every overlap returns. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import fc from "fast-check"
import type { QueueName } from "../../src/domain/Claim.ts"
import { ClaimId, DatasetId, SampleId } from "../../src/domain/Ids.ts"
import { Username } from "../../src/domain/Names.ts"
import type { Overlap, OverlapPlace } from "../../src/domain/Overlap.ts"
import { fromMillis } from "../../src/domain/Timestamp.ts"
import {
  emptyOverlaps,
  listLeasedOverlaps,
  listNamedOverlaps,
  readPlacedOverlaps,
  removeOverlapRow,
  setOverlapRow,
} from "../../src/memory/overlapRows.ts"
import { makeOverlap } from "../../src/placement/overlapPlaces.ts"

const toUuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`
const samples = [1, 2, 3, 4, 5].map((index) => SampleId.make(toUuid(index)))
const users = ["ada", "bob", "cleo"].map((name) => Username.make(name))
const queues: ReadonlyArray<QueueName> = ["labeling", "reviewing"]
const user = fc.option(fc.constantFrom(...users))

const place = fc.record({
  place: fc.integer({ min: 1, max: 3 }),
  queue: fc.constantFrom(...queues),
  openUser: user,
  ownUser: user,
  lease: fc.option(
    fc.constant({
      claimId: ClaimId.make(toUuid(9)),
      holder: Username.make("ada"),
      step: 4 as const,
      claimedAt: fromMillis(0),
      expiresAt: fromMillis(1000),
    }),
  ),
}) satisfies fc.Arbitrary<OverlapPlace>

const change = fc.record({
  id: fc.constantFrom(...samples),
  np: fc.constantFrom(-7, 0, 3.5),
  places: fc.uniqueArray(place, { maxLength: 3, selector: (one) => one.place }),
  isRemoval: fc.boolean(),
})

const toIds = (overlaps: Iterable<Overlap>) => [...overlaps].map(({ sampleId }) => sampleId)

describe("the indexes of overlaps in memory", () => {
  it("hold after any changes what a look at every overlap returns", () =>
    checkProperty(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const rows = changes.reduce((before, { id, isRemoval, np, places }) => {
          const overlap = { ...makeOverlap({ datasetId: DatasetId.make(toUuid(8)), id }, 2), np, places }
          return isRemoval ? removeOverlapRow(before, id) : setOverlapRow(before, overlap)
        }, emptyOverlaps)
        const all = [...HashMap.values(rows.bySample)].toSorted(
          (a, b) => a.np - b.np || (a.sampleId < b.sampleId ? -1 : 1),
        )
        const filterIds = (isOne: (one: OverlapPlace) => boolean) =>
          toIds(all.filter(({ places }) => places.some(isOne)))
        for (const queue of queues)
          assert.deepStrictEqual(
            toIds(readPlacedOverlaps(rows, queue)),
            filterIds((one) => one.queue === queue),
          )
        for (const name of users)
          assert.sameMembers(
            toIds(listNamedOverlaps(rows, name)),
            filterIds(({ openUser, ownUser }) => openUser === name || ownUser === name),
          )
        assert.sameMembers(
          toIds(listLeasedOverlaps(rows)),
          filterIds(({ lease }) => lease !== null),
        )
      }),
      4000,
    ))
})
