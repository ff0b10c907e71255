/** The checker must be able to condemn: each of these is a way to be wrong that sound answers do not have. */
import { assert, describe, it } from "@effect/vitest"
import { checkPredictions, type StoredPredictions, type Told } from "./checkPredictions.ts"

const told: Told = {
  answers: new Map([
    ["c1", "1"],
    ["c2", "2"],
  ]),
  ofPeople: new Set(["3"]),
}

const prelabel = { sample: "1", version: "v1", action: "prelabel", attributes: '{"token":"s1"}' }

const sound: StoredPredictions = {
  samples: [
    { id: "1", name: "s1" },
    { id: "2", name: "s2" },
    { id: "3", name: "s3" },
  ],
  predictions: [
    { claim: "c1", sample: "1", outcome: "prelabeled", version: "v1" },
    { claim: "c2", sample: "2", outcome: "declined", version: null },
  ],
  versions: [prelabel, { sample: "3", version: "v3", action: "write", attributes: "{}" }],
  labels: [
    { sample: "1", version: "v1", status: "PRELABELED" },
    { sample: "3", version: "v3", status: "LABELED" },
  ],
  held: [],
  requested: [],
}

const [first, second] = sound.predictions

const ways: ReadonlyArray<readonly [sentence: string, changed: Partial<StoredPredictions>]> = [
  ["the answer to c2 of 2 is lost", { predictions: first === undefined ? [] : [first] }],
  ["s2 has no answer", { predictions: first === undefined ? [] : [first] }],
  [
    "s2 has 2 answers",
    { predictions: [...sound.predictions, { claim: "c9", sample: "2", outcome: "declined", version: null }] },
  ],
  ["s1 has 2 versions of 1 answers", { versions: [...sound.versions, prelabel] }],
  ["a version of s1 is of no answer", { versions: [{ ...prelabel, version: "v9" }] }],
  ["s1 has the label of another sample", { versions: [{ ...prelabel, attributes: '{"token":"s2"}' }] }],
  [
    "s3 is PRELABELED, and a person has labeled it",
    { labels: [...sound.labels.slice(0, 1), { sample: "3", version: "v3", status: "PRELABELED" }] },
  ],
  ["s1 is undefined, and a model has labeled it", { labels: sound.labels.slice(1) }],
  ["somebody still has 1", { held: ["1"] }],
  ["1 still waits for models", { requested: ["1"] }],
]

describe("the check of the answers of models", () => {
  it("finds nothing where nothing is wrong", () => {
    assert.isDefined(second)
    assert.deepStrictEqual(checkPredictions(told, sound), [])
  })

  it.each(ways)("finds: %s", (sentence, changed) => {
    assert.include(checkPredictions(told, { ...sound, ...changed }), sentence)
  })
})
