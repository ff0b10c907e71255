/** Telling errors apart without Effect. */
import * as core from "@annotary/core"
import { createEngine, isAnnotaryError } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "vitest"
import * as domain from "../../src/domain/errors.ts"

describe("isAnnotaryError", () => {
  it("knows every class of error that the engine exports", () => {
    const classes = Object.entries({
      ...domain,
      EngineMisused: core.EngineMisused,
      StorageFailure: core.StorageFailure,
    })
      .filter(([, value]) => typeof value === "function" && value.prototype instanceof Error)
      .map(([name, value]) => [name, Object.create((value as { prototype: object }).prototype)] as const)
    assert.isAbove(classes.length, 10)
    for (const [name, error] of classes) assert.isTrue(isAnnotaryError(error), name)
  })

  it("tells one class from the others, and types its fields", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    await engine.users.create({ username: "ann" })
    const error: unknown = await engine.users.create({ username: "ANN" }).catch((reason: unknown) => reason)
    assert.isTrue(isAnnotaryError(error))
    assert.isFalse(isAnnotaryError(error, "Conflict"))
    if (!isAnnotaryError(error, "AlreadyExists")) throw error
    assert.strictEqual(error.resource satisfies string, "user")
  })

  it("does not take others' errors for ours", () => {
    for (const other of [new Error("no"), { _tag: "NotFound" }, null, undefined, "Conflict"])
      assert.isFalse(isAnnotaryError(other))
  })
})
