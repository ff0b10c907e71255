/** The view of an archive on Postgres is one transaction: whatever ends it ends the view. */
import { StorageFailure } from "@annotary/core/effect"
import { Database } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { openArchiveView } from "../src/snapshot/archiveView.ts"
import { storageAndRows } from "./withRows.ts"

const conflict = "DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$"

describe("the view of an archive on Postgres", () => {
  it.scopedLive("fails after a conflict, because a retry would see another state", () =>
    Effect.gen(function* () {
      const run = yield* openArchiveView(yield* Database)
      assert.deepStrictEqual(yield* run({ text: "SELECT 1 AS n", params: [] }), [{ n: 1 }])
      for (const text of [conflict, "SELECT 1 AS n"]) {
        const exit = yield* Effect.exit(Effect.timeout(run({ text, params: [] }), "5 seconds"))
        const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
        assert.instanceOf(defect, StorageFailure, text)
        assert.isTrue(defect.transient)
      }
    }).pipe(Effect.provide(storageAndRows)),
  )
})
