/** The lengths of an endpoint's texts, which the engine checks for every caller. */
import { findEndpointViolations, longest } from "@annotary/core/effect"
import { Either } from "effect"
import { assert, describe, it } from "vitest"

const rules = {
  urls: { check: (url: string) => Either.right(url) },
  secrets: { refusal: () => null },
  maxTimeoutSeconds: 24,
}

const sized = (extra: number) => ({
  url: "u".repeat(longest.url + extra),
  description: "d".repeat(longest.line + extra),
  secret: "s".repeat(longest.secret + extra),
})

describe("the input of an endpoint", () => {
  it("may be as long as the limits", () => {
    assert.deepStrictEqual(findEndpointViolations(sized(0), rules), [])
  })

  it("is refused above them", () => {
    assert.deepStrictEqual(findEndpointViolations(sized(1), rules), [
      { pointer: "/url", message: "must be at most 2048 characters" },
      { pointer: "/description", message: "must be at most 1000 characters" },
      { pointer: "/secret", message: "must be at most 200 characters" },
    ])
  })
})
