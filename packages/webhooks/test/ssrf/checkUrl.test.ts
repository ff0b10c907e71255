import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { makeAddressPolicy } from "../../src/ssrf/AddressPolicy.ts"
import { checkUrl } from "../../src/ssrf/checkUrl.ts"
import { blockedUrls, corpus, inUrl } from "./corpus.ts"

const nothingOpened = makeAddressPolicy()
const refusal = (url: string, policy = nothingOpened) =>
  Either.match(checkUrl(url, policy), { onLeft: ({ reason }) => reason, onRight: () => "taken" })

describe("an endpoint's URL", () => {
  it.each(blockedUrls(18_080))("%j is refused", (url) => {
    assert.notStrictEqual(refusal(url), "taken")
  })

  it.each(corpus.allowed)("https to %s, a neighbour of what is blocked, is taken", (address) => {
    assert.strictEqual(refusal(`https://${inUrl(address)}/hook`), "taken")
  })

  it.each(corpus.allowedUrls)("$url is taken, and stored as it was understood", ({ stored, url }) => {
    assert.strictEqual(Either.getOrThrow(checkUrl(url, nothingOpened)).text, stored)
  })

  it("is still understood after it was checked often", () => {
    const url = "https://bücher.example/hook"
    const refused = Array.from({ length: 50_000 }, () => refusal(url)).filter((reason) => reason !== "taken")
    assert.deepStrictEqual(refused, [])
  })

  it.each(corpus.allowedPorts)("port %i is taken", (port) => {
    assert.strictEqual(refusal(`https://example.com:${port}/`), "taken")
  })

  it("is refused by name", () => {
    assert.strictEqual(refusal("nonsense"), "malformed")
    assert.strictEqual(refusal(`https://example.com/${"x".repeat(2048)}`), "too_long")
    assert.strictEqual(refusal("ftp://example.com/"), "scheme")
    assert.strictEqual(refusal("http://example.com/"), "http")
    assert.strictEqual(refusal("https://a:b@example.com/"), "user")
    assert.strictEqual(refusal("https://example.com:22/"), "port")
    assert.strictEqual(refusal("https://exam\nple.com/"), "control")
    assert.strictEqual(refusal("https://.example.com/"), "host")
    assert.strictEqual(refusal("https://_hooks.example.com/"), "host")
    assert.strictEqual(refusal(`https://${"a".repeat(64)}.example.com/`), "host")
    assert.strictEqual(refusal("https://localhost/"), "name")
    assert.strictEqual(refusal("https://10.0.0.1/"), "address")
  })

  it("may be http, and of a private network, where the settings open one", () => {
    const opening = makeAddressPolicy({
      allow: ["10.1.0.0/16", "127.0.0.0/8", "::1", "fd12::/16", "93.184.0.0/16"],
    })
    for (const url of [
      "http://10.1.2.3:8080/",
      "https://10.1.2.3/",
      "http://127.0.0.1:9000/",
      "http://[::1]:9000/",
      "http://[fd12::1]/",
      "http://93.184.1.1/",
      "http://[::ffff:10.1.2.3]/",
      // Whether their addresses are opened ones is seen when they are looked up.
      "http://localhost:9000/",
      "http://receiver:8080/",
      // As containers are called.
      "http://label_receiver:8080/",
      "http://my_stack_receiver.internal/",
      "http://example.com/",
    ])
      assert.strictEqual(refusal(url, opening), "taken", url)
    for (const url of ["http://10.2.0.1/", "http://1.1.1.1/", "https://192.168.0.1/", "http://[fd13::1]/"])
      assert.notStrictEqual(refusal(url, opening), "taken", url)
  })

  it("leads to no metadata server, even where everything is opened", () => {
    const everything = makeAddressPolicy({ allow: ["0.0.0.0/0", "::/0"] })
    for (const address of corpus.metadata)
      for (const scheme of ["http", "https"])
        assert.strictEqual(refusal(`${scheme}://${inUrl(address)}/`, everything), "address")
    for (const name of corpus.metadataNames)
      assert.strictEqual(refusal(`http://${name}/`, everything), "name")
    for (const address of ["0.0.0.0", "[::]", "224.0.0.1", "240.0.0.1", "[2002:a00:1::]", "[::10.0.0.1]"])
      assert.strictEqual(refusal(`https://${address}/`, everything), "address", address)
  })
})
