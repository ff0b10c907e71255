/** Telling errors apart without Effect. */
import * as core from "@annotary/core"
import { createEngine, isAnnotaryError } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "vitest"
import { errorList } from "../../src/domain/errorList.ts"
import * as domain from "../../src/domain/errors.ts"
import * as webhooks from "../../src/domain/webhooks/errors.ts"

describe("isAnnotaryError", () => {
  it("knows every class of error that the engine exports", () => {
    const classes = Object.entries({
      ...domain,
      ...webhooks,
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

describe("the list of errors", () => {
  const examples = Object.entries(errorList).flatMap(([name, entry]) =>
    entry.examples().map((error) => ({ name, kind: entry.kind, error })),
  )

  it("has each class under its name, and each code once a class", () => {
    const names = new Map<string, string>()
    for (const { error, name } of examples) {
      assert.strictEqual(error._tag, name)
      assert.strictEqual(names.get(error.code) ?? name, name, error.code)
      names.set(error.code, name)
    }
    assert.isAbove(names.size, 50)
  })

  it("has a stable code and a sentence for each", () => {
    for (const { error } of examples) {
      assert.match(error.code, /^[a-z][a-z0-9_]*$/)
      assert.match(error.message, /^[A-Z/].*[.]$/)
    }
  })

  it("names neither a path of the REST API nor a command", () => {
    for (const { error } of examples)
      assert.notMatch(
        error.message,
        /\b(GET|POST|PUT|PATCH|DELETE)\b|annotary |If-Match|Idempotency-Key|[a-z]\/$/,
      )
  })
})
