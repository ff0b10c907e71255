/** The places of many samples, of which neighbours share what is computed. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { SampleId } from "../../src/domain/Ids.ts"
import { labelStatuses } from "../../src/domain/labelStates.ts"
import { Username } from "../../src/domain/Names.ts"
import {
  collectDeciders,
  listQueueKeys,
  type QueueFacts,
  queueKey,
  type Workers,
} from "../../src/placement/queueKey.ts"

const people = ["jane", "joan", "bob"].map((name) => Username.make(name))
const person = fc.constantFrom(null, ...people)

/** Facts that differ in any one of their parts, or in none. */
const facts: fc.Arbitrary<QueueFacts> = fc.record({
  sampleId: fc
    .nat(99)
    .map((n) => SampleId.make(`01900000-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`)),
  priority: fc.constantFrom(0, 1, -0.5),
  status: fc.constantFrom(null, ...labelStatuses),
  labeler: person,
  reviewer: person,
  rejecter: person,
  assignedLabeler: person,
  assignedReviewer: person,
  prelabel: fc.constantFrom("first" as const, "again" as const, undefined),
  overlap: fc.constantFrom("labeling" as const, "decided" as const, undefined),
})

const parts = [
  "sampleId",
  "priority",
  "status",
  "labeler",
  "reviewer",
  "rejecter",
  "assignedLabeler",
  "assignedReviewer",
  "prelabel",
  "overlap",
] as const satisfies ReadonlyArray<keyof QueueFacts>

/** Runs of equal facts, and of facts that differ from the one before in a single part. */
const lists = fc
  .array(fc.tuple(facts, facts, fc.constantFrom(...parts)), {
    maxLength: 8,
  })
  .map((runs) => runs.flatMap(([first, other, key]) => [first, first, { ...first, [key]: other[key] }]))

const workers: Workers = {
  mayLabel: (user) => user !== "bob",
  mayReview: (user) => user !== "joan",
  mayPrelabel: () => true,
}

describe("the places of many samples", () => {
  it("are those of each sample alone", () => {
    fc.assert(
      fc.property(lists, (list) => {
        assert.deepStrictEqual(
          listQueueKeys(list, workers),
          list.map((each) => queueKey(each, workers)),
        )
      }),
    )
  })

  it("depend on the people on whom that of some sample depends", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const alone = list.flatMap((each) => [...collectDeciders([each])])
        assert.deepStrictEqual(collectDeciders(list), new Set(alone))
      }),
    )
  })
})
