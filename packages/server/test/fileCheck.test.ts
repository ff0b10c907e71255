import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runQuickCheck } from "@annotary/storage-sqlite/effect"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Queue, TestClock } from "effect"
import { type FileCheck, runFileCheck } from "../src/databases/fileCheck.ts"
import { checkDaily } from "../src/serve/readiness.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-check-"))
afterAll(() => rmSync(folder, { recursive: true }))

describe("the check of a database file", () => {
  it.live("tells damage from a file that it cannot open", () =>
    Effect.gen(function* () {
      const garbage = join(folder, "garbage.db")
      writeFileSync(garbage, "no database at all, but long enough to be read as one. ".repeat(50))
      assert.strictEqual((yield* runFileCheck(runQuickCheck(garbage)))._tag, "Damaged")
      assert.strictEqual((yield* runFileCheck(runQuickCheck(folder)))._tag, "Unchecked")
    }),
  )

  it.scoped("keeps what was found until another check has run to its end", () =>
    Effect.gen(function* () {
      const answers = yield* Queue.unbounded<FileCheck>()
      const sound = yield* checkDaily(Queue.take(answers))
      const next = (answer: FileCheck) =>
        Effect.gen(function* () {
          yield* Queue.offer(answers, answer)
          yield* TestClock.adjust("24 hours")
          return sound()
        })
      assert.isTrue(sound())
      assert.isTrue(yield* next({ _tag: "Unchecked", reason: "disk I/O error" }))
      assert.isFalse(yield* next({ _tag: "Damaged", problems: ["a page is missing"] }))
      assert.isFalse(yield* next({ _tag: "Unchecked", reason: "disk I/O error" }))
      assert.isTrue(yield* next({ _tag: "Sound" }))
    }),
  )
})
