import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { ClaimId, generateId, VersionId } from "../../src/domain/Ids.ts"
import { Username } from "../../src/domain/Names.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { Placement } from "../../src/placement/Placement.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { Work } from "../../src/queue/Work.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { as, claimed, engine, labeled, nextClaim, refusal, samplesNamed, streets, world } from "./world.ts"

const unknown = ClaimId.make("01900000-0000-7000-8000-000000000000")
const names = (rows: ReadonlyArray<{ readonly sample: { readonly name: string } }>) =>
  rows.map(({ sample }) => sample.name)

describe("claiming", () => {
  it.effect("gives the oldest of the most urgent samples, and the same one again until it is done", () =>
    Effect.gen(function* () {
      yield* world()
      const [a, b, c] = yield* samplesNamed("a", "b", "c")
      if (a === undefined || b === undefined || c === undefined) return assert.fail("three samples")
      yield* (yield* Samples).update(c, { priority: 1 })
      const [first] = yield* claimed("lab", "labeling")
      assert.strictEqual(first?.sample.name, "c")
      assert.strictEqual(first?.claim.step, 4)
      assert.isNull(first?.label)
      assert.strictEqual(first?.dataset, "ann/streets")
      yield* TestClock.adjust("60 seconds")
      const [again] = yield* claimed("lab", "labeling")
      assert.strictEqual(again?.claim.id, first?.claim.id)
      assert.notStrictEqual(again?.claim.expiresAt, first?.claim.expiresAt)
      assert.deepStrictEqual(names(yield* claimed("lab2", "labeling", { count: 10 })), ["a", "b"])
      assert.deepStrictEqual(names(yield* claimed("rev", "labeling", { count: 10 })), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("answers nothing when nothing waits, and refuses those who may not", () =>
    Effect.gen(function* () {
      yield* world()
      assert.lengthOf(yield* claimed("lab", "labeling"), 0)
      assert.strictEqual(yield* refusal(claimed("lab", "reviewing")), "PermissionDenied permission_denied")
      assert.strictEqual(yield* refusal(claimed("eve", "labeling")), "NotFound dataset_not_found")
      for (const request of [
        { count: 0 },
        { count: 1001 },
        { count: 1.5 },
        { leaseSeconds: 29 },
        { leaseSeconds: 86_401 },
      ]) {
        assert.strictEqual(yield* refusal(claimed("lab", "labeling", request)), "InvalidInput invalid")
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect("gives up to the limit of open claims, one's own first", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b", "c", "d")
      assert.lengthOf(yield* claimed("lab", "labeling", { count: 2 }), 2)
      assert.lengthOf(yield* claimed("lab", "labeling", { count: 4 }), 3)
      assert.lengthOf(yield* claimed("lab2", "labeling", { count: 1000 }), 1)
      assert.lengthOf(yield* claimed("lab", "labeling", { count: 1000 }), 3)
    }).pipe(Effect.provide(engine({ maxOpenClaims: 3 }))),
  )

  it.effect("gives a sample to one of twenty at once", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b", "c")
      const people = ["lab", "lab2", "rev", "rev2", "man", "adm", "ann"]
      const rows = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, i) => people[i % people.length] ?? "lab"),
        (name) => claimed(name, "labeling"),
        { concurrency: "unbounded" },
      )
      const claims = new Map(rows.flat().map(({ claim }) => [claim.id, claim.sampleId]))
      assert.strictEqual(claims.size, 3)
      assert.strictEqual(new Set(claims.values()).size, 3)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("comes back to others when a lease ends", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("901 seconds")
      const [row] = yield* claimed("lab2", "labeling")
      assert.strictEqual(row?.sample.id, claim.sampleId)
      const work = yield* Work
      assert.strictEqual(yield* refusal(as("lab")(work.perform(claim.id, "submit"))), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(as("lab")((yield* Queue).renew(claim.id))), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )
})

describe("a claim that is no more", () => {
  const asked = (name: string, id: ClaimId) =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const work = yield* Work
      return [
        yield* refusal(as(name)(queue.renew(id))),
        yield* refusal(as(name)(work.perform(id, "submit"))),
        yield* refusal(as(name)(work.perform(id, "save"))),
      ]
    })
  const stale = Array.from({ length: 3 }, () => "Conflict stale_claim")
  const notFound = Array.from({ length: 3 }, () => "NotFound claim_not_found")
  const takenBack = (name: string, id: ClaimId) =>
    as(name)(Effect.flatMap(Queue, (queue) => Effect.merge(queue.giveBack(id))))

  it.effect("and never was, is not found", () =>
    Effect.gen(function* () {
      yield* world()
      assert.deepStrictEqual(yield* asked("lab", unknown), notFound)
      const error = yield* takenBack("lab", unknown)
      assert.strictEqual(error?.message, "Claim not found.")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is known to those who may see the dataset, and not found by others, however it ended", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b", "c", "d", "e")
      const claims = (yield* claimed("lab", "labeling", { count: 4 })).map(({ claim }) => claim)
      const [given, written, deleted, expired] = claims
      if (given === undefined || written === undefined || deleted === undefined || expired === undefined)
        return assert.fail("four claims")
      yield* as("lab")((yield* Queue).giveBack(given.id))
      yield* labeled(written.sampleId, "PRELABELED")
      yield* (yield* Samples).remove(deleted.sampleId)
      const check = Effect.gen(function* () {
        for (const { id } of claims) {
          assert.deepStrictEqual(yield* asked("lab", id), stale)
          assert.deepStrictEqual(yield* asked("man", id), stale)
          assert.deepStrictEqual(yield* asked("eve", id), notFound)
          assert.isUndefined(yield* takenBack("lab", id))
          assert.strictEqual((yield* takenBack("eve", id))?.message, "Claim not found.")
        }
      })
      yield* TestClock.adjust("901 seconds")
      yield* check
      yield* (yield* ClaimStore).expire(null, 100)
      yield* check
      assert.lengthOf(yield* claimed("lab2", "labeling", { count: 9 }), 4)
      yield* check
    }).pipe(Effect.provide(engine())),
  )
})

describe("a claim", () => {
  it.effect("is renewed by its holder alone", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      const queue = yield* Queue
      const claim = yield* nextClaim("lab", "labeling")
      const renewed = yield* as("lab")(queue.renew(claim.id, 3600))
      assert.isAbove(Date.parse(renewed.expiresAt), Date.parse(claim.expiresAt))
      assert.strictEqual(yield* refusal(as("lab2")(queue.renew(claim.id))), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(as("man")(queue.renew(claim.id))), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(as("eve")(queue.renew(claim.id))), "NotFound claim_not_found")
      yield* as("lab")((yield* Work).perform(claim.id, "submit"))
      assert.strictEqual(yield* refusal(as("lab")(queue.renew(claim.id))), "Conflict claim_ended")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is given back by its holder or a manager, as often as they like", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      const queue = yield* Queue
      const claim = yield* nextClaim("lab", "labeling")
      assert.strictEqual(
        yield* refusal(as("lab2")(queue.giveBack(claim.id))),
        "PermissionDenied permission_denied",
      )
      assert.strictEqual(yield* refusal(as("eve")(queue.giveBack(claim.id))), "NotFound claim_not_found")
      yield* as("lab")(queue.giveBack(claim.id))
      yield* as("lab")(queue.giveBack(claim.id))
      const other = yield* nextClaim("lab2", "labeling")
      assert.notStrictEqual(other.id, claim.id)
      yield* as("man")(queue.giveBack(other.id))
      assert.lengthOf(yield* claimed("rev", "labeling"), 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("shows in the lists of its holder and of managers", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a", "b")
      const queue = yield* Queue
      const mine = yield* nextClaim("lab", "labeling")
      const theirs = yield* nextClaim("lab2", "labeling")
      const ids = (name: string, list: "mine" | "all") =>
        (list === "mine" ? queue.mine() : queue.ofDataset(streets)).pipe(
          Effect.flatMap(Stream.runCollect),
          Effect.map((rows) => Chunk.toReadonlyArray(rows).map(({ claim }) => claim.id)),
          as(name),
        )
      assert.deepStrictEqual(yield* ids("lab", "mine"), [mine.id])
      assert.deepStrictEqual(yield* ids("lab", "all"), [mine.id])
      assert.deepStrictEqual(yield* ids("man", "all"), [mine.id, theirs.id])
      assert.deepStrictEqual(yield* ids("man", "mine"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("ends when its sample is deleted", () =>
    Effect.gen(function* () {
      yield* world()
      yield* samplesNamed("a")
      const claim = yield* nextClaim("lab", "labeling")
      yield* (yield* Samples).remove(claim.sampleId)
      assert.strictEqual(
        yield* refusal(as("lab")((yield* Work).perform(claim.id, "submit"))),
        "Conflict stale_claim",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("ends when its holder may not work in that queue any longer, and the work is everybody's", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ enableSaveButton: true })
      yield* samplesNamed("a", "b")
      const work = yield* Work
      const datasets = yield* DatasetStore
      const placement = yield* Placement
      const rev = Username.make("rev")
      const labeling = yield* nextClaim("rev", "labeling")
      yield* labeled(labeling.sampleId, "PRELABELED")
      const kept = yield* nextClaim("rev", "labeling")
      yield* as("rev")(work.perform(kept.id, "save"))
      const [other] = (yield* claimed("lab", "labeling")).map(({ claim }) => claim.sampleId)
      if (other === undefined) return assert.fail("the other sample")
      yield* labeled(other, "LABELED")
      const reviewing = yield* nextClaim("rev", "reviewing")

      yield* datasets.setCollaborator(dataset.id, rev, "labeler")
      yield* placement.refreshUser(dataset.id, rev)
      assert.strictEqual(
        yield* refusal(as("rev")(work.perform(reviewing.id, "accept"))),
        "Conflict stale_claim",
      )
      yield* as("rev")(work.perform(kept.id, "save", { score: 1 }))

      yield* datasets.removeCollaborator(dataset.id, rev)
      yield* placement.refreshUser(dataset.id, rev)
      assert.strictEqual(
        yield* refusal(as("rev")(work.perform(kept.id, "submit"))),
        "NotFound claim_not_found",
      )
      const [row] = yield* claimed("lab2", "labeling")
      assert.strictEqual(row?.sample.id, kept.sampleId)
      assert.strictEqual(row?.claim.step, 4)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("ends when the dataset takes no work any more", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* samplesNamed("a")
      const claim = yield* nextClaim("lab", "labeling")
      const datasets = yield* DatasetStore
      const found = yield* datasets.access({ _tag: "Id", id: dataset.id }, null)
      const stored = found._tag === "Some" ? found.value.dataset : dataset
      yield* datasets.update(
        { ...stored, archived: true, version: yield* generateId(VersionId) },
        stored.version,
      )
      const work = yield* Work
      assert.strictEqual(
        yield* refusal(as("lab")(work.perform(claim.id, "submit"))),
        "Conflict dataset_archived",
      )
      assert.strictEqual(yield* refusal(claimed("lab", "labeling")), "Conflict dataset_archived")
      yield* (yield* Placement).endAll(dataset)
      assert.strictEqual(yield* refusal(as("lab")(work.perform(claim.id, "submit"))), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )
})
