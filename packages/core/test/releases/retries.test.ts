/** Failed jobs of all datasets: who sees them, and which run again. */
import {
  generateId,
  JobId,
  JobRetries,
  JobStore,
  JobWorker,
  layerJobHandlers,
  PendingReleases,
  Releases,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")
const layer = () => Layer.provideMerge(Layer.provide(JobWorker.Default, layerJobHandlers), world())

/** A release whose job has failed. */
const failedRelease = Effect.gen(function* () {
  yield* people("ann")
  yield* datasetOf("ann")
  const releases = yield* Releases
  const store = yield* JobStore
  yield* as("ann")(releases.create(annCats, { name: "v1" }))
  const leased = Option.getOrThrow(yield* store.lease({ kinds: ["release"], leaseSeconds: 60, token: "t" }))
  yield* store.finish(leased, { status: "FAILED", error: "no space" })
  yield* (yield* PendingReleases).fail(leased.job, "no space")
  return { id: leased.job.id, releases, retries: yield* JobRetries }
})

describe("a failed job", () => {
  it.live("of a release runs again, and the release succeeds", () =>
    Effect.gen(function* () {
      const { id, releases, retries } = yield* failedRelease
      const [listed] = yield* asSystem(retries.list({ status: "FAILED" }))
      assert.deepInclude(listed, { id, kind: "release", error: "no space" })
      assert.deepInclude(yield* asSystem(retries.retry(id)), { status: "PENDING", attempts: 0, error: null })
      assert.deepInclude(yield* as("ann")(releases.get(annCats, "v1")), {
        status: "PENDING",
        statusInfo: null,
      })
      const again = yield* Effect.flip(asSystem(retries.retry(id)))
      assert.deepInclude(again, { _tag: "Conflict", code: "wrong_state" })
      yield* (yield* JobWorker).step
      assert.deepInclude(yield* as("ann")(releases.get(annCats, "v1")), { status: "SUCCEEDED" })
    }).pipe(Effect.provide(layer())),
  )

  it.live("of a deleted release stays failed", () =>
    Effect.gen(function* () {
      const { id, releases, retries } = yield* failedRelease
      yield* as("ann")(releases.remove(annCats, "v1"))
      assert.deepInclude(yield* Effect.flip(asSystem(retries.retry(id))), { resource: "release" })
      assert.lengthOf(yield* asSystem(retries.list({ status: "FAILED" })), 1)
    }).pipe(Effect.provide(layer())),
  )

  it.live("is a matter of site admins, and not repeated when its caller has heard of the failure", () =>
    Effect.gen(function* () {
      const { id, retries } = yield* failedRelease
      assert.strictEqual((yield* as("ann")(Effect.flip(retries.list())))._tag, "PermissionDenied")
      assert.strictEqual((yield* as("ann")(Effect.flip(retries.retry(id))))._tag, "PermissionDenied")
      const store = yield* JobStore
      const release = Option.getOrThrow(yield* store.byId(id))
      const other = yield* generateId(JobId)
      yield* store.insert({ ...release, id: other, kind: "export" })
      const refused = yield* Effect.flip(asSystem(retries.retry(other)))
      assert.deepInclude(refused, { _tag: "Conflict", code: "not_repeatable" })
      assert.strictEqual(
        (yield* Effect.flip(asSystem(retries.retry(yield* generateId(JobId)))))._tag,
        "NotFound",
      )
    }).pipe(Effect.provide(layer())),
  )
})
