/** Which texts get a name. */
import { assert, describe, it } from "@effect/vitest"
import { makeStatementNames } from "../src/connection/preparedNames.ts"

/** Answers a text's name after so many uses. */
const usedOften = () => {
  const nameOf = makeStatementNames()
  return (text: string, times = 4) => {
    for (let i = 1; i < times; i++) nameOf(text)
    return nameOf(text)
  }
}

const list = (length: number) => Array.from({ length }, (_, i) => `$${i + 1}`).join(", ")
const rows = (length: number) => Array.from({ length }, (_, i) => `($${2 * i + 1},$${2 * i + 2})`).join(",")

describe("a statement that is used often", () => {
  it("has a name from its fourth use on, made of its text", () => {
    const used = usedOften()
    assert.isUndefined(used("SELECT 1 WHERE $1 = 2", 3))
    assert.match(used("SELECT 1 WHERE $1 = 2", 1) ?? "", /^annotary_[0-9a-f]{32}$/)
    assert.notStrictEqual(used("SELECT 1 WHERE $1 = 2"), used("SELECT 1 WHERE $1 = 3"))
  })

  it("leaves names for others when it is one of many that differ in the lengths of lists", () => {
    const used = usedOften()
    const names = Array.from({ length: 500 }, (_, i) => [
      used(`SELECT a FROM t WHERE id IN (${list(i + 2)}) AND b = $${i + 3}`),
      used(`INSERT INTO t (a, b) VALUES ${rows(i + 2)} RETURNING a`),
    ])
    assert.isAtMost(names.flat().filter((name) => name !== undefined).length, 10)
    assert.isDefined(used("SELECT a FROM t WHERE id = $1 AND later = $2"))
  })

  it("leaves names for others when it is one of many that differ in an id", () => {
    const used = usedOften()
    const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
    const names = Array.from({ length: 500 }, (_, n) =>
      used(`SELECT a FROM t WHERE b = '${id(n)}' AND c = $1`),
    )
    assert.isAtMost(names.filter((name) => name !== undefined).length, 5)
    assert.isDefined(used("SELECT a FROM t WHERE b = 'OPEN'"))
  })
})
