import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { driverPath } from "../src/driver.ts"
import { layer } from "../src/effect.ts"
import { Driver } from "./Driver.ts"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

describe("the driver", () => {
  it("is better-sqlite3 13 on Node.js 22.15 and newer, otherwise 12", () => {
    const { version } = createRequire(driverPath())("better-sqlite3/package.json")
    assert.match(version, major > 22 || (major === 22 && minor >= 15) ? /^13\./ : /^12\./)
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
      assert.include(texts.join("\n"), "PRAGMA foreign_keys")
    }).pipe(Effect.scoped),
  )
})
