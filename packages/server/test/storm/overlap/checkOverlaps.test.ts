/** The checkers must be able to condemn: each of these is a way to be wrong that a sound storm does not have. */
import { assert, describe, it } from "@effect/vitest"
import { Memory } from "../Memory.ts"
import type { Answer, Wires } from "../requests.ts"
import { checkOverlaps, type StoredOverlaps } from "./checkOverlaps.ts"
import { watchAnswers } from "./watchAnswers.ts"

/** Ann and bob labeled s1. */
const makeMemory = () => {
  const memory = new Memory()
  for (const [claim, user, token] of [
    ["c1", "ann", "t1"],
    ["c2", "bob", "t2"],
  ] as const) {
    const grant = { claim, sample: "s1", user, queue: "labeling", claimedAt: 0, expiresAt: 9 } as const
    memory.granted(grant).end = { action: "submit", token, sentAt: 1, outcome: "done" }
  }
  return memory
}

const anns = { sample: "s1", labeler: "ann", token: "t1" }
const bobs = { sample: "s1", labeler: "bob", token: "t2" }
const sound: StoredOverlaps = {
  samples: [{ sample: "s1", state: "adjudicating" }],
  labels: [anns, bobs],
  toLabel: [],
  held: [],
  events: 0,
  workunits: [
    { claim: "c1", sample: "s1", user: "ann" },
    { claim: "c2", sample: "s1", user: "bob" },
  ],
}

const ways: ReadonlyArray<readonly [sentence: string, changed: Partial<StoredOverlaps>]> = [
  ["the label t2 of bob is lost", { labels: [anns] }],
  ["s1 has 1 labels", { labels: [anns] }],
  ["there are 3 labels, not 2", { labels: [anns, bobs, { ...bobs, token: "t3" }] }],
  ["s1 has 2 labels of 1 people", { labels: [anns, { ...anns, token: "t2" }] }],
  ["the work c2 of bob is lost", { workunits: sound.workunits.slice(0, 1) }],
  ["there are 1 workunits, not 2", { workunits: sound.workunits.slice(0, 1) }],
  ["s1 is labeling", { samples: [{ sample: "s1", state: "labeling" }] }],
  ["s1 still waits for a labeler", { toLabel: ["s1"] }],
  ["somebody still has s1", { held: ["s1"] }],
  ["there are 1 events about labels, not 0", { events: 1 }],
]

describe("the check of a storm of several people per sample", () => {
  it("finds nothing where nothing is wrong", () => {
    assert.deepStrictEqual(checkOverlaps(makeMemory(), sound, 2), [])
  })

  it.each(ways)("finds: %s", (sentence, changed) => {
    assert.include(checkOverlaps(makeMemory(), { ...sound, ...changed }, 2), sentence)
  })

  it("finds the label of somebody else in any answer, also quoted in a text", async () => {
    const texts = [`{"token":"t1"}`, `{"token":"t1"}`, `"{\\"token\\":\\"t1\\"}"`]
    const reply = async (): Promise<Answer> => ({ status: 200, text: texts.shift() ?? "", millis: 1 })
    const wires: Wires = { once: reply, answer: reply, count: { away: 0, lost: 0 }, close: () => {} }
    const watch = watchAnswers(wires, makeMemory(), "a/b", () => 1, 0)
    await watch.wires.answer("POST", "/claims/c1/submit/", "key of ann", `{"attributes":{"token":"t1"}}`)
    await watch.wires.once("POST", "/claim/", "key of bob")
    await watch.wires.answer("GET", "/samples/s1/", "key of bob")
    assert.deepStrictEqual(watch.leaks, [
      "/claim/ shows the label t1 of somebody else",
      "/samples/s1/ shows the label t1 of somebody else",
    ])
    assert.strictEqual(watch.count(), 3)
  })
})
