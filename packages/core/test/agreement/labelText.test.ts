/** Members of objects in the text of a label are replaced, and keep their text where nothing changes. */
import { assert, describe, it } from "vitest"
import { setMembers } from "../../src/agreement/merge/labelText.ts"

describe("the members of an object in a label's text", () => {
  it("keep their text where the values are the same JSON", () => {
    const text = `{ "a": 1.0, "b": {"x": 1, "y": 2} }`
    const values = new Map([
      ["a", "1"],
      ["b", `{"y":2,"x":1}`],
    ])
    assert.strictEqual(setMembers(text, values), text)
  })

  it("are replaced where they differ only in digits that JavaScript does not keep", () =>
    assert.strictEqual(
      setMembers(`{"a":9007199254740993}`, new Map([["a", "9007199254740992"]])),
      `{"a":9007199254740992}`,
    ))
})
