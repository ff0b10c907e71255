import * as nodeModule from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { driverPath } from "../src/driver.ts"
import { layer } from "../src/effect.ts"
import { Driver } from "./Driver.ts"

describe("the driver", () => {
  it("is better-sqlite3 13 where Node.js can redirect imports, otherwise 12", () => {
    const { version } = nodeModule.createRequire(driverPath())("better-sqlite3/package.json")
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
