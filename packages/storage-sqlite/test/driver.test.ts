import * as nodeModule from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findUnsafeRuntime, isOfOtherRuntime, resolveDriver } from "../src/driver.ts"
import { layer } from "../src/effect.ts"
import { Driver } from "./Driver.ts"

describe("the driver", () => {
  it("is better-sqlite3 13 where Node.js can redirect imports, otherwise 12", () => {
    const { version } = nodeModule.createRequire(resolveDriver())("better-sqlite3/package.json")
    assert.match(version, "registerHooks" in nodeModule ? /^13\./ : /^12\./)
  })

  it.effect("is what the storage runs on", () =>
    Effect.gen(function* () {
      const prepare = Driver.prototype.prepare
      const texts: Array<string> = []
      yield* Effect.addFinalizer(() => Effect.sync(() => (Driver.prototype.prepare = prepare)))
      Driver.prototype.prepare = function (this: InstanceType<typeof Driver>, text: string) {
        texts.push(text)
        return prepare.call(this, text)
      } as typeof prepare
      yield* Effect.void.pipe(Effect.provide(layer({ filename: ":memory:" })))
      assert.include(texts.join("\n"), "CREATE TABLE")
    }).pipe(Effect.scoped),
  )
})

describe("version 12 of the driver", () => {
  const versions = (others: object) => ({ ...process.versions, ...others })

  it("is used on Node.js before 24 alone", () => {
    for (const [node, unsafe] of [
      ["20.19.0", undefined],
      ["22.14.0", undefined],
      ["24.0.0", "Node.js 24.0.0"],
      ["26.1.2", "Node.js 26.1.2"],
    ])
      assert.strictEqual(findUnsafeRuntime(versions({ node, bun: undefined, deno: undefined })), unsafe)
  })

  it("is not used on Bun and Deno, whatever version of Node.js they report", () => {
    assert.strictEqual(findUnsafeRuntime(versions({ bun: "1.4.4" })), "Bun 1.4.4")
    assert.strictEqual(findUnsafeRuntime(versions({ deno: "2.9.6" })), "Deno 2.9.6")
  })
})

describe("a native module that another version of Node.js installed", () => {
  const make = (message: string) => Object.assign(new Error(message), { code: "ERR_DLOPEN_FAILED" })

  it("is told from a library that is missing", () => {
    const text = "The module was compiled against a different Node.js version using NODE_MODULE_VERSION 115."
    assert.isTrue(isOfOtherRuntime(make(text)))
    assert.isFalse(isOfOtherRuntime(make("libstdc++.so.6: cannot open shared object file")))
    assert.isFalse(isOfOtherRuntime(new Error(text)))
  })
})
