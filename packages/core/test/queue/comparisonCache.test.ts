import { assert, describe, it } from "@effect/vitest"
import { DatasetId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { runToEnd } from "../../src/domain/runToEnd.ts"
import type { ComparisonRequest, ComparisonResult } from "../../src/queue/overlap/compareLargeLabels.ts"
import { computeRequestKeyInSteps, makeComparisonCache } from "../../src/queue/overlap/makeComparisonCache.ts"

const makeRequest = (...texts: ReadonlyArray<string | null>): ComparisonRequest => ({
  dataset: {
    id: DatasetId.make("00000000-0000-4000-8000-000000000001"),
    owner: Username.make("ann"),
    taskType: "segmentation-bitmap",
    taskAttributes: castToJsonText("{}"),
    settings: { overlapMatchThreshold: 0.5, overlapQuorum: null },
  },
  labels: texts.map((text, index) => ({
    person: "ABC"[index] ?? "",
    attributes: text === null ? null : castToJsonText(text),
  })),
  compares: false,
  mergesFrom: 0,
})

const computeKey = (request: ComparisonRequest) => runToEnd(computeRequestKeyInSteps(request))

const makeResult = (length: number): ComparisonResult => ({
  agreement: null,
  merge: {
    refusal: null,
    base: "A",
    objects: [],
    omitted: [],
    attributes: castToJsonText("x".repeat(length)),
  },
})

describe("the cache of comparisons", () => {
  it("tells requests apart by owner, dataset, settings of the merge and every character of their texts", () => {
    const request = makeRequest("ab", "c")
    const { dataset } = request
    const astral = (character: string) => `${"x".repeat(65_535)}${character}`
    const others = [
      makeRequest("a", "bc"),
      makeRequest("ab", null, "c"),
      makeRequest(null, "abc"),
      { ...request, dataset: { ...dataset, owner: Username.make("eve") } },
      {
        ...request,
        dataset: { ...dataset, id: DatasetId.make("00000000-0000-4000-8000-000000000002") },
      },
      { ...request, dataset: { ...dataset, settings: { ...dataset.settings, overlapQuorum: 1 } } },
      { ...request, dataset: { ...dataset, settings: { ...dataset.settings, overlapMatchThreshold: 0.4 } } },
      // The halves of these characters lie in two steps.
      makeRequest(astral("\u{1f600}")),
      makeRequest(astral("\u{1f601}")),
    ]
    assert.strictEqual(new Set([request, ...others].map(computeKey)).size, others.length + 1)
    assert.strictEqual(computeKey(request), computeKey(makeRequest("ab", "c")))
  })

  it("keeps results until they expire, and no more than its characters", () => {
    const cache = makeComparisonCache(1000, 3_000_000)
    const request = makeRequest("a")
    cache.keep("first", request, makeResult(1_000_000), 0)
    cache.keep("second", request, makeResult(1_000_000), 10)
    assert.isNotNull(cache.find("first", request, 20))
    assert.isNotNull(cache.find("second", request, 20))
    cache.keep("third", request, makeResult(1_000_000), 30)
    assert.isNull(cache.find("first", request, 40))
    assert.isAtMost(cache.getCharacters(), 3_000_000)
    cache.keep("large", request, makeResult(4_000_000), 50)
    assert.isNull(cache.find("large", request, 60))
    assert.isNotNull(cache.find("third", request, 1029))
    assert.isNull(cache.find("third", request, 1030))
    assert.strictEqual(cache.getCharacters(), 0)
  })

  it("keeps refusals that would be the same again", () => {
    const cache = makeComparisonCache(1000, 3_000_000)
    const request = makeRequest("a")
    for (const refusal of ["large", "segmented", "structure", "unavailable"] as const)
      cache.keep(refusal, request, { agreement: null, merge: { refusal } }, 0)
    assert.isNotNull(cache.find("large", request, 1))
    assert.isNotNull(cache.find("structure", request, 1))
    assert.isNull(cache.find("segmented", request, 1))
    assert.isNull(cache.find("unavailable", request, 1))
  })

  it("answers no request that needs more than was computed", () => {
    const cache = makeComparisonCache(1000, 3_000_000)
    const request = makeRequest("a")
    cache.keep("key", request, makeResult(1), 0)
    assert.isNull(cache.find("key", { ...request, compares: true }, 1))
    cache.keep("key", { ...request, compares: true, mergesFrom: null }, { agreement: null, merge: null }, 1)
    assert.isNull(cache.find("key", request, 2))
    assert.isNotNull(cache.find("key", { ...request, compares: true, mergesFrom: null }, 2))
  })
})
