/** The reasons of jobs that the storage or the system made fail. */
import { Cause, Effect } from "effect"
import { assert, it } from "vitest"
import { describeStorageFailure, describeUnexpected } from "../../src/jobs/describeFailure.ts"
import { StorageFailure } from "../../src/storage/StorageFailure.ts"

const full = Object.assign(new Error("ENOSPC: no space left on device, write '/srv/secret'"), {
  code: "ENOSPC",
})
const fail = (operation: string, cause: unknown) => new StorageFailure({ operation, transient: true, cause })

it.each([
  [fail("BlobStore.put", full), "The store of files cannot be used: no space is left (BlobStore.put)."],
  [
    fail(
      "SampleStore.insert",
      new Error("batch", { cause: Object.assign(new Error("full"), { code: "SQLITE_FULL" }) }),
    ),
    "The database cannot be used: no space is left (SampleStore.insert).",
  ],
  [
    fail("LabelStore.write", Object.assign(new Error("could not extend file"), { code: "53100" })),
    "The database cannot be used: no space is left (LabelStore.write).",
  ],
  [full, "The server could not read or write a file: no space is left."],
  [
    fail("SampleStore.insert", new Error("/srv/secret")),
    "An unexpected failure; the log of the server says more.",
  ],
  [new TypeError("x is undefined"), "An unexpected failure; the log of the server says more."],
] as const)("names what has no space left, and no file of the server (%#)", (defect, reason) => {
  assert.strictEqual(describeUnexpected(Cause.die(defect)), reason)
  assert.strictEqual(describeUnexpected(Cause.parallel(Cause.empty, Cause.die(defect))), reason)
})

it("finds a failure of the storage in what a fiber rejects with, and names no file of the server", async () => {
  const failure = fail("BlobStore.put", full)
  const rejection: unknown = await Effect.runPromise(Effect.die(failure)).catch((error: unknown) => error)
  const reason = "The store of files cannot be used: no space is left (BlobStore.put)."
  assert.deepStrictEqual(
    [describeStorageFailure(rejection), describeStorageFailure(failure)],
    [reason, reason],
  )
  assert.notInclude(describeStorageFailure(fail("SampleStore.insert", new Error("/srv/secret"))), "secret")
  assert.isUndefined(describeStorageFailure(full))
})
