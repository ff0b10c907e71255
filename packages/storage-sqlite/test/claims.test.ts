/** One person's claims at once: what is theirs already comes first, also for the short way of a plain claim. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  ClaimId,
  ClaimStore,
  generateIds,
  type QueueName,
  Transaction,
  Username,
} from "@annotary/core/effect"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer, sqliteClient } from "../src/effect.ts"
import { claimStatements } from "./claimStatements.ts"
import { addSamples, makeDataset } from "./fixtures.ts"

const ann = Username.make("ann")

/** The ports and the client beneath them. */
const opened = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-claims-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    ),
    (folder) => {
      const filename = join(folder, "annotary.db")
      return Layer.provideMerge(sqliteClient({ filename }), layer({ filename }))
    },
  ),
)

/** Twenty claims of one person that all wait for the connection, and then take turns on it. */
const crowd = (queue: QueueName) =>
  Effect.gen(function* () {
    const { dataset } = yield* makeDataset
    yield* addSamples(dataset, "sample-", 30)
    const claims = yield* ClaimStore
    const transaction = yield* Transaction
    const claim = Effect.gen(function* () {
      const request = { datasetId: dataset.id, user: ann, queue, count: 1, leaseSeconds: 900 }
      return yield* claims.claim({ ...request, ids: yield* generateIds(ClaimId, 1) })
    })
    const twenty = Effect.all(
      Array.from({ length: 20 }, () => claim),
      { concurrency: "unbounded" },
    )
    const [, given] = yield* Effect.all([transaction.run(Effect.sleep("20 millis")), twenty], {
      concurrency: 2,
    })
    return { given, open: yield* claims.countOpen(dataset.id, ann, queue) }
  }).pipe(Effect.provide(layer({ filename: ":memory:" })))

describe("the lease of the next sample", () => {
  it.scopedLive("gives none to who holds one, also by another process", () =>
    Effect.gen(function* () {
      const { dataset } = yield* makeDataset
      yield* addSamples(dataset, "sample-", 3)
      const sql = yield* SqlClient.SqlClient
      const lease = Effect.gen(function* () {
        const ids = yield* generateIds(ClaimId, 1)
        const request = { datasetId: dataset.id, user: ann, count: 1, leaseSeconds: 900, ids }
        const [statement] = claimStatements(request).filter(({ name }) => name.endsWith("next to label"))
        if (statement === undefined) return assert.fail("the statement")
        return yield* sql.unsafe(statement.query.text, statement.query.params)
      })
      assert.lengthOf(yield* lease, 1)
      assert.lengthOf(yield* lease, 0)
    }).pipe(Effect.provide(opened)),
  )
})

describe("one person who claims twenty times at once", () => {
  it.live("is given one sample", () =>
    Effect.gen(function* () {
      const { given, open } = yield* crowd("labeling")
      assert.deepStrictEqual(
        given.map((each) => each.length),
        given.map(() => 1),
      )
      assert.strictEqual(new Set(given.flat().map(({ id }) => id)).size, 1)
      assert.strictEqual(open, 1)
    }),
  )

  it.live("is given nothing where nothing waits", () =>
    Effect.gen(function* () {
      const { given } = yield* crowd("reviewing")
      assert.lengthOf(given.flat(), 0)
    }),
  )
})
