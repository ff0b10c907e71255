import { randomBytes } from "node:crypto"
import { makeSeals } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"

const key = () => new Uint8Array(randomBytes(32))
const reasonOf = (opened: ReturnType<ReturnType<typeof makeSeals>["open"]>) =>
  Either.match(opened, { onLeft: ({ reason }) => reason, onRight: (text) => `opened ${text}` })

describe("sealed secrets", () => {
  it("open to what they were, and hide it", () => {
    const seals = makeSeals([key()])
    fc.assert(
      fc.property(fc.fullUnicodeString({ minLength: 4 }), fc.string(), (text, place) => {
        const sealed = seals.seal(text, place)
        assert.notInclude(sealed, text)
        assert.deepStrictEqual(seals.open(sealed, place), Either.right(text))
      }),
    )
  })

  it("never look the same twice", () => {
    const seals = makeSeals([key()])
    assert.notStrictEqual(seals.seal("a", "p"), seals.seal("a", "p"))
  })

  it("open with any key of the list; the first one seals", () => {
    const [older, newer] = [key(), key()]
    const before = makeSeals([older])
    const after = makeSeals([newer, older])
    const old = before.seal("secret", "e1")
    assert.deepStrictEqual(after.open(old, "e1"), Either.right("secret"))
    assert.isTrue(after.isOld(old))
    const anew = after.seal("secret", "e1")
    assert.isFalse(after.isOld(anew))
    assert.strictEqual(reasonOf(before.open(anew, "e1")), "unknown_key")
    assert.deepStrictEqual(makeSeals([newer]).open(anew, "e1"), Either.right("secret"))
  })

  it("do not open in another place, nor with a bit changed, nor cut", () => {
    const seals = makeSeals([key()])
    const sealed = seals.seal("whsec_abc", "endpoint-1")
    assert.strictEqual(reasonOf(seals.open(sealed, "endpoint-2")), "damaged")
    const [form = "", id = "", packed = ""] = sealed.split(".")
    const bytes = Buffer.from(packed, "base64url")
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.strictEqual(
        reasonOf(seals.open(`${form}.${id}.${changed.toString("base64url")}`, "endpoint-1")),
        "damaged",
      )
    }
    for (const length of [0, 1, 4, 12, 16, 27, bytes.length - 1])
      assert.strictEqual(
        reasonOf(
          seals.open(`${form}.${id}.${bytes.subarray(0, length).toString("base64url")}`, "endpoint-1"),
        ),
        "damaged",
      )
    assert.strictEqual(reasonOf(seals.open("", "endpoint-1")), "damaged")
    assert.strictEqual(reasonOf(seals.open("whsec_plain", "endpoint-1")), "damaged")
  })
})
