import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { checkHeaders } from "../../src/webhooks/customHeaders.ts"

const isTaken = (headers: Record<string, string>) => Either.isRight(checkHeaders(headers))

describe("custom headers", () => {
  it("are kept with their names in lower case", () => {
    assert.deepStrictEqual(
      checkHeaders({ Authorization: "Bearer abc def", "X-Team": "a" }),
      Either.right({ authorization: "Bearer abc def", "x-team": "a" }),
    )
  })

  it.each([
    "Host",
    "Content-Length",
    "content-type",
    "Transfer-Encoding",
    "Connection",
    "Metadata-Flavor",
    "X-aws-ec2-metadata-token",
    "X-aws-ec2-metadata-token-ttl-seconds",
    "Metadata",
    "webhook-id",
    "Webhook-Signature",
    "svix-id",
    "Proxy-Authorization",
    "Expect",
    "Upgrade",
    "TE",
    "Trailer",
    "Accept-Encoding",
    ":authority",
    "x y",
    "x\r\ny",
    "",
    "ä",
  ])("may not be called %j", (name) => {
    assert.isFalse(isTaken({ [name]: "1" }))
  })

  it.each(["", " a", "a ", "a\r\nb: c", "a\nb", "a\u0000b", "a\tb", "ä", "\u007f"])(
    "may not say %j",
    (value) => {
      const refused = checkHeaders({ "x-a": value })
      assert.isTrue(Either.isLeft(refused))
    },
  )

  it("may not be called `__proto__`, which an object would lose without a word", () => {
    const headers = JSON.parse('{"x-a": "1", "__proto__": "2"}') as Record<string, string>
    assert.isFalse(isTaken(headers))
  })

  it("are at most twenty, once each, and 4096 bytes together; what they say is not told in errors", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, "v"]))
    assert.isTrue(isTaken(many(20)))
    assert.isFalse(isTaken(many(21)))
    assert.isFalse(isTaken({ "X-A": "1", "x-a": "2" }))
    assert.isTrue(isTaken({ "x-a": "v".repeat(4093) }))
    assert.isFalse(isTaken({ "x-a": "v".repeat(4094) }))
    const refused = Either.flip(checkHeaders({ "x-a": "secret\n" }))
    assert.notInclude(JSON.stringify(Either.getOrThrow(refused)), "secret")
  })
})
