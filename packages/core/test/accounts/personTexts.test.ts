/** Names in texts that are no JSON. */
import { assert, describe, it } from "vitest"
import { hasSegment, hasWord } from "../../src/accounts/personTexts.ts"

describe("a whole segment", () => {
  it.each([
    "PATCH /users/grace/ 0",
    "PATCH /users/Grace 0",
    "GET /datasets/?owner=grace&page=1 0",
    '{"location":"/users/grace"}',
    '{"link":"</users/grace>; rel=next"}',
  ])("is found in %s", (text) => assert.isTrue(hasSegment(text, "grace")))

  it.each(["PATCH /users/grace2/ 0", "POST /datasets/acme/disgrace/ 0", '{"location":"/grace-jr/"}', ""])(
    "is not found in %s",
    (text) => assert.isFalse(hasSegment(text, "grace")),
  )
})

describe("a whole word", () => {
  it.each(["grace", "Hello grace.", "hello,grace!", "https://x.example/grace?y", "no grace2, but grace"])(
    "is found in %s",
    (text) => assert.isTrue(hasWord(text, "grace")),
  )

  it.each(["graceful", "disgrace", "grace-2", "grace_2", "grace.hopper", "ms.grace", "gracé", ""])(
    "is not found in %s",
    (text) => assert.isFalse(hasWord(text, "grace")),
  )
})
