import { assert, describe, it } from "vitest"
import { makeAddressOf, type Proxies } from "../../src/transport/address/clientAddress.ts"
import { makeUnreadRequest } from "../../src/transport/exchange/incoming.ts"

const asked = (proxies: Proxies | undefined, address: string | undefined, header?: string) =>
  makeAddressOf(proxies)({
    ...makeUnreadRequest(address),
    header: (name) => (name === proxies?.header ? header : undefined),
  })

const listed: Proxies = { trusted: ["10.0.0.0/8", "fd00::/8", "192.0.2.1"], header: "x-forwarded-for" }
const forwarded: Proxies = { ...listed, header: "forwarded" }

describe("where a request comes from", () => {
  it("is what the socket says, without proxies or from somebody who is none", () => {
    assert.strictEqual(asked(undefined, "203.0.113.7"), "203.0.113.7")
    assert.strictEqual(asked(undefined, "::ffff:203.0.113.7"), "203.0.113.7")
    assert.strictEqual(asked({ ...listed, trusted: [] }, "10.0.0.1", "1.2.3.4"), "10.0.0.1")
    assert.strictEqual(asked(listed, "203.0.113.7", "1.2.3.4"), "203.0.113.7")
    assert.isUndefined(asked(listed, undefined, "1.2.3.4"))
  })

  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["6.6.6.6, 1.2.3.4, 10.9.9.9, 192.0.2.1", "1.2.3.4"],
    ["6.6.6.6,1.2.3.4:5678", "1.2.3.4"],
    ["[2001:db8::1]:80, fd00::5", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["10.1.1.1, 10.2.2.2", "10.1.1.1"],
    ["1.2.3.4, unknown", "10.0.0.1"],
    ["1.2.3.4, <script>, 10.3.3.3", "10.3.3.3"],
    ["", "10.0.0.1"],
    [",,", "10.0.0.1"],
  ])("is read from the right of X-Forwarded-For: %s", (header, client) => {
    assert.strictEqual(asked(listed, "10.0.0.1", header), client)
    assert.strictEqual(asked(listed, "::ffff:10.0.0.1", header), client)
  })

  it.each([
    ["for=1.2.3.4", "1.2.3.4"],
    ["for=6.6.6.6;proto=http, FOR=1.2.3.4;by=10.0.0.1", "1.2.3.4"],
    ['proto=https;for="[2001:db8::1]:4711"', "2001:db8::1"],
    ['for=6.6.6.6, for="1.2.3.4:80", for=10.5.5.5', "1.2.3.4"],
    ['for=6.6.6.6, for="_a,for=7.7.7.7"', "10.0.0.1"],
    ["for=6.6.6.6, by=1.2.3.4", "10.0.0.1"],
    ["for=6.6.6.6, for=_hidden", "10.0.0.1"],
    ['for=6.6.6.6, for="1.2.3.4', "10.0.0.1"],
    ['for=6.6.6.6, for="1.2.3.4, for=7.7.7.7', "10.0.0.1"],
    ['for="1.2\\.3.4";by="a,b;for=6.6.6.6"', "1.2.3.4"],
    ["", "10.0.0.1"],
  ])("is read from the right of Forwarded: %s", (header, client) => {
    assert.strictEqual(asked(forwarded, "10.0.0.1", header), client)
  })

  it("does not depend on a header that somebody who is no proxy wrote: it is not read", () => {
    const incoming = { ...makeUnreadRequest("203.0.113.7"), header: () => assert.fail("the header was read") }
    assert.strictEqual(makeAddressOf(forwarded)(incoming), "203.0.113.7")
  })

  it("is found at once in a header of quotes that do not end", () => {
    const begun = performance.now()
    const header = `for=1.2.3.4, ${'"\\a'.repeat(100_000)}, ${'for="'.repeat(100_001)}`
    assert.strictEqual(asked(forwarded, "10.0.0.1", header), "10.0.0.1")
    assert.isBelow(performance.now() - begun, 5_000)
  })
})
