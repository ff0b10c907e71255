import { assert, describe, it } from "vitest"
import { basePathOf, below } from "../../src/transport/address/target.ts"

describe("a base path", () => {
  it("is the same with and without its slashes", () => {
    assert.deepStrictEqual([undefined, "", "/", "//"].map(basePathOf), ["", "", "", ""])
    assert.deepStrictEqual(["a/b", "/a/b", "/a/b/"].map(basePathOf), ["/a/b", "/a/b", "/a/b"])
  })

  it("holds what lies below it, to the last slash, and nothing else", () => {
    const cases: ReadonlyArray<readonly [string, string | undefined]> = [
      ["/api/user/", "/user/"],
      ["/api", "/"],
      ["/api/", "/"],
      ["/api?x=1", "/?x=1"],
      ["/api/a%2Fb?x=/api/", "/a%2Fb?x=/api/"],
      ["http://example.org/api/user/", "/user/"],
      ["/apis/user/", undefined],
      ["/API/user/", undefined],
      ["/user/", undefined],
      ["/x/../api/user/", undefined],
    ]
    for (const [target, expected] of cases) assert.strictEqual(below("/api", target), expected, target)
  })
})
