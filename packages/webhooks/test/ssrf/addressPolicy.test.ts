import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeAddressPolicy } from "../../src/ssrf/AddressPolicy.ts"
import { type IpAddress, readAddress, readRange } from "../../src/ssrf/IpAddress.ts"
import { corpus, edgesOf } from "./corpus.ts"

const read = (text: string): IpAddress => {
  const address = readAddress(text)
  if (address === undefined) throw new Error(`${text} is no address.`)
  return address
}
const plain = makeAddressPolicy()
const decided = (address: IpAddress, policy = plain) => policy.decide(address)._tag
const four = fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 255 })))
/** Half of them within a blocked range: in all of IPv4 those are few. */
const anyFour = fc.oneof(
  four,
  fc.constantFrom(...corpus.blockedRanges.filter((range) => !range.includes(":")).flatMap(edgesOf)).map(read),
)
const behind = (prefix: string, inner: IpAddress): IpAddress => [...read(prefix).slice(0, 12), ...inner]

describe("addresses", () => {
  it.each(corpus.blockedRanges)("first, last and middle of %s are blocked", (range) => {
    for (const address of edgesOf(range)) assert.strictEqual(decided(read(address)), "Blocked", address)
  })

  it.each(corpus.metadata)("%s is blocked, whatever the settings open", (address) => {
    for (const allow of [[], [address], ["0.0.0.0/0", "::/0"]])
      assert.strictEqual(decided(read(address), makeAddressPolicy({ allow })), "Blocked")
  })

  it.each(corpus.allowed)("%s is public", (address) => {
    assert.strictEqual(decided(read(address)), "Public")
  })

  it("are decided the same when they are mapped into IPv6", () => {
    fc.assert(
      fc.property(anyFour, (inner) => {
        assert.strictEqual(decided(behind("::ffff:0:0", inner)), decided(inner))
      }),
      { numRuns: 2000 },
    )
  })

  it("are decided the same behind NAT64, or blocked where that is off", () => {
    const off = makeAddressPolicy({ nat64: false })
    fc.assert(
      fc.property(anyFour, (inner) => {
        assert.strictEqual(decided(behind("64:ff9b::", inner)), decided(inner))
        assert.strictEqual(decided(behind("64:ff9b::", inner), off), "Blocked")
      }),
      { numRuns: 2000 },
    )
    assert.strictEqual(decided(read("64:ff9b::808:808")), "Public")
  })

  it("are blocked in the compatible, the translated and the 6to4 form, whatever the settings open", () => {
    const everything = makeAddressPolicy({ allow: ["0.0.0.0/0", "::/0"] })
    fc.assert(
      fc.property(anyFour, fc.constantFrom(plain, everything), (inner, policy) => {
        const isLoopback = inner.join(".") === "0.0.0.1"
        if (!isLoopback) assert.strictEqual(decided(behind("::", inner), policy), "Blocked")
        assert.strictEqual(decided(behind("::ffff:0:0:0", inner), policy), "Blocked")
        const sixToFour = [0x20, 0x02, ...inner, ...Array.from({ length: 10 }, () => 0)]
        assert.strictEqual(decided(sixToFour, policy), "Blocked")
      }),
      { numRuns: 2000 },
    )
  })

  it("are opened by the settings, and only within what these say", () => {
    const policy = makeAddressPolicy({ allow: ["10.1.0.0/16", "fd12:3456::/32", "127.0.0.1"] })
    for (const address of ["10.1.0.0", "10.1.255.255", "fd12:3456::1", "127.0.0.1", "::ffff:10.1.2.3"])
      assert.strictEqual(decided(read(address), policy), "Opened", address)
    for (const address of ["10.0.255.255", "10.2.0.0", "fd12:3457::1", "127.0.0.2", "::1", "::ffff:10.2.0.1"])
      assert.strictEqual(decided(read(address), policy), "Blocked", address)
    assert.isTrue(policy.opensAny)
    assert.isFalse(plain.opensAny)
  })

  it("and ranges of them are read strictly", () => {
    for (const text of ["", "127.1", "0177.0.0.1", "1.2.3", "fe80::1%eth0", "[::1]", "a.b", "1.2.3.4/32"])
      assert.isUndefined(readAddress(text), text)
    for (const text of [
      "10.0.0.0/33",
      "::/129",
      "10.0.0.0/-1",
      "10.0.0.0/8/8",
      "10.0.0.0/",
      "x/8",
      "10.0.0.0/0x8",
    ])
      assert.isUndefined(readRange(text), text)
    assert.throws(() => makeAddressPolicy({ allow: ["10.0.0.0/99"] }))
  })
})
