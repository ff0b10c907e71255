/** The limits of imports as settings. */
import { defaultLimits } from "@annotary/formats"
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { importLimitNames, limitSettings } from "../src/settings/limitSettings.ts"

const { parse } = limitSettings.importLimits.type

describe("limits of imports", () => {
  it("are those that the formats have", () => {
    assert.deepStrictEqual<unknown>([...importLimitNames].sort(), Object.keys(defaultLimits).sort())
  })

  it("are numbers by their names, and the others keep their defaults", () => {
    assert.deepStrictEqual(parse(""), Either.right({}))
    assert.deepStrictEqual(parse("frames=200000, rows=5"), Either.right({ frames: 200_000, rows: 5 }))
  })

  it.each(["frames", "frames=", "frames=0", "frames=-1", "frames=1e9", "frame=5", "frames=5=6"])(
    "cannot be %s",
    (written) => {
      assert.isTrue(Either.isLeft(parse(written)))
    },
  )
})
