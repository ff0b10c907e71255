/** The checker of a storm must be able to condemn: each of these is a way to be wrong that a sound storm does not have. */
import { assert, describe, it } from "@effect/vitest"
import { checkStorm } from "./checkStorm.ts"
import { type End, type Grant, Memory } from "./Memory.ts"
import type { Stored } from "./stored.ts"

/** Two samples were labeled by ann and bob; ann's was accepted, bob's rejected. Ann's second claim ran out unused. */
const sound = () => {
  const memory = new Memory()
  const grant = (claim: string, sample: string, user: string, claimedAt: number, end: End | null): Grant => {
    const queue = end === null || end.action === "submit" ? "labeling" : "reviewing"
    const made = memory.granted({ claim, sample, user, queue, claimedAt, expiresAt: claimedAt + 100 })
    made.end = end
    return made
  }
  const done = (action: End["action"], token: string, sentAt: number): End => ({
    action,
    token,
    sentAt,
    outcome: "done",
  })
  const grants = {
    unused: grant("c0", "s2", "ann", 0, null),
    ann: grant("c1", "s1", "ann", 10, done("submit", "t1", 40)),
    bob: grant("c2", "s2", "bob", 120, done("submit", "t2", 160)),
    accepted: grant("c3", "s1", "bob", 200, done("accept", "", 240)),
    rejected: grant("c4", "s2", "ann", 300, done("reject", "", 340)),
  }
  return { memory, stored: soundStored(), grants }
}

const soundStored = (): Stored => ({
  samples: ["s1", "s2"],
  queue: [
    { sample: "s1", holder: null },
    { sample: "s2", holder: null },
  ],
  labels: [
    { sample: "s1", status: "REVIEWED" },
    { sample: "s2", status: "REJECTED" },
  ],
  versions: [
    { sample: "s1", action: "submit", token: "t1" },
    { sample: "s2", action: "submit", token: "t2" },
    { sample: "s1", action: "accept", token: "" },
    { sample: "s2", action: "reject", token: "" },
  ],
  workunits: [
    { claim: "c1", sample: "s1", action: "submit", user: "ann" },
    { claim: "c2", sample: "s2", action: "submit", user: "bob" },
    { claim: "c3", sample: "s1", action: "accept", user: "bob" },
    { claim: "c4", sample: "s2", action: "reject", user: "ann" },
  ],
  events: [
    { sample: "s1", status: "LABELED" },
    { sample: "s2", status: "LABELED" },
    { sample: "s1", status: "REVIEWED" },
    { sample: "s2", status: "REJECTED" },
  ],
  issues: 1,
  issueEvents: 1,
  countedSamples: 2,
  counted: { LABELED: 0, REVIEWED: 1, REJECTED: 1 },
})

type Sound = ReturnType<typeof sound>

/** Changes the memory, or answers what of the database is different. */
type Harm = (storm: Sound) => Partial<Stored> | undefined

const ways: ReadonlyArray<readonly [sentence: string, harm: Harm]> = [
  [
    "s2 was given to bob while ann held it",
    ({ grants }) => {
      grants.unused.expiresAt = 121
      return undefined
    },
  ],
  [
    "s2 was given to ann while bob held it",
    ({ memory }) => {
      const twice = { claim: "c5", sample: "s2", user: "ann", queue: "labeling", claimedAt: 159 } as const
      memory.granted({ ...twice, expiresAt: 190 })
      return undefined
    },
  ],
  [
    "is ann's on s1 and bob's on s1",
    ({ memory }) => {
      const again = { claim: "c1", sample: "s1", user: "bob", queue: "labeling", claimedAt: 10 } as const
      memory.granted({ ...again, expiresAt: 20 })
      return undefined
    },
  ],
  [
    "a submit got 500",
    ({ memory }) => {
      memory.faults.push("a submit got 500")
      return undefined
    },
  ],
  [
    "the submit of s2 by bob left 0 workunits",
    ({ stored }) => ({ workunits: stored.workunits.toSpliced(1, 1) }),
  ],
  [
    "the submit of s2 by bob left 2 workunits",
    ({ stored }) => ({ workunits: [...stored.workunits, ...stored.workunits] }),
  ],
  [
    "the submit of s2 by bob is told as the accept of eve",
    ({ stored }) => ({
      workunits: stored.workunits.with(1, { claim: "c2", sample: "s2", action: "accept", user: "eve" }),
    }),
  ],
  [
    "nobody was told of the submit of s2 by eve",
    ({ stored }) => ({
      workunits: [...stored.workunits, { claim: "c9", sample: "s2", action: "submit", user: "eve" }],
    }),
  ],
  [
    "the accept of s1 by bob left 0 versions",
    ({ stored }) => ({ versions: stored.versions.toSpliced(2, 1) }),
  ],
  [
    "the submit of s1 by ann left 2 versions",
    ({ stored }) => ({ versions: [...stored.versions, { sample: "s1", action: "submit", token: "t3" }] }),
  ],
  [
    "is not what the history of the sample says",
    ({ stored }) => ({ versions: stored.versions.with(0, { sample: "s1", action: "submit", token: "t2" }) }),
  ],
  ["the submit of s1 by ann left 0 events", ({ stored }) => ({ events: stored.events.toSpliced(0, 1) })],
  [
    "the submit of s1 by ann left 2 events",
    ({ stored }) => ({ events: [...stored.events, { sample: "s1", status: "LABELED" }] }),
  ],
  [
    "there are 5 events of labels, not 4",
    ({ stored }) => ({ events: [...stored.events, { sample: "s1", status: "SKIPPED" }] }),
  ],
  ["there are 0 issues, not 1", () => ({ issues: 0 })],
  ["there are 2 events of issues, not 1", () => ({ issueEvents: 2 })],
  ["s3 is lost: nobody worked on it", ({ stored }) => ({ samples: [...stored.samples, "s3"] })],
  ["sample s1 has 2 labels", ({ stored }) => ({ labels: [...stored.labels, ...stored.labels] })],
  ["sample s2 has 0 labels", ({ stored }) => ({ labels: stored.labels.toSpliced(1, 1) })],
  [
    "sample s1 is LABELED, not REVIEWED",
    ({ stored }) => ({ labels: stored.labels.with(0, { sample: "s1", status: "LABELED" }) }),
  ],
  ["sample s1 has 0 rows in the queue", ({ stored }) => ({ queue: stored.queue.toSpliced(0, 1) })],
  [
    "there are 3 rows in the queue, not 2",
    ({ stored }) => ({ queue: [...stored.queue, { sample: "s3", holder: null }] }),
  ],
  [
    "eve still holds sample s1",
    ({ stored }) => ({ queue: stored.queue.with(0, { sample: "s1", holder: "eve" }) }),
  ],
  ["there are 3 counted samples, not 2", () => ({ countedSamples: 3 })],
  [
    "there are 2 counted labels that are LABELED, not 0",
    ({ stored }) => ({ counted: { ...stored.counted, LABELED: 2 } }),
  ],
]

describe("the checker of a storm", () => {
  it("finds nothing where nothing is wrong", () => {
    const { memory, stored } = sound()
    assert.deepStrictEqual(checkStorm(memory, stored), [])
  })

  it("allows a sample to be given again in the very millisecond in which its lease ends", () => {
    const storm = sound()
    storm.grants.unused.expiresAt = 120
    assert.deepStrictEqual(checkStorm(storm.memory, storm.stored), [])
  })

  it.each(ways)("finds: %s", (sentence, harm) => {
    const storm = sound()
    const stored = { ...storm.stored, ...harm(storm) }
    assert.include(checkStorm(storm.memory, stored).join("\n"), sentence)
  })
})
