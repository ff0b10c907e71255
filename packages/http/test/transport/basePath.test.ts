import { assert, describe, it } from "vitest"
import { normalizeBasePath, stripBase } from "../../src/transport/address/target.ts"

describe("a base path", () => {
  it("is the same with and without its slashes", () => {
    assert.deepStrictEqual([undefined, "", "/", "//"].map(normalizeBasePath), ["", "", "", ""])
    assert.deepStrictEqual(["a/b", "/a/b", "/a/b/"].map(normalizeBasePath), ["/a/b", "/a/b", "/a/b"])
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
    for (const [target, expected] of cases) assert.strictEqual(stripBase("/api", target), expected, target)
  })
})
