import { Effect, Layer } from "effect"
import { assert, it } from "vitest"
import { BlobStore } from "../../src/effect.ts"
import { memory } from "../../src/memory.ts"

it("keeps files in the store that the application passes", () => {
  const stored = BlobStore.of(new Proxy({} as typeof BlobStore.Service, { get: (_target, name) => name }))
  const store = Effect.runSync(Effect.provide(BlobStore, memory({ blobs: Layer.succeed(BlobStore, stored) })))
  assert.strictEqual(store, stored)
})
