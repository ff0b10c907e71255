/** Texts of JSON are compared by their values. */
import { assert, describe, it } from "vitest"
import { isEqualJson } from "../../src/domain/equalJson.ts"

describe("two texts of JSON", () => {
  it.each([
    [`{"a":1,"b":[1,null]}`, `{ "b": [1.0, null], "a": 1e0 }`],
    [`{"a":"\\u0041 \\" 1.0"}`, `{"a":"A \\u0022 1.0"}`],
    [`{"a":12345678901234567890}`, `{ "a" : 12345678901234567890 }`],
  ])("are equal: %s and %s", (a, b) => assert.isTrue(isEqualJson(a, b)))

  it.each([
    [`{"a":1}`, `{"a":2}`],
    [`{"a":1}`, `{"a":"1"}`],
    [`{"a":1}`, `{"b":1}`],
    [`{"a":1}`, `{"a":1,"b":1}`],
    [`{"a":null}`, `{"a":{}}`],
    [`{"a":[]}`, `{"a":{}}`],
    [`{"a":[1,2]}`, `{"a":[2,1]}`],
    [`{"a":9007199254740993}`, `{"a":9007199254740992}`],
    [`{"a":9007199254740993}`, `{"a":"9007199254740993"}`],
    [`{"a":1e400}`, `{"a":1e500}`],
    [`{"a":"1.0"}`, `{"a":"1"}`],
  ])("differ: %s and %s", (a, b) => assert.isFalse(isEqualJson(a, b)))
})
