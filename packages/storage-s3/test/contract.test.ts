/** The contract of the port, on a real S3 server: every test under a separate prefix of the bucket. */
import { randomUUID } from "node:crypto"
import { layerMemory } from "@annotary/core/memory"
import { suites } from "@annotary/storage-contract"
import { makeBucket, type TestBucket } from "@annotary/test-support/s3"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/effect.ts"

let bucket: TestBucket
beforeAll(async () => {
  bucket = await makeBucket()
})
afterAll(() => bucket.remove())

/** The port's tests need a whole storage; the rest of it is in memory. */
const fresh = () => Layer.merge(layerMemory, layer({ ...bucket.options, prefix: randomUUID() }))

describe("storage-s3", () => {
  const tests = suites
    .filter(({ port }) => port === "BlobStore")
    .flatMap((suite) => Object.entries(suite.tests))

  it("is held against the contract of the port", () => {
    assert.isAbove(tests.length, 0)
  })

  for (const [sentence, test] of tests) {
    it.scopedLive(sentence, () => Effect.suspend(() => Effect.provide(test, fresh())))
  }
})
